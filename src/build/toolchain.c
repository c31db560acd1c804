#include "build/toolchain.h"

#include "base/mem.h"
#include "base/paths.h"
#include "base/process.h"
#include "build/translate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Every step gets these, the preprocessor too: a precompiled header is only taken by a compiler
 * that was called as its maker was. What each is for: design.md, sections 3 and 6. */
static const char *const common_options[] = {
    "-std=gnu++17",
    "-g",
    "-w",
    "-fdiagnostics-color=never",
    "-fno-diagnostics-show-caret",
    "-fmessage-length=0",
    "-fmax-errors=20",
    "-fsanitize=thread",
    "-fsanitize=bounds,signed-integer-overflow,shift-exponent",
    "-fsanitize-coverage=trace-pc",
    "--param",
    "tsan-distinguish-volatile=1",
    "-fno-reorder-blocks",
    "-fno-thread-jumps", /* would copy a barrier into the branches before and behind it */
    "-fno-extern-tls-init",
    "-fno-ipa-reference-addressable", /* would take what no statement writes for 0 */
    "-fno-builtin-memcpy",
    "-fno-builtin-memset",
    "-fno-builtin-memmove",
    "-ffp-contract=off",
    "-fno-strict-aliasing",
    NULL,
};

/* -fno-tree-fre keeps repeated loads apart: the accesses are those of the source. */
static const char *const mode_options[][4] = {
    [BUILD_WRITTEN] = {"-Og", "-fno-tree-fre", NULL},
    [BUILD_COMPILED] = {"-O2", "-fno-ipa-icf", NULL},
};

static const char prelude_text[] = "#include <cuda_runtime.h>\n";

static void add_all(struct arguments *arguments, const char *const *words)
{
    for (; *words; words++)
        arguments_add(arguments, *words);
}

static void start_command(const struct toolchain *toolchain, struct arguments *arguments)
{
    arguments_add(arguments, toolchain->compiler);
    add_all(arguments, common_options);
    add_all(arguments, mode_options[toolchain->as]);
}

static int run_command(const struct arguments *arguments, struct str *output, struct str *messages,
                       struct error *err)
{
    /* Names below "/" are absolute, so that nothing depends on where the person stands. The words
     * of messages are English whatever the locale: they are read (diagnose.c). */
    static const char *const set[] = {"LC_ALL=C.UTF-8", "GCC_COLORS=", NULL};
    struct process process = {
        .argv = arguments->words, .folder = "/", .set = set, .output = output, .errors = messages};
    err->text[0] = 0;
    int status = process_run(&process, err);
    return status == 0 ? 0 : -1;
}

int toolchain_open(struct toolchain *toolchain, struct cache *cache, enum build_as as,
                   struct error *err)
{
    *toolchain = (struct toolchain){.cache = cache, .as = as};
    toolchain->shim = path_shim();
    toolchain->library = path_library("libsyncstep_emulator.a");
    toolchain->flags_file = path_library("link.flags");
    toolchain->compiler = process_find("g++");
    if (!toolchain->compiler) {
        return error_set(err, "g++ is not installed; it compiles the programs under study "
                              "(Debian, Ubuntu: sudo apt install g++)");
    }
    if (access(toolchain->library, R_OK)) {
        return error_set(err, "%s is missing: build syncstep (make) or install it again",
                         toolchain->library);
    }
    return 0;
}

void toolchain_close(struct toolchain *toolchain)
{
    free(toolchain->compiler);
    free(toolchain->shim);
    free(toolchain->library);
    free(toolchain->flags_file);
    free(toolchain->prelude);
    *toolchain = (struct toolchain){0};
}

void toolchain_hash(const struct toolchain *toolchain, struct hash *hash)
{
    static const char *const variables[] = {"CPATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH"};
    hash_text(hash, SYNCSTEP_BUILD_ID);
    hash_text(hash, mode_options[toolchain->as][0]);
    hash_stat(hash, toolchain->compiler);
    hash_text(hash, toolchain->shim);
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *value = getenv(variables[i]);
        hash_text(hash, value ? value : "");
    }
}

/* A header in the work folder, and the headers it reads as the result's dependencies. */
static int write_prelude(const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file) return -1;
    int status = fputs(prelude_text, file) < 0 ? -1 : 0;
    return fclose(file) ? -1 : status;
}

static int preprocess_file(const struct toolchain *toolchain, const struct arguments *extra,
                           const char *file, struct str *text, struct str *messages,
                           struct error *err)
{
    struct arguments arguments = {0};
    start_command(toolchain, &arguments);
    arguments_add(&arguments, "-E");
    arguments_add(&arguments, "-isystem");
    arguments_add(&arguments, toolchain->shim);
    if (extra && extra->words) add_all(&arguments, extra->words);
    add_all(&arguments, (const char *const[]){"-x", "c++", file, NULL});
    int status = run_command(&arguments, text, messages, err);
    arguments_fini(&arguments);
    return status;
}

static int compile_prelude(const struct toolchain *toolchain, const char *header)
{
    struct arguments arguments = {0};
    struct error err;
    struct str twin;
    str_init(&twin);
    str_addf(&twin, "%s.gch", header);
    start_command(toolchain, &arguments);
    add_all(&arguments, (const char *const[]){"-isystem", toolchain->shim, "-x", "c++-header",
                                              header, "-o", twin.text, NULL});
    int status = run_command(&arguments, NULL, NULL, &err);
    arguments_fini(&arguments);
    str_fini(&twin);
    return status;
}

