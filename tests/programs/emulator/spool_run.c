/* spool_run - runs an instrumented program and prints what it left in the spool, for tests.
 *
 *   spool_run [-v BLOCKS] [-t TIMES] [-s forward|reverse|random:SEED] [-m ACCESSES] [-w WORKERS]
 *             [-b FIRST-LAST] [-f FILL] [-k] [-q] PROGRAM [ARGUMENT]...
 *
 * One line per record; -q prints only totals by kind and site. Ends with the program's status. */
#include "run/spool.h"
#include "syncstep/trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const kinds[] = {"load",    "store", "atomic", "barrier",   "warp-sync",
                                    "shuffle", "vote",  "fence",  "grid-sync", "exit"};
static const char *const spaces[] = {"shared", "global", "constant", "-"};
static bool quiet;

struct total {
    uint32_t site, kind, space;
    uint64_t requests, accesses;
};
static struct total totals[4096];
static unsigned total_count;

static void total_add(const struct spool_request *r)
{
    unsigned i;
    for (i = 0; i < total_count; i++)
        if (totals[i].site == r->site && totals[i].kind == r->kind && totals[i].space == r->space)
            break;
    if (i == 4096) return;
    if (i == total_count) {
        total_count++;
        totals[i].site = r->site;
        totals[i].kind = r->kind;
        totals[i].space = r->space;
    }
    totals[i].requests++;
    totals[i].accesses += (unsigned)__builtin_popcount(r->mask);
}

static void print_values(const struct spool_request *r, const char *at)
{
    printf(" values");
    for (uint32_t rest = r->mask; rest; rest &= rest - 1) {
        int64_t value = 0;
        memcpy(&value, at, r->width < 8 ? r->width : 8);
        if (r->width == 4) value = (int32_t)value;
        printf(" %" PRId64, value);
        at += r->width;
    }
}

static void print_requests(const struct spool_requests *record)
{
    const char *at = (const char *)(record + 1);
    for (uint32_t i = 0; i < record->count; i++) {
        const struct spool_request *r = (const void *)at;
        const char *more = (const char *)(r + 1);
        int lanes = __builtin_popcount(r->mask);
        size_t step = r->flags & SPOOL_WIDE ? 8 : 4;
        total_add(r);
        at = more + (size_t)r->inlined * 8;
        if (quiet) continue;
        printf("request launch %u block %u round %u warp %u site %#x %s %s%s width %u mask %08x "
               "address %#" PRIx64 " depth %u",
               record->launch, record->block, record->round, r->warp, r->site, kinds[r->kind],
               spaces[r->space], r->flags & SPOOL_VOLATILE ? " volatile" : "", r->width, r->mask,
               r->address, r->depth);
        if (r->kind == TRACE_WARP_SYNC || r->kind == TRACE_SHUFFLE || r->kind == TRACE_VOTE)
            printf(" sync %08x", r->sync_mask);
        if (r->flags & SPOOL_AFFINE) {
            printf(" stride %d", r->stride);
        } else {
            printf(" deltas");
            for (int l = 0; l < lanes; l++) {
                int64_t delta = 0;
                int32_t narrow;
                memcpy(&delta, more + (size_t)l * step, step);
                memcpy(&narrow, more + (size_t)l * step, 4);
                printf(" %" PRId64, step == 8 ? delta : narrow);
            }
            more += ((size_t)lanes * step + 7) / 8 * 8;
        }
        if (r->flags & SPOOL_VALUES) print_values(r, more);
        puts("");
    }
    if ((const char *)record + record->record.bytes != at) puts("BROKEN record");
}

