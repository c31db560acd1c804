#include "gpu/build_gpu_impl.h"

#include "base/mem.h"
#include "base/paths.h"
#include "base/str.h"
#include "build/cache.h"
#include "build/diagnose.h"
#include "gpu/device_query.h"
#include "gpu/ptx.h"
#include "gpu/toolchain_gpu.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Which files are the person's ---------------------------------------------------------- */

static bool is_below(const char *path, const char *folder)
{
    const size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && path[length] == '/';
}

bool gpu_job_owns(const void *context, const char *path)
{
    const struct gpu_job *job = context;
    for (size_t i = 0; i < job->own_count; i++)
        if (is_below(path, job->own_folders[i]) &&
            (is_below(job->own_folders[i], "/usr") || !is_below(path, "/usr")))
            return true;
    return false;
}

static void find_own_folders(struct gpu_job *job)
{
    job->own_folders = mem_array(job->request->include_count + 1, sizeof *job->own_folders);
    job->own_folders[job->own_count++] = mem_strdup(job->folder);
    for (size_t i = 0; i < job->request->include_count; i++)
        job->own_folders[job->own_count++] = path_absolute(job->request->include_dirs[i]);
}

/* ---- Messages ------------------------------------------------------------------------------ */

/* nvcc's front end writes "file(line): error: text"; the rest of the tool chain "file:line: …". */
static void unify_messages(const struct str *from, struct str *to)
{
    for (const char *line = from->text; *line;) {
        const char *end = strchrnul(line, '\n');
        const char *open = memchr(line, '(', (size_t)(end - line));
        const char *close = open ? memchr(open, ')', (size_t)(end - open)) : NULL;
        if (close && isdigit((unsigned char)open[1]) && close[1] == ':') {
            str_add(to, line, (size_t)(open - line));
            str_addf(to, ":%.*s", (int)(close - open - 1), open + 1);
            line = close + 1;
        }
        str_add(to, line, (size_t)(end - line));
        str_addc(to, '\n');
        line = *end ? end + 1 : end;
    }
}

static int explain(const struct gpu_job *job, const struct str *messages, struct error *err)
{
    const struct diagnose_place place = {.folder = job->folder, .shim = job->toolchain.include};
    if (err->text[0]) return -1;
    struct str unified;
    str_init(&unified);
    if (strstr(messages->text, "separate compilation mode"))
        error_set(err, "kernels that launch kernels are not supported by the GPU back end");
    else if (strstr(messages->text, "Unresolved extern"))
        error_set(err,
                  "device code in several files (nvcc -rdc=true) is not supported by the GPU back "
                  "end: %s",
                  strstr(messages->text, "Unresolved extern"));
    else {
        unify_messages(messages, &unified);
        diagnose(unified.text, &place, err);
    }
    str_fini(&unified);
    return -1;
}

/* ---- The three executables ----------------------------------------------------------------- */

static char *in_work(const struct gpu_job *job, const char *name)
{
    return path_join(job->work, name);
}

static int make_instrumented(struct gpu_job *job, const char *ptx, const char *object,
                             enum ptx_mode mode, const char *executable, struct str *messages,
                             struct error *err)
{
    const bool probed = mode == PTX_PROBED;
    struct rewritten paths = {in_work(job, "rewritten.ptx"), in_work(job, "rewritten.fatbin"),
                              in_work(job, "tables.c"), probed ? in_work(job, "sites") : NULL};
    char *input = in_work(job, ptx), *host = in_work(job, object),
         *output = in_work(job, executable);
    int status = gpu_job_rewrite(job, input, mode, &paths, err);
    if (status == 0)
        status = gpu_assemble(&job->toolchain, paths.ptx, paths.fatbin, job->work, probed, messages,
                              err);
    if (status == 0)
        status = gpu_link(&job->toolchain, host, paths.table, paths.fatbin, output, job->work,
                          messages, err);
    char *all[] = {paths.ptx, paths.fatbin, paths.table, paths.sites, input, host, output};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    return status;
}

static int make_plain(struct gpu_job *job, struct str *messages, struct error *err)
{
    char *host = in_work(job, "optimised.o"), *table = in_work(job, "tables.c"),
         *output = in_work(job, "plain");
    const int status =
        gpu_link(&job->toolchain, host, table, NULL, output, job->work, messages, err);
    free(host);
    free(table);
    free(output);
    return status;
}

