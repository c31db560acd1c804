/* How traces come to be: one at a time, in a worker thread; what it made is taken over by
 * session_poll. */
#include "analysis/findings.h"
#include "base/mem.h"
#include "state/session_impl.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void enter_phase(struct session *session, enum session_phase phase)
{
    char byte = 1;
    pthread_mutex_lock(&session->lock);
    session->phase = phase;
    /* under the lock: once the main thread has seen the last phase, the pipe may be closed */
    while (write(session->pipe[1], &byte, 1) < 0 && errno == EINTR)
        continue;
    pthread_mutex_unlock(&session->lock);
}

static void work(struct session *session)
{
    struct session_job *job = &session->job;
    struct trace *trace = NULL;
    job->status = session->loader.load(session->loader.context, session->stages[job->stage],
                                       &job->request, &trace, &job->err);
    job->trace = trace;
    bool examine = job->status == 0 && !session->cancelled;
    enter_phase(session, JOB_LOADED);
    if (examine) {
        struct analysis *analysis = analysis_create(trace);
        findings_get(analysis);
        job->analysis = analysis;
    }
    enter_phase(session, JOB_EXAMINED);
}

/* A stack that has overflown is none to handle the signal on, and each thread needs another one of
 * its own: here the far end of the same. */
static void *start_work(void *session)
{
    char memory[65536];
    const stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory},
                  none = {.ss_flags = SS_DISABLE};
    sigaltstack(&stack, NULL);
    work(session);
    sigaltstack(&none, NULL);
    return NULL;
}

static void start_next(struct session *session)
{
    if (session->working || session->wanted_count == 0) return;
    uint32_t stage = session->wanted[session->wanted_count - 1].stage;
    enum run_variant variant = session->wanted[session->wanted_count - 1].variant;
    bool fresh = session->wanted[session->wanted_count - 1].fresh;
    session->wanted_count--;
    struct stage *s = session->stages[stage];
    session->job = (struct session_job){.stage = stage,
                                        .request = {.variant = variant,
                                                    .order = s->order,
                                                    .fresh = fresh,
                                                    .cancelled = &session->cancelled}};
    session->phase = JOB_LOADING;
    session->loaded = false;
    /* Signals are the main thread's business, but for those of a thread's own doing: blocked, they
     * would end the process with the terminal as it is. */
    static const int own[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS, SIGABRT};
    sigset_t others, before;
    sigfillset(&others);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        sigdelset(&others, own[i]);
    pthread_sigmask(SIG_SETMASK, &others, &before);
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    int failed = pthread_create(&thread, &attributes, start_work, session);
    pthread_attr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    struct stage_run *run = &s->runs[variant];
    if (failed) {
        run->status = RUN_FAILED;
        free(run->failure);
        run->failure = mem_strdup(strerror(failed));
        return;
    }
    session->working = true;
    run->status = RUN_WORKING;
}

void session_want(struct session *session, uint32_t stage, bool fresh)
{
    session_want_run(session, stage, session->stages[stage]->variant, fresh);
}

void session_want_times(struct session *session)
{
    static const enum run_variant order[] = {RUN_GPU_COMPILED, RUN_RECORDING, RUN_EMULATOR};
    for (uint32_t stage = session->count; stage-- > 0;)
        for (size_t i = 0; i < sizeof order / sizeof *order; i++)
            if (session_has(session, stage, order[i])) {
                session_want_run(session, stage, order[i], false);
                break;
            }
}

void session_want_run(struct session *session, uint32_t stage, enum run_variant variant, bool fresh)
{
    struct stage_run *run = &session->stages[stage]->runs[variant];
    if (!session->loader.load) return;
    if (run->status == RUN_READY && !fresh) return;
    if (run->status == RUN_WORKING && !fresh) return; /* fresh: once more when it is done */
    if (run->status == RUN_FAILED && !fresh) return;
    for (uint32_t i = 0; i < session->wanted_count; i++)
        if (session->wanted[i].stage == stage && session->wanted[i].variant == variant) {
            memmove(&session->wanted[i], &session->wanted[i + 1],
                    (session->wanted_count - i - 1) * sizeof *session->wanted);
            session->wanted_count--;
            break;
        }
    MEM_GROW(session->wanted, session->wanted_count, session->wanted_capacity);
    session->wanted[session->wanted_count].stage = stage;
    session->wanted[session->wanted_count].variant = variant;
    session->wanted[session->wanted_count].fresh = fresh;
    session->wanted_count++;
    run->status = RUN_WAITING;
    start_next(session);
}

