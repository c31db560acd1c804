/* record.h - merged requests on their way into the spool. */
#ifndef SYNCSTEP_EMULATOR_RECORD_H
#define SYNCSTEP_EMULATOR_RECORD_H

#include "core.h"

namespace ss {

void record_begin(struct engine *engine); /* a block that is recorded */
/* Splits a request by what it touches, checks its addresses, counts it, charges the model, and
 * writes it where it is recorded. The request's arrays may be overwritten. */
void record_request(struct engine *engine, unsigned warp, struct request *request);
/* All of a warp's requests of the round are known: those held back for their values go out. */
void record_round_end(struct engine *engine, unsigned warp);
void record_round_begin(struct engine *engine); /* after a barrier */
void record_close(struct engine *engine);       /* makes what was written visible */
void record_snapshot(struct engine *engine);
/* Accesses of a site (offset in the image) that are only counted. */
void record_dropped(struct engine *engine, uint32_t site, uint64_t accesses);
void dropped_flush(struct engine *engine); /* counts by site of what was not kept */
/* The last words of a block that will not go on. */
void record_stop(struct engine *engine, const struct finding *finding);

} // namespace ss

#endif
