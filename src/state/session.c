#include "state/session.h"

#include "base/i18n.h"
#include "base/mem.h"
#include "state/session_impl.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

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
    free(stage->start_place);
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
    stage->start_place = mem_strdup("");
    stage->start_view = stage->pair = TRACE_NONE;
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
