/* build.c - `syncstep build PROG.cu`: only builds, and says where the executable is. */
#include "base/i18n.h"
#include "cmd/cmd.h"
#include "cmd/load.h"

#include <stdio.h>
#include <stdlib.h>

static int run(struct options *options)
{
    const char *program;
    struct error err;
    if (options_one_word(options, "the program", &program, &err) ||
        load_check(program, options, &err))
        return cmd_fail(CMD_USAGE, "%s", err.text);
    struct build_request request = options_build_request(options, program);
    struct build_result result;
    if (build_emulator(&request, &result, &err)) return cmd_fail_error(CMD_FAILED, &err);
    printf("%s\n", result.executable);
    free(result.temporary); /* without a cache: the executable has to outlive this process */
    result.temporary = NULL;
    build_result_fini(&result);
    return CMD_DONE;
}

static const struct option_row rows[] = {{.name = "fresh",
                                          .kind = OPTION_FLAG,
                                          .at = offsetof(struct options, fresh),
                                          .help = N_("build even what the cache has")},
                                         {0}};

const struct command command_build = {
    .name = "build", .usage = "PROG.cu", .groups = OPTIONS_BUILD, .rows = rows, .run = run};
