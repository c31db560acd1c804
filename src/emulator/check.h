/* check.h - addresses that no allocation answers for, and such that no device can access. */
#ifndef SYNCSTEP_EMULATOR_CHECK_H
#define SYNCSTEP_EMULATOR_CHECK_H

#include "core.h"

namespace ss {

/* Reports lanes of a request outside device memory. Static shared arrays are the parent's to check
 * and -fsanitize=bounds's. head->address is still the absolute one. */
void check_request(struct engine *engine, unsigned warp, const struct spool_request *head,
                   const uint64_t *address, bool affine, enum place place);

/* Reports what was seen in a launch that has ended: launch, block and round are filled in. */
void find_later(const struct finding *finding, uint64_t count);

} // namespace ss

#endif