static int make_all(struct gpu_job *job, struct error *err)
{
    struct str messages;
    const bool written = job->request->as == BUILD_WRITTEN;
    str_init(&messages);
    err->text[0] = '\0';
    int status = gpu_compile(&job->toolchain, job->request, job->program, GPU_OPTIMISED, job->work,
                             &messages, err);
    if (status == 0)
        status = gpu_compile(&job->toolchain, job->request, job->program, GPU_WRITTEN, job->work,
                             &messages, err);
    if (status == 0)
        status = make_instrumented(job, "optimised.ptx", "optimised.o", PTX_TIMED, "timed",
                                   &messages, err);
    if (status == 0) status = make_plain(job, &messages, err);
    if (status == 0)
        status = make_instrumented(job, written ? "written.ptx" : "optimised.ptx",
                                   written ? "written.o" : "optimised.o", PTX_PROBED, "probed",
                                   &messages, err);
    if (status != 0) explain(job, &messages, err);
    str_fini(&messages);
    return status;
}

/* ---- What the result says of itself -------------------------------------------------------- */

/* A list for make, "target : a b \" over several lines, as one path a line. */
static int read_dependencies(struct gpu_job *job)
{
    struct str text;
    char *path = in_work(job, "optimised.deps"), *rest = NULL;
    str_init(&text);
    const int status = str_read_file(&text, path);
    char *at = status == 0 ? strstr(text.text, " : ") : NULL;
    for (char *word = at ? strtok_r(at + 3, " \\\n", &rest) : NULL; word;
         word = strtok_r(NULL, " \\\n", &rest)) {
        char *real = path_absolute(word);
        str_addf(&job->dependencies, "%s\n", real ? real : word);
        free(real);
    }
    free(path);
    str_fini(&text);
    return status;
}

static int write_info(struct gpu_job *job, struct error *err)
{
    char *path = in_work(job, "info");
    FILE *file = fopen(path, "w");
    if (!file) {
        free(path);
        return error_set(err, "cannot write: %s", strerror(errno));
    }
    fprintf(file, "compiler nvcc %s\nsource %s\n", job->toolchain.version, job->program);
    for (const char *line = job->dependencies.text; *line;) {
        const char *end = strchrnul(line, '\n');
        char *one = mem_strndup(line, (size_t)(end - line));
        if (gpu_job_owns(job, one) && strcmp(one, job->program) != 0)
            fprintf(file, "source %s\n", one);
        free(one);
        line = *end ? end + 1 : end;
    }
    free(path);
    return fclose(file) == 0 ? 0 : error_set(err, "cannot write: %s", strerror(errno));
}

static void add_source(struct gpu_job *job, struct build_result *result, const char *path)
{
    const char *name = is_below(path, job->folder) ? path + strlen(job->folder) + 1 : path;
    result->sources =
        mem_resize(result->sources, result->source_count + 1, sizeof *result->sources);
    result->sources[result->source_count++] =
        (struct build_source){mem_strdup(path), mem_strdup(name)};
}

static int read_result(struct gpu_job *job, const char *entry, struct gpu_build *result)
{
    struct str text;
    char *path = path_join(entry, "info"), *rest = NULL;
    *result = (struct gpu_build){.folder = mem_strdup(entry)};
    str_init(&text);
    int status = str_read_file(&text, path);
    free(path);
    for (char *line = status == 0 ? strtok_r(text.text, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest)) {
        if (strncmp(line, "compiler ", 9) == 0 && !result->base.compiler)
            result->base.compiler = mem_strdup(line + 9);
        else if (strncmp(line, "source ", 7) == 0)
            add_source(job, &result->base, line + 7);
    }
    str_fini(&text);
    if (!result->base.compiler) result->base.compiler = mem_strdup("nvcc");
    result->base.executable = path_join(entry, "probed");
    result->plain = path_join(entry, "plain");
    result->timed = path_join(entry, "timed");
    result->sites = path_join(entry, "sites");
    result->types = path_join(entry, "written.cubin");
    return result->base.source_count ? status : -1;
}

static void remove_intermediate(const struct gpu_job *job)
{
    static const char *const keep[] = {"plain",         "timed",         "probed",
                                       "sites",         "info",          "written.cubin",
                                       "optimised.ptx", "rewritten.ptx", "optimised.cubin"};
    DIR *folder = opendir(job->work);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        bool kept = entry->d_name[0] == '.';
        for (size_t i = 0; i < sizeof keep / sizeof *keep; i++)
            kept = kept || strcmp(entry->d_name, keep[i]) == 0;
        if (!kept) unlinkat(dirfd(folder), entry->d_name, 0);
    }
    if (folder) closedir(folder);
}

