#include "state/session.h"

#include "analysis/findings.h"
#include "base/i18n.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct job {
    uint32_t stage;
    struct run_request request;
    struct trace *trace;
    struct analysis *analysis; /* with everything found */
    struct error err;
    int status;
};

enum job_phase { JOB_LOADING, JOB_LOADED, JOB_EXAMINED };

struct old_trace {
    struct trace *trace;
    struct analysis *analysis;
    struct old_trace *next;
};

struct session {
    char *title;
    struct session_loader loader;
    struct stage **stages;
    uint32_t count, capacity;
    struct old_trace *old;
    int pipe[2];
    volatile bool cancelled;

    pthread_mutex_t lock;
    bool working, loaded; /* a worker thread exists; its trace has been taken over */
    enum job_phase phase;
    struct job job;
    struct {
        uint32_t stage;
        enum run_variant variant;
        bool fresh;
    } * wanted; /* the last one is next */
    uint32_t wanted_count, wanted_capacity;
};

const char *run_variant_name(enum run_variant variant)
{
    static const char *const names[] = {N_("emulator"), N_("GPU, as compiled"),
                                        N_("GPU, as written"), N_("recording")};
    return _(names[variant]);
}

const char *run_order_name(enum run_order order)
{
    static const char *const names[] = {N_("forward"), N_("reverse"), N_("random")};
    return _(names[order]);
}

struct session *session_create(const char *title, const struct session_loader *loader)
{
    struct session *session = mem_alloc(sizeof *session);
    session->title = mem_strdup(title);
    if (loader) session->loader = *loader;
    pthread_mutex_init(&session->lock, NULL);
    if (pipe2(session->pipe, O_CLOEXEC | O_NONBLOCK) != 0) session->pipe[0] = session->pipe[1] = -1;
    return session;
}

static void free_words(char **words)
{
    for (char **word = words; word && *word; word++)
        free(*word);
    free(words);
}

static void free_stage(struct stage *stage)
{
    for (int v = 0; v < RUN_VARIANT_COUNT; v++) {
        analysis_destroy(stage->runs[v].analysis);
        trace_destroy(stage->runs[v].trace);
        free(stage->runs[v].failure);
    }
    free_words(stage->defines);
    free_words(stage->arguments);
    free(stage->name);
    free(stage->title);
    free(stage->program);
    free(stage->recording);
    free(stage->notes);
    free(stage->brief);
    free(stage->comment);
    free(stage->card);
    free(stage);
}

void session_destroy(struct session *session)
{
    if (!session) return;
    session->cancelled = true;
    session->wanted_count = 0;
    if (session->working) {
        /* A loader looks at `cancelled` now and then. One that is deep in a compiler gets half a
         * second; after that the process is about to end anyway and its memory is left to it. */
        struct timespec start, now;
        clock_gettime(CLOCK_MONOTONIC, &start);
        do {
            struct pollfd fd = {.fd = session->pipe[0], .events = POLLIN};
            poll(&fd, 1, 100);
            session_poll(session);
            clock_gettime(CLOCK_MONOTONIC, &now);
        } while (session->working && now.tv_sec - start.tv_sec < 1);
        if (session->working) return;
    }
    session_collect(session);
    for (uint32_t i = 0; i < session->count; i++)
        free_stage(session->stages[i]);
    free(session->stages);
    free(session->wanted);
    free(session->title);
    close(session->pipe[0]);
    close(session->pipe[1]);
    pthread_mutex_destroy(&session->lock);
    free(session);
}

const char *session_title(const struct session *session)
{
    return session->title;
}

struct stage *session_add(struct session *session, const char *title)
{
    struct stage *stage = mem_alloc(sizeof *stage);
    MEM_GROW(session->stages, session->count, session->capacity);
    session->stages[session->count++] = stage;
    stage->name = mem_strdup("");
    stage->title = mem_strdup(title);
    stage->notes = mem_strdup("");
    stage->brief = mem_strdup("");
    stage->comment = mem_strdup("");
    stage->card = mem_strdup("");
    stage->start_view = TRACE_NONE;
    return stage;
}

