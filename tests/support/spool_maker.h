/* spool_maker.h - spools made by hand, as an instrumented program would leave them, and a resolver
 * for a program that never was. */
#ifndef TESTS_SUPPORT_SPOOL_MAKER_H
#define TESTS_SUPPORT_SPOOL_MAKER_H

#include "run/program.h"
#include "run/spool.h"
#include "trace/builder.h"

#include <stddef.h>

struct spool_maker {
    uint8_t *bytes;
    size_t size;
    size_t segment; /* offset of the one being filled */
};

void spool_maker_init(struct spool_maker *m, size_t size);
void spool_maker_fini(struct spool_maker *m);
void spool_maker_segment(struct spool_maker *m); /* another writer goes on */
/* A record of `bytes`, and a text or bytes behind it. Fills in the head. */
void spool_maker_add(struct spool_maker *m, uint32_t type, void *record, size_t bytes,
                     const void *tail, size_t tail_bytes);

/* Requests of one round: spool_maker_request collects them, spool_maker_round writes the record. */
struct spool_row {
    struct spool_request head;
    const int64_t *deltas; /* popcount(mask), or NULL = affine */
    const void *values;
};
void spool_maker_round(struct spool_maker *m, uint32_t launch, uint32_t block, uint32_t round,
                       const struct spool_row *rows, size_t count);
void spool_maker_snapshot(struct spool_maker *m, uint32_t launch, uint32_t block, uint32_t round,
                          uint32_t offset, const void *bytes, uint32_t size);
void spool_maker_block_end(struct spool_maker *m, uint32_t launch, uint32_t block, uint32_t rounds);

/* A whole run: kernel k<<<2, 40, 64>>> with shared s[40] and t[2][4] int, dynamic d[] float, device
 * memory `in`, the second launch refused. Used by the unit test and as the fuzzer's start. */
void spool_maker_sample(struct spool_maker *m);
/* A block of its first launch: two rounds, 107 accesses. */
void spool_maker_sample_block(struct spool_maker *m, uint32_t block);

/* Arrays s at region 1000, t at 2000, dynamic d; constant `c` of 16 bytes at 64; site n is line n.
 */
struct site_resolver *sample_resolver(struct trace_builder *builder);

#endif
