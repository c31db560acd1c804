#include "cmd/load.h"

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool load_is_trace(const char *path)
{
    size_t length = strlen(path);
    if (length > 4 && !strcmp(path + length - 4, ".npz")) return true;
    char start[4] = "";
    FILE *file = fopen(path, "rbe");
    bool zip = file && fread(start, 1, 4, file) == 4 && !memcmp(start, "PK\3\4", 4);
    if (file) fclose(file);
    return zip;
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

static int run_emulator(const char *path, const struct options *options,
                        const struct run_settings *given, struct trace **trace, struct error *err)
{
    struct build_request request = options_build_request(options, path);
    struct build_result build;
    if (build_emulator(&request, &build, err)) return -1;
    struct run_settings settings = given ? *given : load_settings(options);
    const char **arguments = settings.arguments ? NULL : load_arguments(options);
    char *defines = load_defines(&options->defines);
    settings.build = &build;
    if (arguments) settings.arguments = arguments;
    if (!settings.defines) settings.defines = defines;
    int status = run_program(&settings, trace, err);
    free(arguments);
    free(defines);
    build_result_fini(&build);
    return status;
}

int load_trace(const char *path, const struct options *options, const struct run_settings *settings,
               struct trace **trace, struct error *err)
{
    if (load_is_trace(path)) return trace_read(path, trace, err);
    return run_emulator(path, options, settings, trace, err);
}
