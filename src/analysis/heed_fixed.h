/* heed_fixed.h - within heed: expressions that are the same whichever thread works them out. */
#ifndef SYNCSTEP_ANALYSIS_HEED_FIXED_H
#define SYNCSTEP_ANALYSIS_HEED_FIXED_H

#include "analysis/heed_text.h"

/* Behind the expression that begins at `from`. */
uint32_t heed_expression_end(const struct heed_text *text, uint32_t from);

/* Numbers, names of constants (macros, const, constexpr, enum, template parameters) and operators;
 * or by itself a parameter of the kernel that nothing changes, or blockDim and gridDim. `text`: of
 * the source, in which the expression stands in a function. */
bool heed_is_fixed(const struct trace *trace, const struct heed_text *text, uint32_t from,
                   uint32_t end);

struct heed_call { /* of a function that is no kernel, and which of its arguments is meant */
    const struct heed_token *function; /* its name */
    uint32_t position, count;          /* of so many */
};

/* The name is that of a parameter that its function never writes to, nor gives away. */
bool heed_of_call(const struct trace *trace, const struct heed_text *text, uint32_t name,
                  struct heed_call *call);

/* What all calls in the program's text give the function there: a number that tells such arguments
 * apart; 0 where it may be different from call to call, or from thread to thread
 * (heed_argument.c). */
uint64_t heed_argument(const struct trace *trace, const struct heed_call *call);

uint64_t heed_hash(const struct heed_text *text, uint32_t first, uint32_t behind);

#endif
