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

#endif
