/* view.c - `syncstep view T.npz ...`: opens recorded traces, each a stage. */
#include "base/i18n.h"
#include "cmd/cmd.h"
#include "cmd/load.h"
#include "cmd/viewer.h"

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
    /* a trace that cannot be read is said so before the screen is taken */
    session_want(session, 0, false);
    session_wait_for(session, 0);
    struct stage_run *first = session_run(session, 0);
    int status =
        first->trace ? viewer_run(options, session, 0) : cmd_fail(CMD_FAILED, "%s", first->failure);
    session_destroy(session);
    return status;
}

const struct command command_view = {.name = "view",
                                     .usage = "T.npz ...",
                                     .summary = N_("open recorded traces"),
                                     .groups = OPTIONS_SCREEN | OPTIONS_PLACE,
                                     .run = run};
