/* child.h - runs a person's program as a process of its own: output captured, time limited, the
 * whole process group ended. Thread-safe; installs no signal handlers. */
#ifndef SYNCSTEP_RUN_CHILD_H
#define SYNCSTEP_RUN_CHILD_H

#include "base/error.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

enum { CHILD_OUTPUT = 1 << 20 }; /* bytes of each stream that are kept */
enum { CHILD_STRETCH = 4 }; /* times a limit by the clock, at most, while the machine is busy */

struct child {
    const char *executable;
    const char *const *argv; /* NULL ends it */
    int spool;               /* descriptor to hand over in the environment */
    bool own_input;          /* standard input is the caller's, else empty */
    bool pass_output;        /* standard output and error go to ours too */
    /* Limits, in seconds that do not count while the program waits for a processor. */
    double seconds; /* without progress; 0 = no limit */
    double most;    /* in all; 0 = no limit */
    /* Changes while the program gets on (NULL: seconds in all); `processor` is the time in seconds
     * that it has had of one. */
    uint64_t (*progress)(void *context, double processor);
    /* Asked several times a second; true = end the program now. */
    bool (*cancelled)(void *context);
    void *context;
    /* Results. */
    struct str output, errors; /* initialised by child_run; str_fini them */
    int status;                /* 128 + n after signal n */
    int signal;                /* that ended it, or 0 */
    bool timed_out, stopped;   /* stopped: because `cancelled` said so */
    bool in_all;               /* timed out after `most` seconds, not for want of progress */
};

/* 0 when the program ran, however it ended; -1 and err when it could not be started. */
int child_run(struct child *child, struct error *err);

#endif
