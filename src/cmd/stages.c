/* stages.c - stages from lessons, programs and trace files, and how their traces are had. */
#include "cmd/viewer.h"

#include "base/i18n.h"
#include "base/mem.h"
#include "base/paths.h"
#include "cmd/load.h"
#include "lesson/lesson.h"
#include "view/view.h"

#include <dirent.h>
#include <libintl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* ---- Words ----------------------------------------------------------------------------------- */

static void add_word(char ***words, size_t *count, const char *word, size_t length)
{
    *words = mem_resize(*words, *count + 2, sizeof **words);
    (*words)[(*count)++] = mem_strndup(word, length);
    (*words)[*count] = NULL;
}

static void add_list(char ***words, size_t *count, const struct word_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        add_word(words, count, list->words[i], strlen(list->words[i]));
}

static void set_text(char **field, const char *text)
{
    free(*field);
    *field = mem_strdup(text);
}

/* Where the stage is run first: --backend and --as, or what this machine has. */
static enum run_variant first_variant(const struct options *options)
{
    if (!load_on_gpu(options)) return RUN_EMULATOR;
    return options->as == BUILD_COMPILED ? RUN_GPU_COMPILED : RUN_GPU_WRITTEN;
}

/* ---- Stages ---------------------------------------------------------------------------------- */

struct stage *viewer_add(struct session *session, const struct options *options, const char *path)
{
    struct stage *stage = session_add(session, path_name(path));
    size_t defines = 0, arguments = 0;
    if (load_is_trace(path)) {
        stage->recording = mem_strdup(path);
        stage->variant = RUN_RECORDING;
    } else {
        stage->program = mem_strdup(path);
        stage->variant = first_variant(options);
    }
    add_list(&stage->defines, &defines, &options->defines);
    add_list(&stage->arguments, &arguments, &options->arguments);
    stage->order = (enum run_order)options->schedule;
    return stage;
}

/* Whether a lesson lies in the folder of the lessons that come with syncstep. */
static bool is_shipped(const char *path)
{
    char *folder = path_data("assets/lessons"), *ours = realpath(folder, NULL),
         *real = realpath(path, NULL), *slash = real ? strrchr(real, '/') : NULL;
    if (slash) *slash = 0;
    const bool shipped = ours && slash && strcmp(ours, real) == 0;
    free(folder);
    free(ours);
    free(real);
    return shipped;
}

/* The recording from a real GPU that comes with a stage of a shipped lesson, or NULL. A lesson of
 * the person's own has other programs, whatever its stages are called. */
static char *shipped(const char *name, const char *lesson)
{
    if (!is_shipped(lesson)) return NULL;
    char file[256];
    snprintf(file, sizeof file, "assets/traces/%.200s.npz", name);
    char *path = path_data(file);
    if (access(path, R_OK) == 0) return path;
    free(path);
    return NULL;
}

static void add_lesson_stage(struct session *session, const struct options *options,
                             const struct lesson *lesson, const struct lesson_stage *from,
                             const char *path)
{
    const char *title = *from->title ? from->title : from->name;
    struct stage *stage = session_add(session, title);
    size_t defines = 0, arguments = 0;
    stage->program = mem_strdup(from->program);
    stage->recording = *from->recording ? mem_strdup(from->recording) : shipped(from->name, path);
    set_text(&stage->name, from->name);
    set_text(&stage->notes, from->notes);
    set_text(&stage->brief, from->brief);
    set_text(&stage->comment, from->comment);
    set_text(&stage->card, from->card);
    stage->published = from->published;
    stage->bandwidth = from->bandwidth;
    for (int i = 0; i < from->define_count; i++)
        add_word(&stage->defines, &defines, from->defines[i], strlen(from->defines[i]));
    add_list(&stage->defines, &defines, &options->defines);
    for (const char *s = from->args; *(s += strspn(s, " \t"));) {
        size_t length = strcspn(s, " \t");
        add_word(&stage->arguments, &arguments, s, length);
        s += length;
    }
    int view = *from->view ? view_find(from->view) : -1;
    if (view >= 0) stage->start_view = (uint32_t)view;
    if (from->pair_at >= 0) stage->pair = (uint32_t)from->pair_at;
    stage->start_round = from->round;
    if (from->round_line) {
        char place[300];
        snprintf(place, sizeof place, "%.200s:%d", path_name(path), from->round_line);
        set_text(&stage->start_place, place);
    }
    stage->predict = lesson->predict;
    stage->variant = first_variant(options);
    stage->order = (enum run_order)options->schedule;
}

/* The language that the viewer itself speaks ("zh_CN"), as its catalogue says; else the locale's
 * name without its encoding; "" for C. */
void viewer_locale(char out[32])
{
    static const char mark[] = "Language: ";
    const char *catalogue = strstr(gettext(""), mark), *name = setlocale(LC_MESSAGES, NULL);
    if (catalogue) name = catalogue + strlen(mark);
    size_t length = name ? strcspn(name, ".@\n") : 0;
    if (length >= 32) length = 0;
    memcpy(out, name ? name : "", length);
    out[length] = 0;
    if (strcmp(out, "C") == 0 || strcmp(out, "POSIX") == 0) out[0] = 0;
}

static char *lesson_path(const char *name)
{
    const char *dot = strrchr(name, '.');
    if (dot && strcasecmp(dot, ".ini") == 0) return mem_strdup(name);
    char file[512];
    snprintf(file, sizeof file, "assets/lessons/%.200s.ini", name);
    char *path = path_data(file);
    snprintf(file, sizeof file, "%.500s.ini", name);
    if (access(path, R_OK) == 0 || access(file, R_OK) != 0) return path;
    free(path);
    return mem_strdup(file); /* the person's own */
}