static void put_aside(struct session *session, struct trace *trace, struct analysis *analysis)
{
    struct session_old *old = mem_alloc(sizeof *old);
    *old = (struct session_old){trace, analysis, session->old};
    session->old = old;
}

static void put_trace(struct session *session, struct stage_run *run, struct trace *trace)
{
    if (run->trace) put_aside(session, run->trace, run->analysis);
    run->trace = trace;
    run->analysis = analysis_create(trace);
    run->status = RUN_READY;
    free(run->failure);
    run->failure = NULL;
}

void session_give(struct session *session, uint32_t stage, struct trace *trace)
{
    put_trace(session, session_run(session, stage), trace);
    session_run(session, stage)->order = session->stages[stage]->order;
    session_run(session, stage)->examined = true; /* as soon as somebody asks */
}

int session_fd(const struct session *session)
{
    return session->pipe[0];
}

/* The trace is there, or is not going to be. */
static void take_trace(struct session *session, struct stage_run *run)
{
    struct session_job *job = &session->job;
    session->loaded = true;
    if (job->status == 0) {
        put_trace(session, run, job->trace);
        run->order = job->request.order;
        run->examined = false;
        return;
    }
    /* what is still shown keeps its order: the next one is asked for anew */
    run->other_order = run->trace && job->request.order != run->order;
    if (run->trace) session->stages[job->stage]->order = run->order;
    run->status = RUN_FAILED;
    free(run->failure);
    run->failure = mem_strdup(job->err.text);
    run->told = false;
}

static void take_analysis(struct session *session, struct stage_run *run)
{
    struct session_job *job = &session->job;
    session->working = false;
    if (!job->analysis) return;
    if (run->trace == job->trace) {
        put_aside(session, NULL, run->analysis);
        run->analysis = job->analysis;
        run->examined = true;
    } else {
        put_aside(session, NULL, job->analysis);
    }
    job->analysis = NULL;
}

bool session_poll(struct session *session)
{
    char bytes[16];
    while (read(session->pipe[0], bytes, sizeof bytes) > 0)
        continue;
    if (!session->working) return false;
    pthread_mutex_lock(&session->lock);
    enum session_phase phase = session->phase;
    pthread_mutex_unlock(&session->lock);
    struct session_job *job = &session->job;
    struct stage_run *run = &session->stages[job->stage]->runs[job->request.variant];
    bool changed = false;
    if (phase >= JOB_LOADED && !session->loaded) {
        take_trace(session, run);
        changed = true;
    }
    if (phase == JOB_EXAMINED) {
        take_analysis(session, run);
        start_next(session);
        changed = true;
    }
    return changed;
}

bool session_busy(const struct session *session)
{
    return session->working || session->wanted_count > 0;
}

static bool await(struct session *session)
{
    struct pollfd fd = {.fd = session->pipe[0], .events = POLLIN};
    if (poll(&fd, 1, -1) < 0 && errno != EINTR) return false;
    session_poll(session);
    return true;
}

void session_wait_for(struct session *session, uint32_t stage)
{
    struct stage_run *run = session_run(session, stage);
    while (run->status == RUN_WAITING || run->status == RUN_WORKING)
        if (!await(session)) return;
}

void session_wait(struct session *session)
{
    while (session_busy(session))
        if (!await(session)) return;
}

void session_collect(struct session *session)
{
    while (session->old) {
        struct session_old *next = session->old->next;
        analysis_destroy(session->old->analysis);
        trace_destroy(session->old->trace);
        free(session->old);
        session->old = next;
    }
}
