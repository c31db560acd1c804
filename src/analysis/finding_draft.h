/* finding_draft.h - within findings: findings under way. Not for other modules. */
#ifndef SYNCSTEP_ANALYSIS_FINDING_DRAFT_H
#define SYNCSTEP_ANALYSIS_FINDING_DRAFT_H

#include "analysis/finding_text.h"
#include "base/mem.h"

struct finding_draft { /* a finding with where the program meets it */
    struct finding finding;
    uint32_t before;   /* of a call of the host: the launch that comes next; else TRACE_NONE */
    uint32_t at_block; /* position in launch.blocks */
    uint32_t at_round;
    uint32_t request;   /* index into launch.requests; UINT32_MAX = after all others */
    uint32_t number;    /* in which it was found */
    bool cause;         /* of others in its round: it comes before them */
    uint32_t *launches; /* that it was met in; the draft's own */
    uint32_t launch_count, launch_capacity;
};

struct finding_cache {
    struct arena arena;
    struct finding_draft *drafts;
    uint32_t count, capacity;
    struct finding *findings;
    struct finding_list list;
    bool built;
    struct finding_proof proof;
    uint8_t *unseen; /* by diagnostic: 1 = an unset read that the second run did not have: what was
                        there only looked like the filling; NULL none */
    struct slot_faults *slots; /* by launch, where a second run has told more of them, or NULL */
    uint32_t slots_count;
    uint32_t copies[8]; /* of trace.results: copies whose unset bytes the host has used */
    uint32_t copy_count;
    struct finding_local *locals; /* names are the cache's own */
    uint32_t local_count;
    bool copies_unused; /* of all copies: the host uses nothing of what is unset */
    uint32_t cut;       /* the first launch of which accesses are missing that should be there */
};

/* The one that says the same of the same lines, or NULL. */
struct finding_draft *finding_draft_of_group(struct finding_cache *cache,
                                             const struct finding *finding);
/* Counts another one of its group. */
void finding_draft_again(struct finding_draft *group, const struct finding *finding);
/* Notes a launch in which it is met, too. */
void finding_draft_met(struct finding_draft *draft, uint32_t launch);
struct finding_draft *finding_draft_add(struct finding_cache *cache, const struct finding *finding);
struct finding finding_blank(enum trace_fault fault, enum trace_severity severity, uint32_t launch);

/* Is it unproved that unset memory reaches the output? */
bool finding_no_proof(const struct finding_cache *cache);
/* The run has said the same already. */
bool finding_said_by_run(const struct trace *trace, enum trace_fault fault, uint32_t source,
                         uint32_t line);

/* What the run itself has found (finding_own.c). */
void findings_add_own(struct finding_cache *cache, const struct trace *trace);
/* What to do about a launch that was refused, where its sizes tell why or the program has looked
 * at its error already; else NULL. */
const char *finding_launch_advice(struct arena *arena, const struct trace *trace,
                                  const struct trace_diagnostic *d);
/* What the accesses of a launch tell (finding_accesses.c). */
void findings_add_launch(struct finding_cache *cache, struct analysis *analysis, uint32_t index);
/* What to do where a size that the host gave is the likely cause; else NULL (finding_sizes.c). */
const char *finding_size_advice(struct arena *arena, const struct trace *trace,
                                const struct trace_diagnostic *d);
/* Barriers that only some threads of a launch reach (finding_barriers.c). */
void findings_add_barriers(struct finding_cache *cache, const struct trace *trace, uint32_t index);
/* Did the thread of the block (a position) leave before the finding's round, having waited at its
 * barrier in round `since` or later? Then it was there in other turns than the rest. */
bool finding_left_out_of_turn(const struct trace *trace, const struct finding *barrier,
                              uint32_t block, uint32_t since, uint32_t thread);

/* Local variables that are read before they are set (finding_locals.c). */
void findings_add_locals(struct finding_cache *cache);
void findings_free_locals(struct finding_cache *cache);
/* What copies from the device brought to the host, unset (finding_copies.c). */
void findings_add_copies(struct finding_cache *cache, const struct trace *trace);

#endif
