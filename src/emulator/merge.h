/* merge.h - lanes' logs to warp requests. */
#ifndef SYNCSTEP_EMULATOR_MERGE_H
#define SYNCSTEP_EMULATOR_MERGE_H

#include "core.h"

namespace ss {

/* Merges and records what can be said already: as long as no lane that may still act before the
 * others has an empty log. */
void merge_warp(struct engine *engine, unsigned warp);
/* Merges all that is there: the block will not go on. */
void merge_all(struct engine *engine, unsigned warp);

} // namespace ss

#endif
