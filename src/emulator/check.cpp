/* check.cpp - addresses that no allocation answers for; findings of every kind. */
#include "check.h"
#include "record.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

namespace ss {

/* ---- Findings ------------------------------------------------------------------------------- */

static pthread_mutex_t host_lock = PTHREAD_MUTEX_INITIALIZER;
static struct finding host_findings[FINDINGS];
static uint32_t host_count;

static void tell(struct engine *engine, const struct finding *finding, uint64_t count)
{
    struct spool_diagnostic record = {};

    record.fault = finding->fault;
    record.severity = finding->severity;
    record.launch = finding->launch;
    record.block = finding->block;
    record.round = finding->round;
    record.thread = finding->thread;
    record.site = site_of(finding->pc);
    record.address = finding->address;
    record.space = finding->space;
    record.has_index = finding->has_index;
    record.index = finding->index;
    record.allocation = finding->allocation;
    record.count = count;
    for (unsigned i = 0; finding->callers && i < SPOOL_CALLERS && finding->callers[i]; i++)
        record.callers[i] = site_of(finding->callers[i]);
    if (engine)
        spool_append(&engine->writer, &record, SPOOL_DIAGNOSTIC, sizeof record, finding->text);
    else
        spool_host(&record, SPOOL_DIAGNOSTIC, sizeof record, finding->text);
}

/* The row for this fault and place, or a free one. The last one is for all that find none. */
static struct finding *row(struct finding *rows, uint32_t *count, const struct finding *finding)
{
    for (uint32_t i = 0; i < *count; i++)
        if (rows[i].fault == finding->fault && rows[i].pc == finding->pc &&
            rows[i].severity == finding->severity && rows[i].end == finding->end)
            return &rows[i];
    if (*count == FINDINGS) return &rows[FINDINGS - 1];
    rows[*count] = *finding;
    rows[*count].count = rows[*count].told = rows[*count].in_block = 0;
    if (*count == FINDINGS - 1) {
        rows[*count].fault = TRACE_LIMIT;
        rows[*count].severity = TRACE_NOTE;
        snprintf(rows[*count].text, sizeof rows[*count].text,
                 "More than %d places of this launch have something wrong; the others are only "
                 "counted.",
                 FINDINGS - 1);
    }
    return &rows[(*count)++];
}

/* The lanes of a warp learn together that a source is missing, and the one that came last goes on
 * first: of one round the first thread stands for all. findings_flush tells it. */
static void keep_first(const struct engine *engine, const struct finding *finding,
                       struct finding *kept)
{
    if (finding->fault != TRACE_UNINITIALISED_READ || finding->thread >= kept->thread ||
        kept->block != engine->block || kept->round != engine->round)
        return;
    kept->thread = finding->thread;
    memcpy(kept->text, finding->text, sizeof kept->text);
}

void find(struct engine *engine, const struct finding *finding)
{
    struct finding *mine;

    if (!engine) pthread_mutex_lock(&host_lock);
    mine = engine ? row(engine->findings, &engine->finding_count, finding)
                  : row(host_findings, &host_count, finding);
    if (engine && mine->last_block != engine->block) {
        mine->last_block = engine->block;
        mine->in_block = 0;
    }
    mine->in_block++;
    if (mine->count++ == 0) {
        mine->launch = engine ? engine->launch->ordinal : UINT32_MAX;
        mine->block = engine ? engine->block : UINT32_MAX;
        mine->round = engine ? engine->round : UINT32_MAX;
        mine->told = 1;
    } else {
        if (engine) keep_first(engine, finding, mine);
        mine = NULL;
    }
    if (!engine) pthread_mutex_unlock(&host_lock);
    if (!mine) return;
    /* An open record of requests has to be closed before another goes behind it. */
    if (engine) record_close(engine);
    tell(engine, mine, 1);
}

void find_later(const struct finding *finding, uint64_t count)
{
    tell(NULL, finding, count);
}

void findings_flush(struct engine *engine)
{
    for (uint32_t i = 0; i < engine->finding_count; i++) {
        struct finding *finding = &engine->findings[i];
        const uint64_t failed = engine->launch->failed >> 32;

        /* Of a block that was stopped since one below it has failed. */
        if (failed && finding->last_block >= failed) finding->count -= finding->in_block;

        if (finding->count > finding->told) tell(engine, finding, finding->count - finding->told);
    }
    engine->finding_count = 0;
}

/* ---- Addresses ------------------------------------------------------------------------------ */

static bool in_region(const struct region *region, uint64_t address, uint32_t width)
{
    return region && !region->freed && address >= (uint64_t)region->base &&
           address + width <= (uint64_t)region->base + region->bytes;
}

static const char *doing(uint32_t kind)
{
    return kind == TRACE_LOAD ? "reads" : kind == TRACE_STORE ? "writes" : "updates";
}

/* What lies at an address that is none of the device's. */
static const char *host_thing(uint64_t address)
{
    const char *thing = NULL;
    char line[512];
    FILE *maps = fopen("/proc/self/maps", "r");

    while (maps && !thing && fgets(line, sizeof line, maps)) {
        unsigned long long low, high;

        if (sscanf(line, "%llx-%llx", &low, &high) != 2 || address < low || address >= high)
            continue;
        thing = strstr(line, "[stack]") ? "a local variable of the host"
                : strchr(line, '/')     ? "memory of the host"
                                        : "memory of the host (malloc() or new)";
    }
    if (maps) fclose(maps);
    return thing;
}

static void describe_host(const char *what, uint64_t address, struct finding *finding)
{
    const char *thing = address < 65536 ? NULL : host_thing(address);

    if (address < 65536)
        snprintf(finding->text, sizeof finding->text,
                 "Thread %u %s address %llu, which is not device memory (a null pointer?).",
                 finding->thread, what, (unsigned long long)address);
    else if (thing)
        snprintf(finding->text, sizeof finding->text,
                 "Thread %u %s %s, which is not device memory; a kernel cannot use a pointer to "
                 "the host's memory.",
                 finding->thread, what, thing);
    else
        snprintf(finding->text, sizeof finding->text,
                 "Thread %u %s address 0x%llx, where there is no memory at all; the pointer was "
                 "never set, or has been overwritten.",
                 finding->thread, what, (unsigned long long)address);
}

static void report(struct engine *engine, unsigned warp, unsigned lane,
                   const struct spool_request *head, uint64_t address, enum place place)
{
    struct finding finding = {};
    const char *what = doing(head->kind);

    finding.fault = TRACE_OUT_OF_BOUNDS;
    finding.severity = TRACE_ERROR;
    finding.thread = warp * LANES + lane;
    finding.pc = image_base + head->site;
    finding.address = address;
    finding.space = TRACE_GLOBAL;
    if (place == PLACE_DYNAMIC) {
        finding.address = SPOOL_DYNAMIC + (address - (uint64_t)engine->dynamic);
        finding.space = TRACE_SHARED;
        snprintf(finding.text, sizeof finding.text,
                 "Thread %u %s byte %llu of the dynamic shared memory; the launch asked for %u "
                 "bytes.",
                 finding.thread, what, (unsigned long long)(address - (uint64_t)engine->dynamic),
                 engine->dynamic_bytes);
    } else if (place == PLACE_OTHER) {
        /* A device ends the kernel here, whatever lies there in this process. */
        launch_fail(engine->launch, engine->block, 700 /* cudaErrorIllegalAddress */);
        describe_host(what, address, &finding);
        /* For the reader, which knows the names: how far that is from shared memory. */
        finding.index = (int64_t)(address - (uint64_t)engine->tls);
        finding.allocation = (uint64_t)engine->dynamic - (uint64_t)engine->tls;
    } else {
        const struct region *region = arena_near(address);
        long long off = region ? (long long)(address - (uint64_t)region->base) : 0;

        if (region && !region->freed) finding.end = off < 0 ? -1 : 1;

        finding.allocation = region ? region->id : 0;
        if (region && region->freed)
            snprintf(finding.text, sizeof finding.text,
                     "Thread %u %s memory that was freed before (byte %lld of it).", finding.thread,
                     what, off);
        else if (region && off >= (long long)region->bytes)
            snprintf(finding.text, sizeof finding.text,
                     "Thread %u %s %lld bytes past the end of an allocation of %llu bytes.",
                     finding.thread, what, off - (long long)region->bytes,
                     (unsigned long long)region->bytes);
        else if (region && off < 0)
            snprintf(finding.text, sizeof finding.text,
                     "Thread %u %s %lld bytes before the start of an allocation of %llu bytes.",
                     finding.thread, what, -off, (unsigned long long)region->bytes);
        else if (region)
            snprintf(finding.text, sizeof finding.text,
                     "Thread %u %s across the end of an allocation of %llu bytes.", finding.thread,
                     what, (unsigned long long)region->bytes);
        else
            snprintf(finding.text, sizeof finding.text,
                     "Thread %u %s memory of the device that no allocation holds.", finding.thread,
                     what);
    }
    find(engine, &finding);
}

/* A device can only access addresses that are multiples of the access's width. */
static void check_alignment(struct engine *engine, unsigned warp, const struct spool_request *head,
                            const uint64_t *address, bool affine, enum place place)
{
    const uint64_t off = head->width - 1u;
    uint32_t lanes = 0;
    uint64_t bits = 0;

    if (affine && !((address[__builtin_ctz(head->mask)] | (uint64_t)head->stride) & off)) return;
    for (uint32_t rest = head->mask; rest; rest &= rest - 1)
        bits |= address[__builtin_ctz(rest)];
    if (!(bits & off)) return;
    for (uint32_t rest = head->mask; rest; rest &= rest - 1)
        if (address[__builtin_ctz(rest)] & off) lanes |= rest & -rest;
    if (!lanes) return;
    struct finding finding = {};
    const unsigned l = (unsigned)__builtin_ctz(lanes);
    const struct region *region = place == PLACE_ARENA ? arena_near(address[l]) : NULL;
    finding.fault = TRACE_MISALIGNED;
    finding.severity = TRACE_ERROR;
    finding.thread = warp * LANES + l;
    finding.pc = image_base + head->site;
    finding.address = place == PLACE_DYNAMIC
                          ? SPOOL_DYNAMIC + (address[l] - (uint64_t)engine->dynamic)
                      : place == PLACE_STATIC ? address[l] - (uint64_t)engine->tls
                                              : address[l];
    finding.space = place == PLACE_DYNAMIC || place == PLACE_STATIC ? TRACE_SHARED : TRACE_GLOBAL;
    finding.allocation = region ? region->id : 0;
    finding.has_index = true; /* here: bytes of the access */
    finding.index = head->width;
    snprintf(finding.text, sizeof finding.text, "%s", doing(head->kind));
    find(engine, &finding);
    launch_fail(engine->launch, engine->block, 716 /* cudaErrorMisalignedAddress */);
}

void check_request(struct engine *engine, unsigned warp, const struct spool_request *head,
                   const uint64_t *address, bool affine, enum place place)
{
    unsigned first = (unsigned)__builtin_ctz(head->mask);
    unsigned last = 31u - (unsigned)__builtin_clz(head->mask);
    const struct region *region = NULL;

    if (head->width > 1) check_alignment(engine, warp, head, address, affine, place);
    if (place == PLACE_STATIC || place == PLACE_IMAGE) return;
    if (place == PLACE_ARENA) {
        region = arena_at(address[first]);
        if (affine && in_region(region, address[first], head->width) &&
            in_region(region, address[last], head->width))
            return;
    }
    for (uint32_t rest = head->mask; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);

        if (place == PLACE_ARENA) {
            if (in_region(region, address[l], head->width)) continue;
            if (in_region(arena_at(address[l]), address[l], head->width)) continue;
        } else if (place == PLACE_DYNAMIC &&
                   address[l] + head->width <= (uint64_t)engine->dynamic + engine->dynamic_bytes) {
            continue;
        } else if (place == PLACE_OTHER && ss_host_registered((const void *)address[l])) {
            continue;
        }
        report(engine, warp, l, head, address[l], place);
    }
}

} // namespace ss