static void print_diagnostic(const struct spool_diagnostic *d)
{
    static const char *const faults[] = {"race",
                                         "out-of-bounds",
                                         "uninitialised-read",
                                         "divergent-barrier",
                                         "deadlock",
                                         "timeout",
                                         "crash",
                                         "launch-error",
                                         "integer-overflow",
                                         "unread-slot",
                                         "impossible-bandwidth",
                                         "stack-overflow",
                                         "assertion",
                                         "limit"};
    static const char *const severities[] = {"error", "warning", "note"};
    printf("diagnostic %s %s launch %d block %d round %d thread %d site %#" PRIx64
           " address %#" PRIx64 " index %" PRId64 " allocation %" PRIu64 " count %" PRIu64 ": %s\n",
           faults[d->fault], severities[d->severity], (int)d->launch, (int)d->block, (int)d->round,
           (int)d->thread, d->site, d->address, d->index, d->allocation, d->count,
           (const char *)(d + 1));
}

static void print_snapshot(const struct spool_snapshot *s)
{
    const int32_t *words = (const void *)(s + 1);
    printf("snapshot launch %u block %u round %u offset %#x size %u:", s->launch, s->block,
           s->round, s->offset, s->size);
    for (uint32_t i = 0; i < s->size / 4 && i < 8; i++)
        printf(" %d", words[i]);
    puts("");
}

static void print_record(const struct spool_record *record)
{
    const void *at = record;
    if (record->type == SPOOL_REQUESTS) {
        print_requests(at);
        return;
    }
    if (record->type == SPOOL_DIAGNOSTIC) {
        print_diagnostic(at);
        return;
    }
    if (record->type == SPOOL_LAUNCH_END) {
        const struct spool_launch_end *e = at;
        printf("launch-end %u error %d accesses %" PRIu64 " blocks %" PRIu64 "\n", e->ordinal,
               e->error, e->accesses, e->blocks_run);
        if (quiet) printf("milliseconds %.3f\n", (double)e->nanoseconds / 1e6);
        return;
    }
    if (record->type == SPOOL_LAUNCH) {
        const struct spool_launch *l = at;
        printf("launch %u %s grid %u %u %u block %u %u %u dynamic %u kernel %#" PRIx64
               " site %#" PRIx64 " recorded %u window %u\n",
               l->ordinal, (const char *)(l + 1), l->grid[0], l->grid[1], l->grid[2], l->block[0],
               l->block[1], l->block[2], l->dynamic_bytes, l->kernel, l->site, l->recorded,
               l->shared_bytes);
        return;
    }
    if (record->type == SPOOL_DROPPED) {
        const struct spool_dropped *d = at;
        printf("dropped launch %u site %#x accesses %" PRIu64 "\n", d->launch, d->site,
               d->accesses);
        return;
    }
    if (quiet) return;
    switch (record->type) {
    case SPOOL_BLOCK:
    case SPOOL_BLOCK_END: {
        const struct spool_block *b = at;
        printf("%s launch %u block %u rounds %u\n",
               record->type == SPOOL_BLOCK ? "block" : "block-end", b->launch, b->block, b->rounds);
        break;
    }
    case SPOOL_SNAPSHOT:
        print_snapshot(at);
        break;
    case SPOOL_ALLOCATION: {
        const struct spool_allocation *a = at;
        printf("allocation %" PRIu64 " %s bytes %" PRIu64 " address %#" PRIx64 " kind %u\n", a->id,
               (const char *)(a + 1), a->bytes, a->address, a->kind);
        break;
    }
    case SPOOL_FREE:
        printf("free %" PRIu64 "\n", ((const struct spool_free *)at)->id);
        break;
    case SPOOL_PARAMETER: {
        const struct spool_parameter *p = at;
        printf("parameter launch %u position %u value %#" PRIx64 "\n", p->launch, p->position,
               p->value);
        break;
    }
    case SPOOL_TIMING: {
        const struct spool_timing *t = at;
        printf("timing launch %u block %u sm %u slot %u start %" PRIu64 " end %" PRIu64 "\n",
               t->launch, t->block, t->sm, t->slot, t->start, t->end);
        break;
    }
    case SPOOL_ERROR: {
        const struct spool_error *e = at;
        printf("error %d seen %u sticky %u launch %d %s\n", e->error, e->seen, e->sticky,
               (int)e->launch, (const char *)(e + 1));
        break;
    }
    default:
        printf("record %u bytes %u\n", record->type, record->bytes);
    }
}

