/* run.c - `syncstep run PROG.cu [-- ARGS]`: builds, runs and opens a program. */
#include "base/i18n.h"
#include "cmd/cmd.h"
#include "cmd/load.h"
#include "cmd/viewer.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static int run(struct options *options)
{
    struct error err;
    uint32_t count = (uint32_t)options->words.count;
    if (count == 0) return cmd_fail(CMD_USAGE, "run needs a program (syncstep run --help)");
    struct session_loader loader = viewer_loader(options);
    struct session *session = session_create("programs", &loader);
    for (uint32_t i = 0; i < count; i++) {
        const char *path = options->words.words[i];
        int status = CMD_USAGE;
        if (load_is_trace(path)) {
            error_set(&err, "%s: a trace is opened with syncstep view", path);
        } else if (load_check(path, options, &err) == 0) {
            if (access(path, R_OK) == 0) {
                viewer_add(session, options, path);
                continue;
            }
            error_set(&err, "%s: %s", path, strerror(errno));
            status = CMD_FAILED;
        }
        session_destroy(session);
        return cmd_fail(status, "%s", err.text);
    }
    int status = viewer_run(options, session, 0);
    session_destroy(session);
    return status;
}

const struct command command_run = {.name = "run",
                                    .usage = "PROG.cu [-- ARGS]",
                                    .summary = N_("build and run a program, open the viewer"),
                                    .groups = OPTIONS_BUILD | OPTIONS_RECORD | OPTIONS_SCREEN |
                                              OPTIONS_PLACE,
                                    .run = run};
