/* output.h - what kernels print. */
#ifndef SYNCSTEP_EMULATOR_OUTPUT_H
#define SYNCSTEP_EMULATOR_OUTPUT_H

#include "core.h"

namespace ss {

/* Everything said since the last call, block by block in their order, goes out, except for what
 * blocks from `end` on have said: how far they got beside one that failed is chance. */
void output_flush(uint64_t end);
/* A line for stderr, of a thread that fails. */
void output_error(struct engine *engine, const char *text);
void output_block_end(struct engine *engine);

} // namespace ss

#endif
