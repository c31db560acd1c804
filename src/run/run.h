/* run.h - runs an instrumented program and makes a trace of what it did. */
#ifndef SYNCSTEP_RUN_RUN_H
#define SYNCSTEP_RUN_RUN_H

#include "base/error.h"
#include "build/build.h"
#include "run/program.h"
#include "run/spool.h"
#include "syncstep/trace.h"
#include "trace/builder.h"

#include <stdbool.h>
#include <stdint.h>

struct run_limits { /* what exceeds them is counted and said, not kept */
    uint64_t max_accesses;
    uint32_t first_launch, last_launch; /* ordinals, inclusive */
    uint32_t first_block, last_block;
    uint32_t value_blocks, value_times;
};
#define RUN_LIMITS_DEFAULT                                                                         \
    {                                                                                              \
        .max_accesses = 32000000, .last_launch = 63, .last_block = 63, .value_blocks = 4,          \
        .value_times = 32                                                                          \
    }

/* A program that gets on (rounds of blocks end, launches, copies) may take so many time limits. */
enum { RUN_PATIENCE = 5 };

struct run_progress {
    double seconds;
    uint64_t accesses, heartbeat;
};

struct run_settings {
    const struct build_result *build;
    const char *const *arguments; /* of the program, NULL-terminated; NULL = none */
    const char *defines;          /* as given, for the trace's header; NULL = "" */
    const char *as;               /* "written", "compiled" */
    struct run_limits limits;
    enum spool_schedule schedule;
    uint64_t seed;
    uint32_t fill;            /* byte that unset memory is filled with */
    uint32_t only, only_fill; /* but one allocation, by its number, with this one; 0 none */
    /* Of a program that was built so (build_request.fill_locals): see spool_header. */
    bool fill_locals;
    uint32_t local_first, local_last, local_fill, local_plain;
    bool results;     /* the trace says by checksums what the host got: trace.results */
    uint32_t workers; /* OS threads for blocks; 0 = number of cores */
    double timeout;   /* seconds without progress, RUN_PATIENCE times as long in all; 0 = none */
    bool own_input;   /* the program reads our standard input, else an empty one */
    bool pass_output; /* the program's output also goes to ours */
    /* Called several times a second while the program runs; true = end it. NULL is fine. */
    bool (*progress)(void *context, const struct run_progress *progress);
    void *context;
};

/* Runs the program to its end, whatever that is: a crash, a dead lock or a time-out is a diagnostic
 * in the trace. -1 and err only when it could not be run at all. The working directory is ours. */
int run_program(const struct run_settings *settings, struct trace **trace, struct error *err);

/* ---- For other back ends: the same with an executable and resolver of one's own ---- */

struct run_spool {
    int fd;
    void *map;
    size_t size;
};
/* Creates a spool whose header asks for what the settings say. */
int run_spool_open(struct run_spool *spool, const struct run_settings *settings, struct error *err);
void run_spool_close(struct run_spool *spool);

/* Runs `executable` with the spool, and fills the builder's header with how it ended: exit status,
 * output, and a diagnostic for a crash or time-out that the program's run-time did not report. */
struct run_outcome {
    int status, signal;
    bool timed_out;
    bool in_all; /* it got on, but the time for all of it was up */
    bool stopped;
};
int run_executable(const struct run_settings *settings, const char *executable,
                   struct run_spool *spool, struct trace_builder *builder,
                   struct run_outcome *outcome, struct error *err);
/* After collect(): adds that diagnostic. */
void run_explain(struct trace_builder *builder, const struct run_settings *settings,
                 const struct run_outcome *outcome);

#endif
