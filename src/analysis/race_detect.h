/* race_detect.h - within the race detector: which words of shared and global memory are worth a
 * closer look, by a shadow of each. */
#ifndef SYNCSTEP_ANALYSIS_RACE_DETECT_H
#define SYNCSTEP_ANALYSIS_RACE_DETECT_H

#include "analysis/race_find.h"

enum {
    SEEN = 4096,
    MAX_SHARED = 1 << 20,
    PAGE = 4096,
    MAX_GATHERED = 1 << 20, /* accesses to global memory that are kept at a time */
    MAX_PARTS = 256
};
#define MAX_WORDS ((uint64_t)1 << 36)

enum shadow_flags {
    SHADOW_WRITTEN = 1, /* since the stretch began: a round; for global words also a launch */
    SHADOW_PLAIN = 2,   /* touched other than by an atomic */
    SHADOW_MANY = 4,    /* by several threads */
    SHADOW_HOT = 8,     /* written, plain and many at once, in one round */
    SHADOW_EVER_WRITTEN = 16,
    SHADOW_EVER_PLAIN = 32,
    SHADOW_BLOCKS = 64,
    SHADOW_KEEP_GLOBAL = SHADOW_HOT | SHADOW_EVER_WRITTEN | SHADOW_EVER_PLAIN | SHADOW_BLOCKS
};

struct shadow {
    uint32_t stamp; /* of the round; 0 = never */
    uint16_t owner; /* last thread */
    uint8_t flags;
};

struct page { /* shadow of PAGE words */
    struct shadow shadow[PAGE];
    uint32_t block[PAGE]; /* position of the block that came last */
};

struct region { /* one written allocation; pages are made where it is touched */
    uint64_t first, words;
    struct page **pages;
};

struct seen { /* a request that was looked at in this stretch already */
    uint64_t stretch;
    uint32_t request, epoch;
};

struct detector {
    struct race_finder finder;
    struct shadow *shared;
    uint64_t shared_words;
    struct seen seen[SEEN];
    uint64_t stretch;
    uint32_t stamp;         /* of the round in the shadows */
    struct region *regions; /* by allocation; words 0 = not written in this launch */
    bool any_region;
    /* Global accesses are gathered a part of the words at a time: */
    uint32_t parts, part;
    uint64_t gathered; /* in this part, kept or not */
};

/* True when an equal request (to the same addresses, by the same lanes, with nothing between that
 * may order memory) has been here since the stretch began; for a race the second adds nothing. */
static inline bool seen_before(struct detector *d, uint32_t index, uint32_t epoch)
{
    const struct trace_request *r = &d->finder.launch->requests[index];
    if (r->flags & TRACE_SCATTERED) return false;
    uint64_t hash = (uint64_t)r->offset * 0x9e3779b97f4a7c15ull;
    hash ^= ((uint64_t)r->mask << 32 | (uint32_t)r->stride) * 0xc2b2ae3d27d4eb4full;
    hash ^= ((uint64_t)r->warp << 40 | (uint64_t)r->site << 8 | r->kind) * 0x165667b19e3779f9ull;
    hash += epoch * 0x27d4eb2f165667c5ull;
    struct seen *seen = &d->seen[(hash ^ hash >> 29) * 0x9e3779b97f4a7c15ull >> 52];
    if (seen->stretch == d->stretch && seen->epoch == epoch) {
        const struct trace_request *old = &d->finder.launch->requests[seen->request];
        if (old->offset == r->offset && old->mask == r->mask && old->stride == r->stride &&
            old->warp == r->warp && old->site == r->site && old->kind == r->kind &&
            old->object == r->object && old->space == r->space && old->width == r->width &&
            old->flags == r->flags)
            return true;
    }
    *seen = (struct seen){d->stretch, index, epoch};
    return false;
}

/* `keep`: flags that outlive the round. */
static inline void touch(struct shadow *shadow, uint32_t stamp, uint32_t thread, uint8_t keep,
                         const struct trace_request *request)
{
    if (shadow->stamp != stamp) {
        shadow->stamp = stamp;
        shadow->owner = (uint16_t)thread;
        shadow->flags &= keep;
    } else if (shadow->owner != thread) {
        shadow->flags |= SHADOW_MANY;
    }
    if (request->kind != TRACE_LOAD) shadow->flags |= SHADOW_WRITTEN | SHADOW_EVER_WRITTEN;
    if (request->kind != TRACE_ATOMIC) shadow->flags |= SHADOW_PLAIN | SHADOW_EVER_PLAIN;
    if (request->flags & TRACE_BLOCK_SCOPE) shadow->flags |= SHADOW_EVER_PLAIN; /* to others */
    if ((shadow->flags & 7) == 7) shadow->flags |= SHADOW_HOT;
}

/* The words of one lane's access and which bytes of each. */
struct span {
    uint64_t first, last;
    uint64_t start, end; /* bytes */
};

static inline bool make_span(int64_t start, uint32_t width, uint64_t limit, struct span *span)
{
    if (start < 0 || (uint64_t)start + width > limit) return false;
    span->start = (uint64_t)start;
    span->end = span->start + width;
    span->first = span->start / RACE_WORD;
    span->last = (span->end - 1) / RACE_WORD;
    return true;
}

static inline uint8_t bytes_in(const struct span *span, uint64_t word)
{
    uint64_t low = word * RACE_WORD;
    uint64_t from = span->start > low ? span->start - low : 0;
    uint64_t to = span->end - low < RACE_WORD ? span->end - low : RACE_WORD;
    return (uint8_t)((1u << to) - (1u << from));
}

/* Global memory (race_global.c). */
void race_find_regions(struct detector *d);   /* which allocations are written, and where */
void race_examine_global(struct detector *d); /* judges them, all blocks together */

#endif
