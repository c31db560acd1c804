/* finding_text.h - within findings: the words. All strings come from the arena. */
#ifndef SYNCSTEP_ANALYSIS_FINDING_TEXT_H
#define SYNCSTEP_ANALYSIS_FINDING_TEXT_H

#include "analysis/findings.h"
#include "analysis/slots.h"
#include "base/mem.h"

/* "shared[64]", "tile[3][5]", "counter" for a scalar. */
const char *finding_slot_name(struct arena *arena, const struct trace *trace,
                              const struct trace_launch *launch, enum trace_space space,
                              uint32_t object, int64_t slot);
/* The array or allocation, by the parameter that points to its start, else as the host calls it:
 * slots count from there. */
const char *finding_object_name(const struct trace *trace, const struct trace_launch *launch,
                                enum trace_space space, uint32_t object, int64_t slot);
/* "thread 5", "thread (5,3)"; "block 0", "block (1,0)". */
const char *finding_thread(struct arena *arena, const struct trace_launch *launch, uint32_t thread);
const char *finding_block(struct arena *arena, const struct trace_launch *launch, uint32_t block);

struct finding_proof { /* what running again with other left-overs in unset memory has shown */
    enum finding_second_run run;
    uint32_t line; /* FINDING_OTHER: where other values came to the host; 0: it shows elsewhere */
};
/* A sentence about it; "" where there was no second run. */
const char *finding_proof_words(struct arena *arena, const struct finding_proof *proof);

enum finding_company { /* of a race within a warp */
                       FINDING_ALONE,
                       FINDING_MENDED, /* the same lines race between warps, too */
                       FINDING_WIDER   /* one of its lines does: a barrier of the block is wanted
                                          there anyway */
};

/* Fill headline, because, also, advice and marks. */
void finding_describe_race(struct arena *arena, const struct trace *trace,
                           const struct trace_launch *launch, const struct race *race,
                           enum finding_company company, struct finding *finding);
/* The advice where a barrier would help one block, and there are several. */
const char *finding_advice_in_place(void);
void finding_describe_slots(struct arena *arena, const struct trace *trace,
                            const struct trace_launch *launch, const struct slot_fault *fault,
                            const struct finding_proof *proof, struct finding *finding);
/* For the run's own diagnostics: what to do about this kind of fault. */
const char *finding_advice(enum trace_fault fault);

#endif