static int check_views(const struct lesson *lesson, const char *path, struct error *err)
{
    for (int i = 0; i < lesson->stage_count; i++) {
        const struct lesson_stage *stage = &lesson->stages[i];
        if (*stage->view && view_find(stage->view) < 0)
            return error_set(err, _("%s:%d: stage \"%s\": there is no view named \"%s\""), path,
                             stage->view_line, stage->name, stage->view);
    }
    return 0;
}

struct session *viewer_lesson(struct options *options, const char *name, uint32_t *start,
                              struct error *err)
{
    struct lesson *lesson;
    char locale[32], *path = lesson_path(name), *kernels = path_data("kernels");
    viewer_locale(locale);
    int status =
        access(path, R_OK) != 0
            ? error_set(err, _("there is no lesson named \"%s\" (syncstep lesson lists them)"),
                        name)
            : lesson_load(path, kernels, locale, &lesson, err);
    if (status == 0 && check_views(lesson, path, err) != 0) {
        lesson_destroy(lesson);
        status = -1;
    }
    free(kernels);
    if (status != 0) {
        free(path);
        return NULL;
    }
    struct session_loader loader = viewer_loader(options);
    struct session *session =
        session_create(*lesson->title ? lesson->title : lesson->name, &loader);
    for (int i = 0; i < lesson->stage_count; i++)
        add_lesson_stage(session, options, lesson, &lesson->stages[i], path);
    *start = (uint32_t)lesson->start;
    free(path);
    lesson_destroy(lesson);
    return session;
}

int viewer_find_stage(const struct session *session, const char *word, uint32_t *stage,
                      struct error *err)
{
    char *end;
    unsigned long number = strtoul(word, &end, 10);
    if (*word && !*end && number >= 1 && number <= session_count(session)) {
        *stage = (uint32_t)number - 1;
        return 0;
    }
    for (uint32_t s = 0; *end && s < session_count(session); s++) {
        if (strcmp(session_stage(session, s)->name, word) != 0) continue;
        *stage = s;
        return 0;
    }
    if (*end) return error_set(err, "the lesson has no stage named \"%s\"", word);
    return error_set(err, "the lesson has stages 1 to %u", session_count(session));
}

static int is_lesson(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".ini") == 0;
}

struct session *viewer_stage_named(struct options *options, const char *name, uint32_t *stage)
{
    struct dirent **files;
    struct session *found = NULL;
    char *folder = path_data("assets/lessons");
    int count = scandir(folder, &files, is_lesson, alphasort);
    for (int i = 0; i < count; i++) {
        char *path = path_join(folder, files[i]->d_name);
        struct session *session = found ? NULL : viewer_lesson(options, path, stage, NULL);
        if (session && viewer_find_stage(session, name, stage, NULL) == 0) found = session;
        if (session && session != found) session_destroy(session);
        free(path);
        free(files[i]);
    }
    if (count >= 0) free(files);
    free(folder);
    return found;
}

/* ---- Loading --------------------------------------------------------------------------------- */

static bool progress(void *context, const struct run_progress *now)
{
    const struct run_request *request = context;
    (void)now;
    return *request->cancelled;
}

static size_t word_count(char **words)
{
    size_t count = 0;
    while (words && words[count])
        count++;
    return count;
}

/* The stage's own defines and arguments in place of the command line's, which it has taken in. */
static int run_stage(const struct options *options, const struct stage *stage,
                     const struct run_request *request, struct trace **trace, struct error *err)
{
    struct options own = *options;
    own.defines = (struct word_list){(const char **)stage->defines, word_count(stage->defines), 0};
    own.arguments =
        (struct word_list){(const char **)stage->arguments, word_count(stage->arguments), 0};
    own.schedule = (int)request->order;
    own.backend = request->variant == RUN_EMULATOR ? BACKEND_EMULATOR : BACKEND_GPU;
    if (request->variant == RUN_GPU_COMPILED) own.as = BUILD_COMPILED;
    if (request->variant == RUN_GPU_WRITTEN) own.as = BUILD_WRITTEN;
    if (request->order == ORDER_RANDOM && options->schedule != SCHEDULE_RANDOM)
        own.seed = options->seed + 1; /* the same one each time: a run can be repeated */
    struct run_settings settings = load_settings(&own);
    settings.progress = progress;
    settings.context = (void *)request;
    return load_trace(stage->program, &own, &settings, trace, err);
}

static int load(void *context, const struct stage *stage, const struct run_request *request,
                struct trace **trace, struct error *err)
{
    if (request->variant == RUN_RECORDING || !stage->program)
        return trace_read(stage->recording, trace, err);
    return run_stage(context, stage, request, trace, err);
}

static bool has(void *context, const struct stage *stage, enum run_variant variant)
{
    struct options any = *(const struct options *)context;
    any.backend = BACKEND_AUTO;
    switch (variant) {
    case RUN_EMULATOR:
        return stage->program != NULL;
    case RUN_RECORDING:
        return stage->recording != NULL;
    case RUN_GPU_COMPILED:
    case RUN_GPU_WRITTEN:
        return stage->program && load_on_gpu(&any);
    default:
        return false;
    }
}

struct session_loader viewer_loader(struct options *options)
{
    return (struct session_loader){.load = load, .has = has, .context = options};
}
