/* pending.cpp - works that may be under way, and what they touch: see pending.h. */
#include "pending.h"

#include "check.h"
#include "core.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* In objects of libraries whose calls write device memory unseen. */
extern "C" __attribute__((weak)) const char ss_unseen_writes;

namespace ss {

bool pending_watched, pending_image;

namespace {

enum { WORKS = 255, LINES = 64, TOLD = 64 };

struct work {
    uint32_t launch; /* ordinal; UINT32_MAX: a copy */
    uint64_t pc;
    bool signals;
    uint64_t region; /* + 1: that it was last told of; 1: the program's variables */
};

struct line { /* of works, one after the other */
    uint64_t stream;
    bool blocking;
    struct pending_works last; /* in the stream, and what they come after */
    struct pending_works next; /* what the next one comes after besides */
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct work table[WORKS + 1]; /* from 1 on */
unsigned work_count;
uint32_t epoch;
struct pending_works done;
struct line lines[LINES];
unsigned line_count;
std::atomic<uint8_t> current; /* the launch under way; 0: none that is followed */
std::atomic<bool> open_works; /* some may be under way */
bool ignored;
std::atomic<bool> image_written; /* by a kernel */
uint8_t *writers, *readers;      /* by byte of the arena, and behind it of the image */
struct {
    uint64_t host, device;
} told[TOLD];
unsigned told_count;

void add(struct pending_works *to, const struct pending_works *from)
{
    if (from->epoch != epoch) return;
    if (to->epoch != epoch) *to = {{}, epoch};
    for (int i = 0; i < 4; i++)
        to->words[i] |= from->words[i];
}

bool has(const struct pending_works *works, unsigned number)
{
    return works->epoch == epoch && (works->words[number / 64] >> number % 64 & 1);
}

bool is_legacy(uint64_t stream)
{
    return stream <= 1;
}

/* NULL: there are too many. */
struct line *line_of(uint64_t stream)
{
    struct line *line = lines;
    uint64_t own = is_legacy(stream) ? 0 : stream;

    while (line < lines + line_count && line->stream != own)
        line++;
    if (line == lines + LINES) return NULL;
    if (line == lines + line_count) {
        line_count++;
        *line = {own, true, {{}, epoch}, {{}, epoch}};
        for (unsigned i = 0; i + 1 < line_count; i++)
            if (!lines[i].stream) add(&line->next, &lines[i].last);
    }
    line->blocking = is_legacy(stream) || ss_stream_blocking(stream);
    return line;
}

/* What comes before the next work of the stream; the default one comes after all that block. */
struct pending_works before(const struct line *line, bool next)
{
    struct pending_works all = {{}, epoch};

