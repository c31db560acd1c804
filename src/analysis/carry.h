/* carry.h - inside the analysis of one round only: which loads go into a register that a later
 * store takes, "v = s[t - 1]; __syncthreads(); s[t] += v", as the program's text has it.
 *
 * A small reader of assignments: it knows statements, brackets and names, no types and no scopes
 * but the function's. What it cannot tell from the text alone the values have to prove. */
#ifndef SYNCSTEP_ANALYSIS_CARRY_H
#define SYNCSTEP_ANALYSIS_CARRY_H

#include "syncstep/trace.h"

enum { CARRY_LINKS = 96 };

/* How what one site loads comes to a line that stores. */
struct carry_link {
    uint32_t site;
    uint32_t line, name; /* of the load; sites with the same name load into the same variable */
    bool sure;           /* false: the value written has to prove it */
    bool at_once; /* the variable is set each time, loaded or not: only the last time counts */
};

struct carry_links {
    bool known;  /* false: there is no text that tells, and nothing is listed */
    bool copies; /* the line stores the variable and nothing else, and that is what was loaded */
    uint32_t count;
    struct carry_link links[CARRY_LINKS];
};

struct carry; /* what was found so far */
struct carry *carry_create(const struct trace *trace);
void carry_destroy(struct carry *carry); /* NULL is fine */

/* For a line that stores. Lives as long as `carry`. */
const struct carry_links *carry_links_of(struct carry *carry, uint32_t source, uint32_t line);

/* Of a block of a launch; until another one is asked for. */
struct carry_loaders;
const struct carry_loaders *carry_loaders_of(struct carry *carry, const struct trace_launch *launch,
                                             uint32_t block);

#endif