static char *copy_text(const char *text)
{
    return text ? mem_strdup(text) : NULL;
}

static char **copy_words(char **words, const char *more)
{
    size_t count = 0;
    while (words && words[count])
        count++;
    char **copy = mem_array(count + 2, sizeof *copy);
    for (size_t i = 0; i < count; i++)
        copy[i] = mem_strdup(words[i]);
    if (more) copy[count] = mem_strdup(more);
    return copy;
}

uint32_t session_sibling(struct session *session, uint32_t number, enum run_variant variant,
                         const char *define)
{
    char title[512];
    const struct stage *from = session->stages[number];
    snprintf(title, sizeof title, "%s%s: %.400s", define ? "-D" : "",
             define ? define : run_variant_name(variant), from->title);
    for (uint32_t i = 0; i < session->count; i++)
        if (strcmp(session->stages[i]->title, title) == 0) return i;
    struct stage *stage = session_add(session, title);
    free(stage->notes);
    free(stage->comment);
    free(stage->card);
    stage->program = copy_text(from->program);
    stage->recording = copy_text(from->recording);
    stage->notes = copy_text(from->notes);
    stage->comment = copy_text(from->comment);
    stage->card = copy_text(from->card);
    stage->defines = copy_words(from->defines, define);
    stage->arguments = copy_words(from->arguments, NULL);
    stage->extra = from->extra;
    stage->variant = variant;
    stage->order = from->order;
    return session->count - 1;
}

uint32_t session_count(const struct session *session)
{
    return session->count;
}

struct stage *session_stage(const struct session *session, uint32_t stage)
{
    return session->stages[stage];
}

struct stage_run *session_run(const struct session *session, uint32_t stage)
{
    struct stage *s = session->stages[stage];
    return &s->runs[s->variant];
}

bool session_has(const struct session *session, uint32_t stage, enum run_variant variant)
{
    const struct stage *s = session->stages[stage];
    if (s->runs[variant].trace) return true;
    return session->loader.has && session->loader.has(session->loader.context, s, variant);
}

/* ---- The worker ---------------------------------------------------------------------------- */

static void enter_phase(struct session *session, enum job_phase phase)
{
    char byte = 1;
    pthread_mutex_lock(&session->lock);
    session->phase = phase;
    /* under the lock: once the main thread has seen the last phase, the pipe may be closed */
    while (write(session->pipe[1], &byte, 1) < 0 && errno == EINTR)
        continue;
    pthread_mutex_unlock(&session->lock);
}

static void *work(void *argument)
{
    struct session *session = argument;
    struct job *job = &session->job;
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
    session->job = (struct job){.stage = stage,
                                .request = {.variant = variant,
                                            .order = s->order,
                                            .fresh = fresh,
                                            .cancelled = &session->cancelled}};
    session->phase = JOB_LOADING;
    session->loaded = false;
    /* signals are the main thread's business */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    int failed = pthread_create(&thread, &attributes, work, session);
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
    struct old_trace *old = mem_alloc(sizeof *old);
    *old = (struct old_trace){trace, analysis, session->old};
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
    struct job *job = &session->job;
    session->loaded = true;
    if (job->status == 0) {
        put_trace(session, run, job->trace);
        run->order = job->request.order;
        run->examined = false;
        return;
    }
    /* what is still shown keeps its order: the next one is asked for anew */
    if (run->trace) session->stages[job->stage]->order = run->order;
    run->status = RUN_FAILED;
    free(run->failure);
    run->failure = mem_strdup(job->err.text);
    run->told = false;
}

static void take_analysis(struct session *session, struct stage_run *run)
{
    struct job *job = &session->job;
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
    enum job_phase phase = session->phase;
    pthread_mutex_unlock(&session->lock);
    struct job *job = &session->job;
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
        struct old_trace *next = session->old->next;
        analysis_destroy(session->old->analysis);
        trace_destroy(session->old->trace);
        free(session->old);
        session->old = next;
    }
}
