#include "cmd/load.h"

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "gpu/build_gpu.h"
#include "gpu/device_query.h"
#include "gpu/run_gpu.h"
#include "gpu/toolchain_gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool load_is_trace(const char *path)
{
    size_t length = strlen(path);
    if (length > 4 && !strcmp(path + length - 4, ".npz")) return true;
    char start[4] = "";
    struct stat status;
    if (stat(path, &status) || !S_ISREG(status.st_mode)) return false; /* a pipe would wait */
    FILE *file = fopen(path, "rbe");
    bool zip = file && fread(start, 1, 4, file) == 4 && !memcmp(start, "PK\3\4", 4);
    if (file) fclose(file);
    return zip;
}

int load_check(const char *path, const struct options *options, struct error *err)
{
    struct stat status;
    if (!*path) return error_set(err, "the name of the file is empty");
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return error_set(err, "%s: %s", path,
                         S_ISDIR(status.st_mode) ? "that is a folder" : "not a regular file");
    if (!load_is_trace(path) || !(options->run_option || options->arguments.count)) return 0;
    if (!options->run_option)
        return error_set(err, "%s: a trace is not run again: arguments behind -- are for programs",
                         path);
    return error_set(err, "%s: a trace is not run again: --%s is for programs", path,
                     options->run_option);
}

const char **load_arguments(const struct options *options)
{
    const struct word_list *list = &options->arguments;
    const char **words = mem_array(list->count + 1, sizeof *words);
    for (size_t i = 0; i < list->count; i++)
        words[i] = list->words[i];
    return words;
}

char *load_defines(const struct word_list *defines)
{
    struct str text;
    str_init(&text);
    for (size_t i = 0; i < defines->count; i++)
        str_addf(&text, "%s-D%s", i ? " " : "", defines->words[i]);
    return str_take(&text);
}

struct run_settings load_settings(const struct options *options)
{
    struct run_settings s = {.limits = RUN_LIMITS_DEFAULT};
    s.as = options->as == BUILD_COMPILED ? "compiled" : "written";
    s.limits.max_accesses = options->max_accesses;
    if (options->launches.given) {
        s.limits.first_launch = options->launches.first;
        s.limits.last_launch = options->launches.last;
    }
    if (options->blocks.given) {
        s.limits.first_block = options->blocks.first;
        s.limits.last_block = options->blocks.last;
    }
    if (options->values_all) {
        s.limits.value_blocks = UINT32_MAX;
        s.limits.value_times = 0;
    }
    s.schedule = options->schedule == SCHEDULE_REVERSE  ? SPOOL_REVERSE
                 : options->schedule == SCHEDULE_RANDOM ? SPOOL_RANDOM
                                                        : SPOOL_FORWARD;
    s.seed = options->seed;
    s.workers = (uint32_t)options->workers;
    s.timeout = (double)options->timeout;
    return s;
}

bool load_on_gpu(const struct options *options)
{
    static int there = -1;
    struct gpu_device device;
    struct error err;
    if (options->backend != BACKEND_AUTO) return options->backend == BACKEND_GPU;
    if (there < 0) {
        char *nvcc = gpu_nvcc_find();
        there = nvcc && gpu_device_query((unsigned)options->device, &device, &err) == 0;
        free(nvcc);
    }
    return there;
}

static int run_on_gpu(const char *path, const struct options *options,
                      const struct run_settings *settings, struct trace **trace, struct error *err)
{
    struct build_request request = options_build_request(options, path);
    struct gpu_build build;
    if (build_gpu(&request, (unsigned)options->device, &build, err)) return -1;
    int status = run_gpu(settings, &build, (unsigned)options->device, trace, err);
    gpu_build_fini(&build);
    return status;
}

static int run_on_emulator(const char *path, const struct options *options,
                           struct run_settings *settings, struct trace **trace, struct error *err)
{
    struct build_request request = options_build_request(options, path);
    struct build_result build;
    request.fill_locals = settings->fill_locals;
    request.fresh &= !request.fill_locals;
    if (build_emulator(&request, &build, err)) return -1;
    settings->build = &build;
    int status = run_program(settings, trace, err);
    build_result_fini(&build);
    return status;
}

static int run(const char *path, const struct options *options, const struct run_settings *given,
               struct trace **trace, struct error *err)
{
    struct run_settings settings = given ? *given : load_settings(options);
    const char **arguments = settings.arguments ? NULL : load_arguments(options);
    char *defines = load_defines(&options->defines);
    if (arguments) settings.arguments = arguments;
    if (!settings.defines) settings.defines = defines;
    int status = load_on_gpu(options) ? run_on_gpu(path, options, &settings, trace, err)
                                      : run_on_emulator(path, options, &settings, trace, err);
    free(arguments);
    free(defines);
    return status;
}

int load_trace(const char *path, const struct options *options, const struct run_settings *settings,
               struct trace **trace, struct error *err)
{
    if (load_check(path, options, err)) return -1;
    if (load_is_trace(path)) return trace_read(path, trace, err);
    return run(path, options, settings, trace, err);
}
