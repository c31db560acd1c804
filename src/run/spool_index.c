#include "run/spool_index.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* The least size of each type of record. */
static const uint32_t fixed_size[] = {
    [SPOOL_LAUNCH] = sizeof(struct spool_launch),
    [SPOOL_LAUNCH_END] = sizeof(struct spool_launch_end),
    [SPOOL_BLOCK] = sizeof(struct spool_block),
    [SPOOL_BLOCK_END] = sizeof(struct spool_block),
    [SPOOL_REQUESTS] = sizeof(struct spool_requests),
    [SPOOL_SNAPSHOT] = sizeof(struct spool_snapshot),
    [SPOOL_ALLOCATION] = sizeof(struct spool_allocation),
    [SPOOL_FREE] = sizeof(struct spool_free),
    [SPOOL_PARAMETER] = sizeof(struct spool_parameter),
    [SPOOL_TIMING] = sizeof(struct spool_timing),
    [SPOOL_DIAGNOSTIC] = sizeof(struct spool_diagnostic),
    [SPOOL_DROPPED] = sizeof(struct spool_dropped),
    [SPOOL_DEVICE] = sizeof(struct spool_device),
    [SPOOL_TIME] = sizeof(struct spool_time),
    [SPOOL_ERROR] = sizeof(struct spool_error),
    [SPOOL_TRANSFER] = sizeof(struct spool_transfer),
    [SPOOL_ARRAY] = sizeof(struct spool_array),
    [SPOOL_READING] = sizeof(struct spool_reading),
    [SPOOL_TOUCHED] = sizeof(struct spool_touched),
    [SPOOL_RESULT] = sizeof(struct spool_result),
};

enum { TYPE_COUNT = sizeof fixed_size / sizeof fixed_size[0] };

static void add_entry(struct spool_entry **list, size_t *count, size_t *capacity, uint32_t launch,
                      uint32_t block, uint32_t round, const struct spool_record *record)
{
    MEM_GROW(*list, *count, *capacity);
    (*list)[*count] = (struct spool_entry){launch, block, round, (uint32_t)*count, record};
    ++*count;
}

static void add_record(struct spool_index *index, const struct spool_record *record)
{
    const struct spool_requests *requests = (const void *)record;
    const struct spool_snapshot *snapshot = (const void *)record;
    const struct spool_block *block = (const void *)record;
    switch (record->type) {
    case SPOOL_REQUESTS:
        add_entry(&index->requests, &index->request_count, &index->request_capacity,
                  requests->launch, requests->block, requests->round, record);
        break;
    case SPOOL_SNAPSHOT:
        if (snapshot->size > record->bytes - sizeof *snapshot) break;
        add_entry(&index->snapshots, &index->snapshot_count, &index->snapshot_capacity,
                  snapshot->launch, snapshot->block, snapshot->round, record);
        break;
    case SPOOL_BLOCK:
    case SPOOL_BLOCK_END:
        add_entry(&index->blocks, &index->block_count, &index->block_capacity, block->launch,
                  block->block, 0, record);
        break;
    default:
        MEM_GROW(index->host, index->host_count, index->host_capacity);
        index->host[index->host_count++] = record;
    }
}

static void read_segment(struct spool_index *index, const char *from, uint64_t length)
{
    while (length >= sizeof(struct spool_record)) {
        const struct spool_record *record = (const void *)from;
        uint32_t type = record->type, bytes = record->bytes;
        if (bytes % 8 || bytes < sizeof *record || bytes > length) return;
        if (type && type < TYPE_COUNT && bytes >= fixed_size[type]) add_record(index, record);
        from += bytes;
        length -= bytes;
    }
}

static int by_round(const void *a, const void *b)
{
    const struct spool_entry *one = a, *two = b;
    if (one->launch != two->launch) return one->launch < two->launch ? -1 : 1;
    if (one->block != two->block) return one->block < two->block ? -1 : 1;
    if (one->round != two->round) return one->round < two->round ? -1 : 1;
    return one->order < two->order ? -1 : 1;
}

static void sort(struct spool_entry *entries, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (by_round(&entries[i - 1], &entries[i]) > 0) {
            qsort(entries, count, sizeof *entries, by_round);
            return;
        }
}

void spool_index_init(struct spool_index *index, const void *spool, size_t size)
{
    const struct spool_header *header = spool;
    memset(index, 0, sizeof *index);
    if (size < SPOOL_FIRST || header->magic != SPOOL_MAGIC || header->version != SPOOL_VERSION)
        return;
    uint64_t used = __atomic_load_n(&header->used, __ATOMIC_ACQUIRE);
    index->overflow = used > header->capacity;
    if (used > size) used = size;
    for (uint64_t at = SPOOL_FIRST; at + sizeof(struct spool_segment) <= used;) {
        const struct spool_segment *segment = (const void *)((const char *)spool + at);
        uint64_t bytes = segment->size, left = used - at;
        if (!bytes) {          /* claimed, but the writer died before it said how much */
            at += SPOOL_SMALL; /* what it claimed beyond that is 0 as well */
            continue;
        }
        if (bytes < sizeof *segment || bytes % 8) break;
        if (bytes > left) bytes = left; /* the file ends in it */
        uint64_t filled = __atomic_load_n(&segment->filled, __ATOMIC_ACQUIRE);
        if (filled > bytes - sizeof *segment) filled = bytes - sizeof *segment;
        read_segment(index, (const char *)(segment + 1), filled);
        at += bytes;
    }
    sort(index->requests, index->request_count);
    sort(index->snapshots, index->snapshot_count);
    sort(index->blocks, index->block_count);
}

void spool_index_fini(struct spool_index *index)
{
    free(index->host);
    free(index->requests);
    free(index->snapshots);
    free(index->blocks);
}

size_t spool_entries_of(const struct spool_entry *entries, size_t count, uint32_t launch,
                        size_t *first)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (entries[middle].launch < launch)
            low = middle + 1;
        else
            high = middle;
    }
    *first = low;
    while (low < count && entries[low].launch == launch)
        low++;
    return low;
}

const char *spool_text(const struct spool_record *record, size_t fixed)
{
    const char *text = (const char *)record + fixed;
    if (record->bytes <= fixed || !memchr(text, 0, record->bytes - fixed)) return "";
    return text;
}
