#include "build/build.h"

#include "base/mem.h"
#include "base/paths.h"
#include "base/printable.h"
#include "base/str.h"
#include "build/cache.h"
#include "build/diagnose.h"
#include "build/shared_size.h"
#include "build/toolchain.h"
#include "build/translate.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct job {
    const struct build_request *request;
    char *program, *folder; /* absolute */
    struct cache cache;
    struct toolchain toolchain;
    struct hash key;
    char *work;
    struct translation translation;
    bool translated;
};

static int check_program(const char *path, struct error *err)
{
    struct stat status;
    if (stat(path, &status)) return error_set(err, "%s: %s", path, strerror(errno));
    if (S_ISDIR(status.st_mode)) return error_set(err, "%s is a folder, not a .cu file", path);
    return 0;
}

static void hash_job(struct job *job)
{
    const struct build_request *request = job->request;
    job->key = hash_start();
    toolchain_hash(&job->toolchain, &job->key);
    /* What is precompiled is not among the files that a program's own build reads. */
    hash_text(&job->key, job->toolchain.prelude ? job->toolchain.prelude : "");
    hash_stat(&job->key, job->toolchain.library);
    hash_stat(&job->key, job->toolchain.flags_file);
    hash_text(&job->key, job->program);
    hash_text(&job->key, request->fill_locals ? "fill locals" : "");
    for (size_t i = 0; i < request->define_count; i++)
        hash_text(&job->key, request->defines[i]);
    hash_text(&job->key, "");
    for (size_t i = 0; i < request->include_count; i++) {
        char *folder = path_absolute(request->include_dirs[i]);
        hash_text(&job->key, folder);
        free(folder);
    }
}

static char *name_below(const char *folder, const char *path)
{
    size_t length = strlen(folder);
    bool below = strncmp(path, folder, length) == 0 && path[length] == '/';
    return mem_strdup(below ? path + length + 1 : path);
}

/* The file "info" of a result: "compiler TEXT", "flags N", "source PATH", and "local LINE COLUMN
 * ARRAY NAME FUNCTION PATH", one a line. */
static int write_info(const struct job *job, const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file) return -1;
    char *version = toolchain_version(&job->toolchain);
    fprintf(file, "compiler %s\nflags %u\nsource %s\n", version, job->translation.flags,
            job->program);
    free(version);
    for (size_t i = 0; i < job->translation.file_count; i++) {
        const struct translate_file *source = &job->translation.files[i];
        if (source->own && strcmp(source->path, job->program) != 0)
            fprintf(file, "source %s\n", source->path);
    }
    for (size_t i = 0; i < job->translation.local_count; i++) {
        const struct translate_local *local = &job->translation.locals[i];
        fprintf(file, "local %u %u %d %s %s %s\n", local->line, local->column, local->array,
                local->name, *local->function ? local->function : "?", local->path);
    }
    int status = ferror(file) ? -1 : 0;
    return fclose(file) ? -1 : status;
}

static void add_source(struct build_result *result, const char *folder, const char *path)
{
    size_t size = (result->source_count + 1) * sizeof *result->sources;
    result->sources = mem_resize(result->sources, 1, size);
    result->sources[result->source_count++] =
        (struct build_source){mem_strdup(path), name_below(folder, path)};
}

static void add_local(struct build_result *result, const char *folder, const char *text)
{
    struct build_local local = {.line = 0};
    int array, name, name_end, function, function_end, path = 0;
    if (sscanf(text, "%u %u %d %n%*s%n %n%*s%n %n", &local.line, &local.column, &array, &name,
               &name_end, &function, &function_end, &path) < 3 ||
        !path)
        return;
    local.array = array;
    local.name = mem_strndup(text + name, (size_t)(name_end - name));
    local.function = mem_strndup(text + function, (size_t)(function_end - function));
    local.source = name_below(folder, text + path);
    size_t size = (result->local_count + 1) * sizeof *result->locals;
    result->locals = mem_resize(result->locals, 1, size);
    result->locals[result->local_count++] = local;
}

