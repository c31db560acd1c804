/* spool_dump MODE PROGRAM [ARGS]: runs an instrumented program (0 probed, 1 timed, 2 plain) and
 * prints what it left in the spool, without the collector. For looking at the back end itself. */
#include "run/spool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static unsigned rows_shown, last_round;

static void show_requests(const struct spool_requests *r)
{
    static unsigned long long total, lanes;
    const char *at = (const char *)(r + 1);
    if (r->block == 0 && r->round != last_round) {
        last_round = r->round;
        rows_shown = 0;
    }
    for (unsigned i = 0; i < r->count; i++) {
        const struct spool_request *q = (const void *)at;
        lanes += q->kind < 3 ? (unsigned)__builtin_popcount(q->mask) : 0;
        if (r->block == 0 && rows_shown < 40 && q->warp == 0 && rows_shown++ < 40)
            printf(
                "  block %u round %u warp %u site %u kind %u space %u width %u mask %08x address "
                "%llx stride %d flags %u sync %08x\n",
                r->block, r->round, q->warp, q->site, q->kind, q->space, q->width, q->mask,
                (unsigned long long)q->address, q->stride, q->flags, q->sync_mask);
        if (q->flags & SPOOL_VALUES && r->block == 0 && q->warp == 0 && q->width == 4) {
            const int lanes = __builtin_popcount(q->mask);
            const char *values =
                (const char *)(q + 1) + (q->flags & SPOOL_AFFINE ? 0 : (size_t)(lanes + 1) / 2 * 8);
            int first, last;
            memcpy(&first, values, 4);
            memcpy(&last, values + 4 * (lanes - 1), 4);
            printf("  values of site %u in round %u: %d to %d\n", q->site, r->round, first, last);
        }
        at += sizeof *q + 8u * q->inlined;
        total++;
    }
    if (r->block == 0)
        printf("  requests: block 0 round %u: %u, so far %llu, lanes %llu\n", r->round, r->count,
               total, lanes);
}

static void show(const struct spool_record *record)
{
    static unsigned timings, blocks;
    switch (record->type) {
    case SPOOL_LAUNCH: {
        const struct spool_launch *l = (const void *)record;
        printf("launch %u kernel %llu %s grid %u block %u shared %u\n", l->ordinal,
               (unsigned long long)l->kernel, (const char *)(l + 1), l->grid[0], l->block[0],
               l->shared_bytes);
        break;
    }
    case SPOOL_LAUNCH_END: {
        const struct spool_launch_end *e = (const void *)record;
        printf("end %u error %d accesses %llu ns %llu\n", e->ordinal, e->error,
               (unsigned long long)e->accesses, (unsigned long long)e->nanoseconds);
        break;
    }
    case SPOOL_REQUESTS:
        show_requests((const void *)record);
        break;
    case SPOOL_SNAPSHOT: {
        const struct spool_snapshot *s = (const void *)record;
        const int *v = (const void *)(s + 1);
        if (s->block == 0)
            printf("  snapshot block 0 round %u offset %x size %u: %d %d %d %d\n", s->round,
                   s->offset, s->size, v[0], v[1], v[2], v[3]);
        break;
    }
    case SPOOL_BLOCK_END: {
        const struct spool_block *b = (const void *)record;
        if (blocks++ < 2 || b->block % 16 == 15)
            printf("  block %u rounds %u\n", b->block, b->rounds);
        break;
    }
    case SPOOL_ALLOCATION: {
        const struct spool_allocation *a = (const void *)record;
        printf("allocation %llu %llx %llu kind %u %s\n", (unsigned long long)a->id,
               (unsigned long long)a->address, (unsigned long long)a->bytes, a->kind,
               (const char *)(a + 1));
        break;
    }
    case SPOOL_TIMING: {
        const struct spool_timing *t = (const void *)record;
        if (timings++ < 5)
            printf("  timing block %u sm %u ns %llu clocks %llu\n", t->block, t->sm,
                   (unsigned long long)(t->end - t->start), (unsigned long long)t->clocks);
        break;
    }
    case SPOOL_TIME: {
        const struct spool_time *t = (const void *)record;
        printf("time mode %u count %u median %.0f low %.0f high %.0f\n", t->mode, t->count,
               t->median, t->low, t->high);
        break;
    }
    case SPOOL_DIAGNOSTIC:
        printf("diagnostic %s\n", (const char *)((const struct spool_diagnostic *)record + 1));
        break;
    case SPOOL_TOUCHED: {
        const struct spool_touched *t = (const void *)record;
        printf("touched read %llu written %llu\n", (unsigned long long)t->read,
               (unsigned long long)t->written);
        break;
    }
    case SPOOL_DROPPED: {
        const struct spool_dropped *d = (const void *)record;
        printf("dropped site %u %llu\n", d->site, (unsigned long long)d->accesses);
        break;
    }
    case SPOOL_DEVICE: {
        const struct spool_device *d = (const void *)record;
        printf("device %s cc %u.%u clock %u kHz memory %u kHz\n", (const char *)(d + 1), d->major,
               d->minor, d->clock_khz, d->memory_clock_khz);
        break;
    }
    case SPOOL_ERROR: {
        const struct spool_error *e = (const void *)record;
        printf("error %d seen %u launch %u %s\n", e->error, e->seen, e->launch,
               (const char *)(e + 1));
        break;
    }
    case SPOOL_ARRAY: {
        const struct spool_array *a = (const void *)record;
        printf("  array %u at %x\n", a->array, a->offset);
        break;
    }
    default:
        break;
    }
}

int main(int count, char **words)
{
    const size_t size = (size_t)1 << 30;
    const char *last = getenv("LAST_BLOCK"); /* to record */
    if (count < 3) return 2;
    const int descriptor = memfd_create("spool", 0);
    if (descriptor < 0 || ftruncate(descriptor, (off_t)size) != 0) return 1;
    struct spool_header *h = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    *h = (struct spool_header){.magic = SPOOL_MAGIC,
                               .version = SPOOL_VERSION,
                               .header_bytes = sizeof *h,
                               .capacity = size,
                               .used = SPOOL_FIRST,
                               .max_accesses = 32000000,
                               .last_launch = 63,
                               .last_block = last ? (uint32_t)atoi(last) : 63,
                               .value_blocks = 4,
                               .value_times = 32,
                               .mode = (uint32_t)atoi(words[1])};
    char text[32];
    snprintf(text, sizeof text, "%d", descriptor);
    setenv(SPOOL_ENVIRONMENT, text, 1);
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        execv(words[2], words + 2);
        _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    printf("status %x used %llu accesses %llu\n", status, (unsigned long long)h->used,
           (unsigned long long)h->accesses);
    for (uint64_t at = SPOOL_FIRST; at + sizeof(struct spool_segment) < size && at < h->used;) {
        const struct spool_segment *s = (const void *)((const char *)h + at);
        if (s->size == 0) break;
        for (uint64_t k = 0; k < s->filled;) {
            const struct spool_record *r = (const void *)((const char *)(s + 1) + k);
            if (r->bytes < sizeof *r) break;
            show(r);
            k += (r->bytes + 7u) & ~7u;
        }
        at += s->size;
    }
    return 0;
}
