/* carry_loaders.h - which threads of a block load at each site, and from which round on: how far
 * back it is worth looking for what they have loaded. */
#ifndef SYNCSTEP_ANALYSIS_CARRY_LOADERS_H
#define SYNCSTEP_ANALYSIS_CARRY_LOADERS_H

#include "syncstep/trace.h"

struct carry_loaders { /* of the block that was asked for last */
    const struct trace_launch *launch;
    uint32_t block;
    uint32_t *first_round; /* [site]: TRACE_NONE: never */
    uint32_t *threads;     /* [site]: how many there are, in any round */
};

/* `block`: position in the launch. */
void carry_loaders_find(struct carry_loaders *loaders, const struct trace *trace,
                        const struct trace_launch *launch, uint32_t block);
void carry_loaders_fini(struct carry_loaders *loaders);

#endif