static void print_spool(const char *base, const struct spool_header *header)
{
    uint64_t end = header->used < header->capacity ? header->used : header->capacity;
    for (uint64_t at = SPOOL_FIRST; at + sizeof(struct spool_segment) <= end;) {
        const struct spool_segment *segment = (const void *)(base + at);
        const char *record = (const char *)(segment + 1), *stop = record + segment->filled;
        while (record < stop) {
            print_record((const void *)record);
            record += ((const struct spool_record *)(const void *)record)->bytes;
        }
        at += segment->size ? segment->size : SPOOL_SMALL;
    }
    for (unsigned i = 0; i < total_count; i++)
        printf("total site %#x %s %s requests %" PRIu64 " accesses %" PRIu64 "\n", totals[i].site,
               kinds[totals[i].kind], spaces[totals[i].space], totals[i].requests,
               totals[i].accesses);
    printf("spool used %" PRIu64 " accesses %" PRIu64 "\n", header->used, header->accesses);
}

static void parse_schedule(struct spool_header *header, const char *text)
{
    if (!strcmp(text, "reverse")) header->schedule = SPOOL_REVERSE;
    if (!strncmp(text, "random:", 7)) {
        header->schedule = SPOOL_RANDOM;
        header->seed = strtoull(text + 7, NULL, 10);
    }
}

int main(int argc, char **argv)
{
    const uint64_t capacity = 1ull << 30;
    int descriptor = memfd_create("spool", 0), option, status;
    char number[16];
    bool stop = false;
    if (descriptor < 0 || ftruncate(descriptor, (off_t)capacity)) return 2;
    char *base = mmap(NULL, capacity, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (base == MAP_FAILED) return 2;
    struct spool_header *header = (struct spool_header *)(void *)base;
    *header = (struct spool_header){.magic = SPOOL_MAGIC,
                                    .version = SPOOL_VERSION,
                                    .header_bytes = sizeof *header,
                                    .capacity = capacity,
                                    .used = SPOOL_FIRST,
                                    .max_accesses = 32000000,
                                    .last_launch = 63,
                                    .last_block = 63};
    while ((option = getopt(argc, argv, "+v:t:s:m:w:b:f:qk")) != -1) {
        if (option == 'v') header->value_blocks = (uint32_t)atoi(optarg);
        if (option == 't') header->value_times = (uint32_t)atoi(optarg);
        if (option == 's') parse_schedule(header, optarg);
        if (option == 'm') header->max_accesses = strtoull(optarg, NULL, 10);
        if (option == 'w') header->workers = (uint32_t)atoi(optarg);
        if (option == 'b') sscanf(optarg, "%u-%u", &header->first_block, &header->last_block);
        if (option == 'f') header->fill = (uint32_t)strtoul(optarg, NULL, 0);
        if (option == 'k') stop = true;
        if (option == 'q') quiet = true;
    }
    if (optind >= argc) return 2;
    snprintf(number, sizeof number, "%d", descriptor);
    setenv(SPOOL_ENVIRONMENT, number, 1);
    pid_t child = fork();
    if (child < 0) return 2;
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        execv(argv[optind], argv + optind);
        _exit(127);
    }
    /* -k: as the parent does when time is up, once the program has begun to log. */
    while (stop && !__atomic_load_n(&header->accesses, __ATOMIC_RELAXED))
        usleep(1000);
    if (stop) kill(child, SIGTERM);
    waitpid(child, &status, 0);
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    print_spool(base, header);
    printf("processor %.3f seconds\n",
           (double)used.ru_utime.tv_sec + (double)used.ru_utime.tv_usec / 1e6);
    printf("exit %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
