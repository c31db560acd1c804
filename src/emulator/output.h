/* output.h - what kernels print. */
#ifndef SYNCSTEP_EMULATOR_OUTPUT_H
#define SYNCSTEP_EMULATOR_OUTPUT_H

#include <stddef.h>

namespace ss {

/* Everything printed since the last call, block by block in their order, goes to stdout. */
void output_flush(void);

} // namespace ss

#endif
