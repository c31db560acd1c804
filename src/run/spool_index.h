/* spool_index.h - the records of a spool, found and sorted. The program that wrote it may have gone
 * astray: every size is checked here, so that the users of the index may read the fixed part of a
 * record of its type and `bytes` in all. */
#ifndef SYNCSTEP_RUN_SPOOL_INDEX_H
#define SYNCSTEP_RUN_SPOOL_INDEX_H

#include "run/spool.h"

#include <stdbool.h>
#include <stddef.h>

/* A record that belongs to a round of a block. */
struct spool_entry {
    uint32_t launch, block, round;
    uint32_t order; /* position in the file */
    const struct spool_record *record;
};

struct spool_index {
    const struct spool_record **host; /* all others, in the file's order */
    size_t host_count, host_capacity;
    struct spool_entry *requests; /* SPOOL_REQUESTS, by launch, block, round, order */
    size_t request_count, request_capacity;
    struct spool_entry *snapshots; /* SPOOL_SNAPSHOT, likewise */
    size_t snapshot_count, snapshot_capacity;
    struct spool_entry *blocks; /* SPOOL_BLOCK and SPOOL_BLOCK_END; round 0 */
    size_t block_count, block_capacity;
    bool overflow; /* the spool was full: something is missing */
};

void spool_index_init(struct spool_index *index, const void *spool, size_t size);
void spool_index_fini(struct spool_index *index);

/* The entries [*first, last) of a sorted list that belong to a launch. */
size_t spool_entries_of(const struct spool_entry *entries, size_t count, uint32_t launch,
                        size_t *first);

/* The NUL-terminated text behind the fixed part of a record; "" if there is none. */
const char *spool_text(const struct spool_record *record, size_t fixed);

#endif
