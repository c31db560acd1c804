/* view.c - `syncstep view T.npz ...`: opens recorded traces, each a stage. */
#include "base/i18n.h"
#include "cmd/cmd.h"
#include "cmd/load.h"
#include "cmd/viewer.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* The other traces: one that is not there is said before anything is shown. Where the first one is
 * only read out, nobody would ever open the others: they are read now. */
static int check_others(const struct options *options, struct error *err)
{
    for (size_t i = 1; i < options->words.count; i++) {
        const char *path = options->words.words[i];
        struct trace *trace = NULL;
        if (access(path, R_OK) != 0) return error_set(err, "%s: %s", path, strerror(errno));
        if (!options->plain) continue;
        if (load_trace(path, options, NULL, &trace, err) != 0) return -1;
        trace_destroy(trace);
    }
    return 0;
}

/* A trace that cannot be read is said so before the screen is taken. */
static int show(struct options *options, struct session *session)
{
    struct error err;
    session_want(session, 0, false);
    session_wait_for(session, 0);
    struct stage_run *first = session_run(session, 0);
    if (!first->trace) return cmd_fail(CMD_FAILED, "%s", first->failure);
    if (check_others(options, &err) != 0) return cmd_fail(CMD_FAILED, "%s", err.text);
    return viewer_run(options, session, 0);
}

static int run(struct options *options)
{
    uint32_t count = (uint32_t)options->words.count;
    if (count == 0) return cmd_fail(CMD_USAGE, "view needs a trace (syncstep view --help)");
    struct session_loader loader = viewer_loader(options);
    struct session *session = session_create("traces", &loader);
    for (uint32_t i = 0; i < count; i++) {
        struct error err;
        if (load_check(options->words.words[i], options, &err)) {
            session_destroy(session);
            return cmd_fail(CMD_USAGE, "%s", err.text);
        }
        struct stage *stage = viewer_add(session, options, options->words.words[i]);
        if (stage->recording) continue;
        session_destroy(session);
        return cmd_fail(CMD_USAGE,
                        "%s: not a trace by its name (.npz); programs are opened with "
                        "syncstep run",
                        options->words.words[i]);
    }
    int status = show(options, session);
    session_destroy(session);
    return status;
}

const struct command command_view = {.name = "view",
                                     .usage = "T.npz ...",
                                     .summary = N_("open recorded traces"),
                                     .groups = OPTIONS_SCREEN | OPTIONS_PLACE,
                                     .run = run};
