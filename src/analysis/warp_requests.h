/* warp_requests.h - the requests of one warp in one round, of one kind, with running sums.
 *
 * A warp may make millions of requests in a round; a view that steps through them asks for the
 * list once and then finds everything by position. The last WARP_LISTS lists are kept, so a result
 * lives until so many others have been asked for. Costs: request.h. */
#ifndef SYNCSTEP_ANALYSIS_WARP_REQUESTS_H
#define SYNCSTEP_ANALYSIS_WARP_REQUESTS_H

#include "analysis/analysis.h"

enum { WARP_LISTS = 6 };

/* Of the requests up to this one, this one included, that the same line makes to the same array in
 * the same way (read, write, update). */
struct warp_sums {
    uint64_t sectors, least; /* least: sectors that the bytes asked for would fill */
    uint32_t requests;
};

struct warp_requests {
    uint32_t warp;
    uint32_t count;
    const uint32_t *requests; /* the leading row of each: indices into launch.requests, in order */
    const struct warp_sums *sums; /* global memory only, else NULL */
};

/* `shared`: to shared memory, else to global and constant memory. The warp `warp` if it makes any
 * such request in the round, else the first that does; count 0 when none does. */
const struct warp_requests *warp_requests_get(struct analysis *analysis, uint32_t launch,
                                              uint32_t block, uint32_t round, uint32_t warp,
                                              bool shared);

/* The nearest warp before (direction -1) or behind (1) `warp` that makes such a request in the
 * round; TRACE_NONE: none does. */
uint32_t warp_requests_next(struct analysis *analysis, uint32_t launch, uint32_t block,
                            uint32_t round, uint32_t warp, int direction, bool shared);

#endif