static char *store_prelude(const struct toolchain *toolchain, struct hash key, const char *work,
                           const char *header)
{
    struct translation translation;
    struct str text;
    struct error err;
    char *result = NULL;
    str_init(&text);
    if (preprocess_file(toolchain, NULL, header, &text, NULL, &err) == 0 &&
        translate(text.text, text.length, NULL, 0, &translation, &err) == 0) {
        struct cache_dependency *all = mem_array(translation.file_count + 1, sizeof *all);
        size_t count = 0;
        for (size_t i = 0; i < translation.file_count; i++)
            if (strcmp(translation.files[i].path, header) != 0)
                all[count++] = (struct cache_dependency){translation.files[i].path, false};
        result = cache_store(toolchain->cache, "prelude", key, all, count, work);
        free(all);
        translation_fini(&translation);
    }
    str_fini(&text);
    return result;
}

void toolchain_prepare(struct toolchain *toolchain)
{
    struct hash key = hash_start();
    struct error err;
    toolchain_hash(toolchain, &key);
    char *folder = cache_find(toolchain->cache, "prelude", key);
    if (!folder && toolchain->cache->folder) {
        char *work = cache_work_folder(toolchain->cache, &err);
        char *header = work ? path_join(work, "prelude.h") : NULL;
        if (header && write_prelude(header) == 0 && compile_prelude(toolchain, header) == 0)
            folder = store_prelude(toolchain, key, work, header);
        if (work && (!folder || strcmp(folder, work) == 0)) {
            cache_remove_folder(work);
            free(folder);
            folder = NULL;
        }
        free(header);
        free(work);
    }
    if (folder) toolchain->prelude = path_join(folder, "prelude.h");
    free(folder);
}

static void add_person_options(struct arguments *arguments, const struct build_request *request,
                               struct str *words)
{
    /* All words go into one text first: it moves while it grows. */
    size_t count = request->define_count + request->include_count;
    size_t *at = mem_array(count + 1, sizeof *at);
    for (size_t i = 0; i < request->define_count; i++) {
        at[i] = words->length;
        str_addf(words, "-D%s", request->defines[i]);
        str_add(words, "", 1);
    }
    for (size_t i = 0; i < request->include_count; i++) {
        char *folder = path_absolute(request->include_dirs[i]);
        at[request->define_count + i] = words->length;
        str_addf(words, "-I%s", folder);
        str_add(words, "", 1);
        free(folder);
    }
    for (size_t i = 0; i < count; i++)
        arguments_add(arguments, words->text + at[i]);
    free(at);
}

int toolchain_preprocess(const struct toolchain *toolchain, const struct build_request *request,
                         const char *program, struct str *text, struct str *messages,
                         struct error *err)
{
    struct arguments extra = {0};
    struct str words, map;
    char *folder = path_folder(program);
    str_init(&words);
    str_init(&map);
    str_addf(&map, "-fmacro-prefix-map=%s/=", folder);
    arguments_add(&extra, map.text); /* __FILE__ is what it would be in the program's folder */
    if (toolchain->prelude) {
        arguments_add(&extra, "-fpch-preprocess");
        arguments_add(&extra, "-include");
        arguments_add(&extra, toolchain->prelude);
    } else {
        arguments_add(&extra, "-include");
        arguments_add(&extra, "cuda_runtime.h");
    }
    add_person_options(&extra, request, &words);
    int status = preprocess_file(toolchain, &extra, program, text, messages, err);
    arguments_fini(&extra);
    str_fini(&words);
    str_fini(&map);
    free(folder);
    return status;
}

int toolchain_compile(const struct toolchain *toolchain, const char *input, const char *object,
                      struct str *messages, struct error *err)
{
    struct arguments arguments = {0};
    start_command(toolchain, &arguments);
    add_all(&arguments, (const char *const[]){"-fpreprocessed", "-pipe", "-c", "-x",
                                              "c++-cpp-output", input, "-o", object, NULL});
    int status = run_command(&arguments, NULL, messages, err);
    arguments_fini(&arguments);
    return status;
}

/* Words of link.flags; '#' begins a comment. They go into `text`, cut by NULs. */
static void add_flags_file(struct arguments *arguments, const char *path, struct str *text)
{
    if (str_read_file(text, path)) return;
    for (char *at = text->text; *at;) {
        at += strspn(at, " \t\n\r");
        if (*at == '#') {
            at += strcspn(at, "\n");
            continue;
        }
        size_t length = strcspn(at, " \t\n\r");
        if (!length) break;
        arguments_add(arguments, at);
        bool last = !at[length];
        at[length] = 0;
        at += last ? length : length + 1;
    }
}

int toolchain_link(const struct toolchain *toolchain, const char *object, const char *executable,
                   bool openmp, struct str *messages, struct error *err)
{
    struct arguments arguments = {0};
    struct str flags;
    str_init(&flags);
    add_all(&arguments, (const char *const[]){toolchain->compiler, "-o", executable, object,
                                              toolchain->library, NULL});
    add_flags_file(&arguments, toolchain->flags_file, &flags);
    /* Pragmas of OpenMP are passed over: only its functions have to be there. */
    if (openmp) arguments_add(&arguments, "-lgomp");
    arguments_add(&arguments, "-pthread");
    int status = run_command(&arguments, NULL, messages, err);
    arguments_fini(&arguments);
    str_fini(&flags);
    return status;
}

char *toolchain_version(const struct toolchain *toolchain)
{
    struct arguments arguments = {0};
    struct error err;
    struct str output;
    str_init(&output);
    arguments_add(&arguments, toolchain->compiler);
    arguments_add(&arguments, "--version");
    run_command(&arguments, &output, NULL, &err);
    arguments_fini(&arguments);
    output.text[strcspn(output.text, "\n")] = 0;
    char *line = mem_strdup(output.text);
    str_fini(&output);
    return line;
}