static int read_info(const struct job *job, const char *entry, struct build_result *result)
{
    struct str text;
    char *path = path_join(entry, "info");
    str_init(&text);
    int status = str_read_file(&text, path);
    free(path);
    *result = (struct build_result){.flags = 0};
    for (char *line = text.text; status == 0 && *line;) {
        char *end = strchrnul(line, '\n'), *next = *end ? end + 1 : end;
        *end = 0;
        if (strncmp(line, "compiler ", 9) == 0 && !result->compiler)
            result->compiler = mem_strdup(line + 9);
        else if (strncmp(line, "flags ", 6) == 0)
            result->flags = (unsigned)strtoul(line + 6, NULL, 10);
        else if (strncmp(line, "source ", 7) == 0)
            add_source(result, job->folder, line + 7);
        else if (strncmp(line, "local ", 6) == 0)
            add_local(result, job->folder, line + 6);
        line = next;
    }
    str_fini(&text);
    if (!result->compiler) result->compiler = mem_strdup("");
    result->executable = path_join(entry, "program");
    result->symbols = path_join(entry, "symbols");
    return result->source_count ? status : -1;
}

static int write_file(const char *path, const struct str *text, struct error *err)
{
    FILE *file = fopen(path, "w");
    if (!file) return error_set(err, "cannot write %s: %s", path, strerror(errno));
    size_t written = fwrite(text->text, 1, text->length, file);
    if (fclose(file) || written != text->length)
        return error_set(err, "cannot write %s: %s", path, strerror(errno));
    return 0;
}

/* A step that failed: what it said, unless it could not even be started. */
static int explain(const struct job *job, const struct str *messages, struct error *err)
{
    struct diagnose_place place = {.folder = job->folder,
                                   .shim = job->toolchain.shim,
                                   .unclosed =
                                       job->translated ? job->translation.unclosed.text : NULL};
    printable_name(messages->text, job->program);
    if (!err->text[0]) diagnose(messages->text, &place, err);
    return -1;
}

static int make_source(struct job *job, const char *path, unsigned wishes, struct str *messages,
                       struct error *err)
{
    struct str text;
    str_init(&text);
    int status =
        toolchain_preprocess(&job->toolchain, job->request, job->program, &text, messages, err);
    if (status) {
        explain(job, messages, err);
    } else {
        if (job->request->fill_locals) wishes |= TRANSLATE_FILL_LOCALS;
        status =
            translate(text.text, text.length, job->toolchain.shim, wishes, &job->translation, err);
        job->translated = true;
        if (status) {
            struct diagnose_place place = {.folder = job->folder, .shim = job->toolchain.shim};
            struct error own = *err;
            diagnose_own(own.text, &place, err);
        } else {
            status = write_file(path, &job->translation.text, err);
        }
    }
    str_fini(&text);
    return status;
}

static int check_shared(const struct job *job, const char *executable, struct error *err)
{
    struct diagnose_place place = {.folder = job->folder, .shim = job->toolchain.shim};
    struct error own;
    if (!shared_size_check(executable, job->translation.symbols.text, &own)) return 0;
    diagnose_own(own.text, &place, err);
    return -1;
}

static bool uses_openmp(const struct translation *translation)
{
    for (size_t i = 0; i < translation->file_count; i++)
        if (strcmp(path_name(translation->files[i].path), "omp.h") == 0) return true;
    return false;
}

/* What does not compile is compiled again with its indices as they are spelt: either one of them
 * cannot be wrapped, or the errors are the person's, and are told of the person's text. */
static int make_object(struct job *job, const char *source, const char *object,
                       struct str *messages, struct error *err)
{
    if (make_source(job, source, 0, messages, err)) return -1;
    int status = toolchain_compile(&job->toolchain, source, object, messages, err);
    if (status && !err->text[0] && job->translation.wrapped) {
        translation_fini(&job->translation);
        job->translated = false;
        str_clear(messages);
        if (make_source(job, source, TRANSLATE_AS_SPELT, messages, err)) return -1;
        status = toolchain_compile(&job->toolchain, source, object, messages, err);
    }
    return status ? explain(job, messages, err) : 0;
}

