/* collect_findings.h - within the collector: diagnostics of the run. collect_findings.c (reading
 * and merging), collect_words.c (sentences), collect_outside.c (accesses that only the collector
 * sees), collect_failed.c (launches and calls). */
#ifndef SYNCSTEP_RUN_COLLECT_FINDINGS_H
#define SYNCSTEP_RUN_COLLECT_FINDINGS_H

#include "run/collect_impl.h"

enum { FINDING_MESSAGE = 512 }; /* bytes of a sentence */

struct finding_list {
    struct trace_diagnostic *at;
    size_t count, capacity;
};

/* Adds one, or counts it with those like it. */
void findings_add(struct finding_list *list, const struct trace_diagnostic *d);

int64_t findings_divide(int64_t a, int64_t b); /* rounds down */
/* Sentences; `out` has room for FINDING_MESSAGE bytes. */
void findings_say_bounds(const struct meant *meant, const struct trace_diagnostic *d, char *out);
/* A kernel's parameter that points to no device memory. */
void findings_say_pointer(const struct meant *meant, const struct trace_diagnostic *d, char *out);
/* Device memory that was read and is unset; `bytes` of it. doing: "reads", "updates". */
void findings_say_unset(struct collect *c, const struct meant *meant,
                        const struct trace_diagnostic *d, const char *doing, uint64_t bytes,
                        char *out);
/* An access of `width` bytes at an address that is no multiple of it. */
void findings_say_misaligned(const struct meant *meant, const struct trace_diagnostic *d,
                             const char *doing, uint32_t width, char *out);
/* A buffer of the host's that is too small: the n-th argument (from 0) of the call. */
void findings_say_host_buffer(struct collect *c, const char *text, int64_t argument,
                              struct trace_diagnostic *d, char *out);
extern const char *const findings_plain[TRACE_FAULT_COUNT]; /* where nothing else is known; NULL */

/* A launch, or the call at a place of the host's records, that may have failed unseen. */
void findings_launch_error(struct collect *c, const struct launch_info *launch,
                           struct finding_list *list);
void findings_call_error(struct collect *c, size_t at, struct finding_list *list);

#endif
