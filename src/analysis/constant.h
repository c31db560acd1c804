/* constant.h - what a request to constant memory costs.
 *
 * The constant cache hands out one piece at a time, to every lane that wants it (CUDA C++
 * programming guide, performance guidelines, constant memory: as many requests as there are
 * different addresses). A piece is a word, or eight bytes of an access that has as many; 16 bytes
 * are two (measured on an H200: tests/gpu/constant_rules.sh). Each piece is a pass. */
#ifndef SYNCSTEP_ANALYSIS_CONSTANT_H
#define SYNCSTEP_ANALYSIS_CONSTANT_H

#include "analysis/request.h"

enum { CONSTANT_WIDEST = 32 }; /* bytes of an access that are looked at */
enum { CONSTANT_MOST = TRACE_LANES * (CONSTANT_WIDEST / 4 + 1) };

struct constant_pieces {
    uint64_t address[CONSTANT_MOST]; /* distinct ones, by their first lane; multiples of 4, or 8 */
    uint32_t lanes[CONSTANT_MOST];   /* who wants it */
    uint32_t count;                  /* passes */
};

/* All pieces that each lane's bytes lie in, of all rows of the request. */
void constant_pieces(const struct request_lanes *lanes, struct constant_pieces *pieces);

#endif
