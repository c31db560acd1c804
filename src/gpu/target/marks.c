/* Which bytes of global memory a launch touches, where not all of its blocks are recorded: a map of
 * bits for what was read and one for what was written, on the device. */
#include "gpu/target/inside.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_REGIONS = 256 };

static bool is_marked(const struct region *region)
{
    return region->bytes && region->kind != TRACE_CONSTANT_SYMBOL;
}

/* The table of regions; returns the words of one map. */
static uint64_t fill_regions(struct probe_region *table, uint32_t *count, uint32_t shift)
{
    uint64_t words = 0;
    for (const struct region *r = inside_regions; r; r = r->next) {
        if (!is_marked(r)) continue;
        if (*count == MOST_REGIONS) return 0;
        table[(*count)++] = (struct probe_region){r->address, r->bytes, words * 32};
        words += ((r->bytes >> shift) + 32) / 32;
    }
    return words;
}

static uint32_t shift_of(uint32_t width)
{
    uint32_t shift = 0;
    while (width >> (shift + 1))
        shift++;
    return shift;
}

void marks_begin(struct recording *r)
{
    struct probe_control *c = &r->control;
    struct probe_region table[MOST_REGIONS];
    const uint32_t shift = shift_of(syncstep_least_width);
    uint32_t count = 0;
    size_t left = 0, all = 0;
    c->regions = 0;
    if (r->grid_blocks <= r->blocks) return;
    r->mark_words = fill_regions(table, &count, shift);
    const size_t bytes = sizeof table + r->mark_words * 2 * sizeof(uint32_t);
    if (r->mark_words == 0 || cudaMemGetInfo(&left, &all) != cudaSuccess || bytes > left / 4)
        return;
    if (cudaMalloc(&r->marks, bytes) != cudaSuccess) {
        cudaGetLastError();
        r->marks = NULL;
        return;
    }
    if (cudaMemset(r->marks, 0, bytes) != cudaSuccess ||
        cudaMemcpy(r->marks, table, count * sizeof *table, cudaMemcpyHostToDevice) != cudaSuccess)
        return;
    c->region = r->marks;
    c->marks[0] = (uint32_t *)((char *)r->marks + sizeof table);
    c->marks[1] = c->marks[0] + r->mark_words;
    c->mark_shift = shift;
    c->regions = count;
}

static uint64_t marked_bytes(const uint32_t *words, uint32_t shift)
{
    uint64_t sum = 0, at = 0;
    for (const struct region *r = inside_regions; r; r = r->next) {
        if (!is_marked(r)) continue;
        uint64_t bytes = 0;
        const uint64_t end = at + ((r->bytes >> shift) + 32) / 32;
        for (; at < end; at++)
            bytes += (uint64_t)__builtin_popcount(words[at]) << shift;
        sum += bytes < r->bytes ? bytes : r->bytes;
    }
    return sum;
}

/* The regions are still those of marks_begin: nothing of the program has run in between. */
void marks_end(struct recording *r, uint32_t launch, bool alive)
{
    const struct probe_control *c = &r->control;
    const size_t bytes = r->mark_words * sizeof(uint32_t);
    uint32_t *words = alive && c->regions ? malloc(2 * bytes) : NULL;
    if (words && cudaMemcpy(words, c->marks[0], 2 * bytes, cudaMemcpyDeviceToHost) == cudaSuccess) {
        struct spool_touched *record = outbox_record(SPOOL_TOUCHED, sizeof *record);
        if (record) {
            record->launch = launch;
            record->read = marked_bytes(words, c->mark_shift);
            record->written = marked_bytes(words + r->mark_words, c->mark_shift);
        }
        outbox_commit();
    }
    free(words);
    if (r->marks && alive) cudaFree(r->marks);
    r->marks = NULL;
}