static int make_executable(struct job *job, struct error *err)
{
    char *source = path_join(job->work, "program.ii"), *object = path_join(job->work, "program.o");
    char *executable = path_join(job->work, "program");
    char *symbols = path_join(job->work, "symbols"), *info = path_join(job->work, "info");
    struct str messages;
    str_init(&messages);
    int status = make_object(job, source, object, &messages, err);
    if (status == 0) {
        status = toolchain_link(&job->toolchain, object, executable, uses_openmp(&job->translation),
                                &messages, err);
        if (status) explain(job, &messages, err);
        if (!status) status = check_shared(job, executable, err);
    }
    if (status == 0) status = write_file(symbols, &job->translation.symbols, err);
    if (status == 0 && write_info(job, info))
        status = error_set(err, "cannot write %s: %s", info, strerror(errno));
    remove(source);
    remove(object);
    str_fini(&messages);
    free(source);
    free(object);
    free(executable);
    free(symbols);
    free(info);
    return status;
}

/* All that was read, so that a change of any of it is noticed. */
static char *store(struct job *job)
{
    const struct translation *translation = &job->translation;
    struct cache_dependency *all = mem_array(translation->file_count + 1, sizeof *all);
    size_t count = 0;
    all[count++] = (struct cache_dependency){job->program, true};
    for (size_t i = 0; i < translation->file_count; i++)
        if (strcmp(translation->files[i].path, job->program) != 0)
            all[count++] =
                (struct cache_dependency){translation->files[i].path, translation->files[i].own};
    char *entry = cache_store(&job->cache, "build", job->key, all, count, job->work);
    free(all);
    return entry;
}

static int build(struct job *job, struct build_result *result, struct error *err)
{
    job->work = cache_work_folder(&job->cache, err);
    if (!job->work) return -1;
    if (make_executable(job, err)) {
        cache_remove_folder(job->work);
        return -1;
    }
    char *entry = store(job);
    bool kept = strcmp(entry, job->work) != 0;
    int status = read_info(job, entry, result);
    if (!kept) result->temporary = mem_strdup(job->work);
    free(entry);
    return status ? error_set(err, "the build's result cannot be read again") : 0;
}

static bool look_up(struct job *job, struct build_result *result)
{
    char *entry = job->request->fresh ? NULL : cache_find(&job->cache, "build", job->key);
    bool found = entry && read_info(job, entry, result) == 0;
    if (entry && !found) build_result_fini(result);
    if (found) result->cached = true;
    free(entry);
    return found;
}

int build_emulator(const struct build_request *request, struct build_result *result,
                   struct error *err)
{
    struct error own;
    struct job job = {.request = request};
    if (!err) err = &own;
    *result = (struct build_result){.flags = 0};
    if (check_program(request->program, err)) return -1;
    job.program = path_absolute(request->program);
    job.folder = path_folder(job.program);
    cache_open(&job.cache);
    int status = toolchain_open(&job.toolchain, &job.cache, request->as, err);
    if (status == 0) {
        toolchain_prepare(&job.toolchain);
        hash_job(&job);
        if (!look_up(&job, result)) status = build(&job, result, err);
    }
    toolchain_close(&job.toolchain);
    cache_close(&job.cache);
    if (job.translated) translation_fini(&job.translation);
    free(job.program);
    free(job.folder);
    free(job.work);
    return status;
}

void build_result_fini(struct build_result *result)
{
    if (result->temporary) cache_remove_folder(result->temporary);
    for (size_t i = 0; i < result->source_count; i++) {
        free(result->sources[i].path);
        free(result->sources[i].name);
    }
    free(result->sources);
    for (size_t i = 0; i < result->local_count; i++) {
        free(result->locals[i].name);
        free(result->locals[i].function);
        free(result->locals[i].source);
    }
    free(result->locals);
    free(result->executable);
    free(result->symbols);
    free(result->compiler);
    free(result->temporary);
    *result = (struct build_result){.flags = 0};
}
