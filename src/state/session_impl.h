/* session_impl.h - what a session is, for session*.c only. */
#ifndef SYNCSTEP_STATE_SESSION_IMPL_H
#define SYNCSTEP_STATE_SESSION_IMPL_H

#include "state/session.h"

#include <pthread.h>

struct session_job {
    uint32_t stage;
    struct run_request request;
    struct trace *trace;
    struct analysis *analysis; /* with everything found */
    struct error err;
    int status;
};

enum session_phase { JOB_LOADING, JOB_LOADED, JOB_EXAMINED };

struct session_old {
    struct trace *trace;
    struct analysis *analysis;
    struct session_old *next;
};

struct session {
    char *title;
    struct session_loader loader;
    struct stage **stages;
    uint32_t count, capacity;
    struct session_old *old;
    int pipe[2];
    volatile bool cancelled;

    pthread_mutex_t lock;
    bool working, loaded; /* a worker thread exists; its trace has been taken over */
    enum session_phase phase;
    struct session_job job;
    struct {
        uint32_t stage;
        enum run_variant variant;
        bool fresh;
    } * wanted; /* the last one is next */
    uint32_t wanted_count, wanted_capacity;
};

#endif