    for (unsigned i = 0; i < line_count; i++) {
        if (&lines[i] != line && (line->stream || !lines[i].blocking)) continue;
        add(&all, &lines[i].last);
        if (next) add(&all, &lines[i].next);
    }
    return all;
}

/* What is under way may have written the program's own variables: the host's use of them is looked
 * at. */
void opened(bool open)
{
    open_works = open;
    pending_image = open && image_written;
}

void settle(void)
{
    bool some = false;

    for (unsigned n = 1; n <= work_count && !some; n++)
        some = !has(&done, n);
    opened(some);
}

void finish_all(void)
{
    done = {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}, epoch};
    opened(false);
}

size_t tag_count(void)
{
    return arena_bytes + (image_high - image_low);
}

/* tag_count() where there is none. */
size_t tag_of(uint64_t address)
{
    if (address - (uint64_t)arena_base < arena_bytes) return address - (uint64_t)arena_base;
    if (address - image_low < image_high - image_low) return arena_bytes + (address - image_low);
    return tag_count();
}

/* Numbers are given again when nothing of them is left. */
bool renew(void)
{
    if (open_works) return false;
    if (madvise(writers, tag_count(), MADV_DONTNEED) ||
        madvise(readers, tag_count(), MADV_DONTNEED))
        return false;
    epoch++;
    work_count = line_count = 0;
    done = {{}, epoch};
    return true;
}

/* 0: it cannot be followed. */
uint8_t begin(uint64_t stream, uint32_t launch, uint64_t pc)
{
    struct line *line;

    if (ignored || !writers || (work_count == WORKS && !renew())) return 0;
    line = line_of(stream);
    if (!line) return 0;
    if (!open_works) done = {{}, epoch};
    for (unsigned n = 1; !open_works && n <= work_count; n++)
        done.words[n / 64] |= UINT64_C(1) << n % 64;
    const unsigned number = ++work_count;
    struct pending_works all = before(line, true);

    table[number] = {launch, pc, false, 0};
    all.words[number / 64] |= UINT64_C(1) << number % 64;
    add(&line->last, &all);
    for (unsigned i = 0; !line->stream && i < line_count; i++)
        if (lines[i].blocking) add(&lines[i].next, &all);
    opened(true);
    return (uint8_t)number;
}

bool is_followed(const struct region *region)
{
    return region && !region->freed && region->kind != TRACE_DEVICE;
}

void mark(uint8_t *tags, uint64_t address, size_t bytes, uint8_t number)
{
    const size_t at = tag_of(address);

    if (bytes <= tag_count() - at) memset(tags + at, number, bytes);
}

/* One for each two places. */
bool is_told(uint64_t host, uint64_t device)
{
    for (unsigned i = 0; i < told_count; i++)
        if (told[i].host == host && told[i].device == device) return true;
    if (told_count == TOLD) return true;
    told[told_count++] = {host, device};
    return false;
}

/* The words are the collector's: what the host does, and what the work does. */
void tell(const struct region *region, uint64_t address, uint64_t pc, bool write, bool writes,
          const struct work *work)
{
    struct finding finding = {};

    finding.fault = TRACE_RACE;
    finding.severity = TRACE_ERROR;
    finding.launch = work->launch;
    finding.block = finding.round = finding.thread = UINT32_MAX;
    finding.pc = pc;
    finding.address = address;
    finding.space = TRACE_GLOBAL;
    finding.allocation = region ? region->id : 0;
    finding.index = (int64_t)site_of(work->pc);
    snprintf(finding.text, sizeof finding.text, "%s%s", write ? "w" : "r", writes ? "w" : "r");
    find_later(&finding, 1);
}

} // namespace

void pending_watch(void)
{
    if (pending_watched) return;
    pthread_mutex_lock(&lock);
    if (!pending_watched && !&ss_unseen_writes) {
        void *memory[2];

        for (void *&m : memory)
            m = mmap(NULL, tag_count(), PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory[0] != MAP_FAILED && memory[1] != MAP_FAILED) {
            writers = (uint8_t *)memory[0];
            readers = (uint8_t *)memory[1];
        }
    }
    pending_watched = true;
    pthread_mutex_unlock(&lock);
}

void pending_ignore(void)
{
    pthread_mutex_lock(&lock);
    ignored = true;
    finish_all();
    pthread_mutex_unlock(&lock);
}

void pending_launch(uint64_t stream, uint32_t ordinal, uint64_t pc)
{
    pending_watch();
    const char *blocking = getenv("CUDA_LAUNCH_BLOCKING");

    if (blocking && atoi(blocking)) return;
    pthread_mutex_lock(&lock);
    current = begin(stream, ordinal, pc);
    pthread_mutex_unlock(&lock);
}

void pending_launch_end(void)
{
    current = 0;
}

void pending_touch(const struct spool_request *head, const uint64_t *address)
{
    const uint8_t number = current.load(std::memory_order_relaxed);
    const struct region *region = NULL;

    if (!number) return;
    for (uint32_t rest = head->mask; rest; rest &= rest - 1) {
        const uint64_t at = address[__builtin_ctz(rest)];

        if (at - image_low < image_high - image_low) {
            if (head->kind == TRACE_LOAD) continue;
            mark(writers, at, head->width, number);
            if (!image_written) pending_image = image_written = true;
            continue;
        }
        if (!region || at - (uint64_t)region->base >= region->bytes) region = arena_at(at);
        if (!is_followed(region)) continue;
        if (head->kind != TRACE_LOAD) mark(writers, at, head->width, number);
        if (head->kind != TRACE_STORE) mark(readers, at, head->width, number);
    }
}

void pending_signal(void)
{
    table[current].signals = true;
}

void pending_copy(uint64_t stream, const void *to, const void *from, size_t bytes, const void *site)
{
    const struct region *there, *here;

    if (!pending_watched) return;
    there = arena_at((uint64_t)to);
    here = arena_at((uint64_t)from);
    if (!there || !here) { /* what is not pinned is copied before the call returns */
        pending_wait_stream(stream);
        return;
    }
    pthread_mutex_lock(&lock);
    const uint8_t number = begin(stream, UINT32_MAX, (uint64_t)site);
    if (number && is_followed(there) && there->kind == TRACE_PINNED)
        mark(writers, (uint64_t)to, bytes, number);
    if (number && is_followed(here) && here->kind == TRACE_PINNED)
        mark(readers, (uint64_t)from, bytes, number);
    pthread_mutex_unlock(&lock);
}

void pending_host(const struct region *region, uint64_t address, uint32_t width, uint64_t pc,
                  bool write)
{
    const size_t first = tag_of(address), id = region ? region->id : 0;

    if (!open_works || launch_running()) return;
    pthread_mutex_lock(&lock);
    for (size_t i = first; i < first + width && i < tag_count(); i++) {
        const bool writes = writers[i] && !has(&done, writers[i]);
        const unsigned number = writes ? writers[i] : write ? readers[i] : 0;
        struct work *work = &table[number];

        if (!number || has(&done, number) || work->signals) continue;
        if (work->region != id + 1 && !is_told(pc, work->pc))
            tell(region, address + (i - first), pc, write, writes, work);
        work->region = id + 1;
        break;
    }
    pthread_mutex_unlock(&lock);
}

void pending_wait_all(void)
{
    if (!open_works) return;
    pthread_mutex_lock(&lock);
    finish_all();
    pthread_mutex_unlock(&lock);
}

void pending_wait_stream(uint64_t stream)
{
    if (!open_works) return;
    pthread_mutex_lock(&lock);
    struct line *line = line_of(stream);

    if (line) {
        const struct pending_works all = before(line, false);
        add(&done, &all);
        settle();
    } else {
        finish_all();
    }
    pthread_mutex_unlock(&lock);
}

void pending_wait(const struct pending_works *works)
{
    if (!open_works) return;
    pthread_mutex_lock(&lock);
    add(&done, works);
    settle();
    pthread_mutex_unlock(&lock);
}

bool pending_is_open(const struct pending_works *works)
{
    bool open = false;

    if (!open_works) return false;
    pthread_mutex_lock(&lock);
    for (unsigned n = 1; n <= work_count && !open; n++)
        open = has(works, n) && !has(&done, n);
    pthread_mutex_unlock(&lock);
    return open;
}

struct pending_works pending_mark(uint64_t stream)
{
    struct pending_works all = {};

    pthread_mutex_lock(&lock);
    struct line *line = line_of(stream);

    all = line ? before(line, true) : done;
    pthread_mutex_unlock(&lock);
    return all;
}

void pending_join(uint64_t stream, const struct pending_works *works)
{
    pthread_mutex_lock(&lock);
    struct line *line = line_of(stream);

    if (line) add(&line->last, works);
    if (!line) finish_all();
    pthread_mutex_unlock(&lock);
}

} // namespace ss
