/* collect_diagnostics.h - within the collector: diagnostics of the run. collect_diagnostics.c
 * (reading and merging), collect_words.c (sentences), collect_outside.c (accesses that only the
 * collector sees), collect_failed.c (launches and calls). */
#ifndef SYNCSTEP_RUN_COLLECT_DIAGNOSTICS_H
#define SYNCSTEP_RUN_COLLECT_DIAGNOSTICS_H

#include "run/collect_impl.h"

enum { DIAGNOSTIC_MESSAGE = 512 }; /* bytes of a sentence */

struct diagnostic_list {
    struct trace_diagnostic *at;
    size_t count, capacity;
};

/* The launch that comes behind a place of the host's records; their count where none does. */
uint32_t diagnostics_next_launch(const struct collect *c, size_t at);
/* Adds one, or counts it with those like it. */
void diagnostics_add(struct diagnostic_list *list, const struct trace_diagnostic *d);

int64_t diagnostics_divide(int64_t a, int64_t b); /* rounds down */
/* "data[5]", "data[5].mass" for `bytes` of a struct, or the byte where elements are not known. */
void diagnostics_place(struct collect *c, const struct meant *meant, uint64_t bytes, char *out,
                       size_t size);
/* Sentences; `out` has room for DIAGNOSTIC_MESSAGE bytes. */
void diagnostics_say_bounds(const struct meant *meant, const struct trace_diagnostic *d, char *out);
/* A kernel's parameter that points to no device memory. */
void diagnostics_say_pointer(const struct meant *meant, const struct trace_diagnostic *d,
                             char *out);
/* An address near 0 in device code; `text`: what the run said. False: it is none. */
bool diagnostics_say_null(struct collect *c, const struct launch_info *launch,
                          const struct trace_diagnostic *d, const char *text, char *out);
/* Device memory that was read and is unset; `bytes` of it. doing: "reads", "updates". */
void diagnostics_say_unset(struct collect *c, const struct meant *meant,
                           const struct trace_diagnostic *d, const char *doing, uint64_t bytes,
                           char *out);
/* An access of `width` bytes at an address that is no multiple of it. */
void diagnostics_say_misaligned(const struct meant *meant, const struct trace_diagnostic *d,
                                const char *doing, uint32_t width, char *out);
/* A buffer of the host's that is too small: the n-th argument (from 0) of the call. */
void diagnostics_say_host_buffer(struct collect *c, const char *text, int64_t argument,
                                 struct trace_diagnostic *d, char *out);
/* The host uses what a launch or a copy, whose place in host code is `at`, may still be using;
 * deeds: "r" or "w", the host's and then the other's. False: it waits there, in a loop. */
bool diagnostics_say_unwaited(struct collect *c, const struct meant *meant,
                              struct trace_diagnostic *d, const struct launch_info *launch,
                              const char *deeds, uint64_t at, char *out);
/* "while (*flag == 0)" is how a host waits for a kernel: the line has a while. */
bool diagnostics_in_a_loop(struct collect *c, const struct trace_diagnostic *d);
/* The program reckons with cudaErrorNotReady from the call of that name on the line: it stands in
 * the condition of a while, or what it returns is looked at for that. */
bool diagnostics_asks_again(struct collect *c, const struct trace_diagnostic *d, const char *call);
extern const char
    *const diagnostics_plain[TRACE_FAULT_COUNT]; /* where nothing else is known; NULL */

/* Launches and calls that may have failed unseen. */
void diagnostics_failed(struct collect *c, struct diagnostic_list *list);

#endif
