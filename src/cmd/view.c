/* view.c - `syncstep view T.npz ...`: opens recorded traces, each a stage. */
#include "cmd/cmd.h"
#include "cmd/viewer.h"

static int run(struct options *options)
{
    uint32_t count = (uint32_t)options->words.count;
    if (count == 0) return cmd_fail(CMD_USAGE, "view needs a trace (syncstep view --help)");
    struct session_loader loader = viewer_loader(options);
    struct session *session = session_create("traces", &loader);
    for (uint32_t i = 0; i < count; i++) {
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

#define AT(member) offsetof(struct options, member)

static const struct option_row rows[] = {
    {.name = "view",
     .kind = OPTION_TEXT,
     .at = AT(view),
     .argument = "NAME",
     .help = "the view to open: tree, access, banks, blocks, source, ..."},
    {.name = "launch",
     .kind = OPTION_NUMBER,
     .at = AT(launch),
     .given_at = AT(launch_given),
     .argument = "N",
     .help = "the launch to open, from 0"},
    {.name = "block",
     .kind = OPTION_NUMBER,
     .at = AT(block),
     .given_at = AT(block_given),
     .argument = "N",
     .help = "the block to open, its linear index"},
    {.name = "round",
     .kind = OPTION_NUMBER,
     .at = AT(round),
     .given_at = AT(round_given),
     .argument = "N",
     .help = "the round to open, from 0"},
    {0}};

const struct command command_view = {.name = "view",
                                     .usage = "T.npz ...",
                                     .summary = "open recorded traces",
                                     .groups = OPTIONS_SCREEN,
                                     .rows = rows,
                                     .run = run};