static char *store(struct gpu_job *job)
{
    size_t count = 1, lines = 0;
    for (const char *c = job->dependencies.text; *c; c++)
        lines += *c == '\n';
    struct cache_dependency *all = mem_array(lines + 1, sizeof *all);
    char *rest = NULL;
    all[0] = (struct cache_dependency){job->program, true};
    for (char *line = strtok_r(job->dependencies.text, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest))
        if (strcmp(line, job->program) != 0)
            all[count++] = (struct cache_dependency){line, gpu_job_owns(job, line)};
    char *entry = cache_store(&job->cache, "build-gpu", job->key, all, count, job->work);
    free(all);
    return entry;
}

static int build(struct gpu_job *job, struct gpu_build *result, struct error *err)
{
    job->work = cache_work_folder(&job->cache, err);
    if (!job->work) return -1;
    if (make_all(job, err) != 0 || read_dependencies(job) != 0 || write_info(job, err) != 0) {
        cache_remove_folder(job->work);
        return -1;
    }
    remove_intermediate(job);
    char *entry = store(job);
    const bool kept = strcmp(entry, job->work) != 0;
    const int status = read_result(job, entry, result);
    if (!kept) result->base.temporary = mem_strdup(job->work);
    free(entry);
    return status == 0 ? 0 : error_set(err, "the build's result cannot be read again");
}

static bool look_up(struct gpu_job *job, struct gpu_build *result)
{
    char *entry = job->request->fresh ? NULL : cache_find(&job->cache, "build-gpu", job->key);
    const bool found = entry && read_result(job, entry, result) == 0;
    if (entry && !found) gpu_build_fini(result);
    if (found) result->base.cached = true;
    free(entry);
    return found;
}

static void hash_job(struct gpu_job *job)
{
    const struct build_request *request = job->request;
    job->key = hash_start();
    gpu_toolchain_hash(&job->toolchain, &job->key);
    hash_text(&job->key, job->program);
    hash_text(&job->key, request->as == BUILD_WRITTEN ? "written" : "compiled");
    for (size_t i = 0; i < request->define_count; i++)
        hash_text(&job->key, request->defines[i]);
    hash_text(&job->key, "");
    for (size_t i = 1; i < job->own_count; i++)
        hash_text(&job->key, job->own_folders[i]);
}

static int choose_architecture(unsigned number, char out[8], int *driver, struct error *err)
{
    const char *asked = getenv("SYNCSTEP_GPU_ARCH");
    struct gpu_device device;
    *driver = 0;
    if (asked && strlen(asked) < 8 && strspn(asked, "0123456789") == strlen(asked)) {
        strcpy(out, asked);
        return 0;
    }
    if (gpu_device_query(number, &device, err) != 0) return -1;
    snprintf(out, 8, "%d%d", device.major % 1000, device.minor % 10);
    *driver = device.driver;
    return 0;
}

static int open_toolchain(struct gpu_job *job, unsigned device, struct error *err)
{
    char architecture[8];
    int driver;
    if (choose_architecture(device, architecture, &driver, err) != 0 ||
        gpu_toolchain_open(&job->toolchain, &job->cache, architecture, err) != 0)
        return -1;
    if (driver && driver / 1000 < job->toolchain.release / 1000)
        return error_set(err,
                         "the NVIDIA driver is too old: it is for CUDA %d.%d, nvcc is %s (install "
                         "a newer driver, or use --backend emulator)",
                         driver / 1000, driver % 1000 / 10, job->toolchain.version);
    return gpu_toolchain_prepare(&job->toolchain, err);
}

static void job_fini(struct gpu_job *job)
{
    gpu_toolchain_close(&job->toolchain);
    cache_close(&job->cache);
    for (size_t i = 0; i < job->own_count; i++)
        free(job->own_folders[i]);
    free(job->own_folders);
    free(job->program);
    free(job->folder);
    free(job->work);
    str_fini(&job->dependencies);
}

int build_gpu(const struct build_request *request, unsigned device, struct gpu_build *result,
              struct error *err)
{
    struct gpu_job job = {.request = request};
    struct stat status;
    *result = (struct gpu_build){0};
    if (stat(request->program, &status) != 0)
        return error_set(err, "%s: %s", request->program, strerror(errno));
    if (S_ISDIR(status.st_mode))
        return error_set(err, "%s is a folder, not a .cu file", request->program);
    str_init(&job.dependencies);
    job.program = path_absolute(request->program);
    job.folder = path_folder(job.program);
    find_own_folders(&job);
    cache_open(&job.cache);
    int failed = open_toolchain(&job, device, err);
    if (failed == 0) {
        hash_job(&job);
        if (!look_up(&job, result)) failed = build(&job, result, err);
    }
    job_fini(&job);
    return failed;
}

void gpu_build_fini(struct gpu_build *build)
{
    build_result_fini(&build->base);
    free(build->plain);
    free(build->timed);
    free(build->sites);
    free(build->types);
    free(build->folder);
    *build = (struct gpu_build){0};
}
