/* report.c - `syncstep report PROG.cu|T.npz [--json]`: the figures, on standard output. */
#include "analysis/analysis.h"
#include "base/i18n.h"
#include "cmd/cmd.h"
#include "cmd/load.h"
#include "export/json_report.h"
#include "export/report_text.h"

#include <stdio.h>

static int run(struct options *options)
{
    const char *path;
    struct error err;
    struct trace *trace;
    if (options_one_word(options, "a program or a trace", &path, &err) ||
        load_check(path, options, &err))
        return cmd_fail(CMD_USAGE, "%s", err.text);
    if (load_trace(path, options, NULL, &trace, &err)) return cmd_fail_error(CMD_FAILED, &err);
    struct analysis *analysis = analysis_create(trace);
    int status = CMD_DONE;
    if (!options->json)
        report_text_write(analysis, stdout);
    else if (json_report_write(analysis, false, stdout, &err))
        status = cmd_fail_error(CMD_FAILED, &err);
    analysis_destroy(analysis);
    trace_destroy(trace);
    return status;
}

static const struct option_row rows[] = {{.name = "json",
                                          .kind = OPTION_FLAG,
                                          .at = offsetof(struct options, json),
                                          .help = N_("as JSON (assets/report-schema.md)")},
                                         {0}};

const struct command command_report = {.name = "report",
                                       .usage = "PROG.cu|T.npz [-- ARGS]",
                                       .summary = N_("the figures as text or JSON"),
                                       .groups = OPTIONS_BUILD | OPTIONS_RECORD,
                                       .rows = rows,
                                       .run = run};