using namespace ss;

void ss_beyond_device(const char *call, const void *at, size_t bytes, const void *site)
{
    const struct region *region = arena_near((uint64_t)at);
    struct finding finding = {};
    long long offset;

    if (!region) return;
    offset = (long long)((const char *)at - region->base);
    finding.fault = TRACE_OUT_OF_BOUNDS;
    finding.severity = TRACE_ERROR;
    finding.thread = UINT32_MAX;
    finding.pc = (uint64_t)site;
    finding.space = TRACE_GLOBAL;
    finding.allocation = region->id;
    if (offset)
        snprintf(finding.text, sizeof finding.text,
                 "%s() is given %zu bytes from byte %lld of %s on, where only %lld are left. It "
                 "refuses (cudaErrorInvalidValue) and does nothing.",
                 call, bytes, offset, region->name ? region->name : "device memory",
                 (long long)region->bytes - offset);
    else
        snprintf(finding.text, sizeof finding.text,
                 "%s() is given %zu bytes for %s, which has only %zu. It refuses "
                 "(cudaErrorInvalidValue) and does nothing.",
                 call, bytes, region->name ? region->name : "device memory", region->bytes);
    find(NULL, &finding);
}

/* "@" stands for the argument: the collector reads its name off the line. */
void ss_beyond_host(const char *call, int argument, size_t bytes, size_t has, const void *site)
{
    struct finding finding = {};

    finding.fault = TRACE_OUT_OF_BOUNDS;
    finding.severity = TRACE_ERROR;
    finding.thread = UINT32_MAX;
    finding.pc = (uint64_t)site;
    finding.space = TRACE_NO_SPACE;
    finding.index = argument;
    snprintf(finding.text, sizeof finding.text,
             "%s() %s %zu bytes %s @, which has only %zu there. It does not notice: what lies "
             "behind in the host's memory is %s.",
             call, argument ? "reads" : "writes", bytes, argument ? "from" : "to", has,
             argument ? "copied with it" : "overwritten");
    find(NULL, &finding);
}
