/* output.h - what kernels print. */
#ifndef SYNCSTEP_EMULATOR_OUTPUT_H
#define SYNCSTEP_EMULATOR_OUTPUT_H

#include "core.h"

namespace ss {

/* Everything printed since the last call, block by block in their order, goes to stdout. */
void output_flush(void);
void output_block_end(struct engine *engine);

} // namespace ss

#endif
