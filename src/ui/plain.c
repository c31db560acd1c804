#include "ui/plain.h"

#include "analysis/findings.h"
#include "analysis/sentence.h"
#include "app/frame_parts.h"
#include "base/i18n.h"
#include "base/str.h"
#include "view/code.h"
#include "view/text.h"

#include <stdlib.h>
#include <string.h>

/* One sentence or heading, printable characters only, ended by a newline. */
static void say(FILE *out, const char *text)
{
    struct str plain;
    str_init(&plain);
    text_add_plain(&plain, text, 8);
    for (const char *s = plain.text; *s;) {
        char bytes[5];
        uint32_t glyph = '\n';
        int length = *s == '\n' ? 1 : canvas_decode(s, &glyph);
        canvas_encode(glyph, bytes);
        fputs(bytes, out);
        s += length;
    }
    if (plain.length == 0 || plain.text[plain.length - 1] != '\n') fputc('\n', out);
    str_fini(&plain);
}

static void walk_rounds(struct analysis *analysis, uint32_t number, FILE *out)
{
    const struct trace_launch *launch = &analysis_trace(analysis)->launches[number];
    if (launch->block_count == 0) {
        say(out, _("No block of this launch was recorded."));
        return;
    }
    for (uint32_t round = 0; round < launch->blocks[0].rounds; round++) {
        char text[2048];
        sentence_round(analysis, number, 0, round, text, sizeof text);
        say(out, text);
    }
    if (!launch->blocks[0].finished) say(out, _("Here the run ended before the block did."));
}

static void walk_launch(struct analysis *analysis, uint32_t number, FILE *out)
{
    const struct trace *trace = analysis_trace(analysis);
    const struct trace_launch *launch = &trace->launches[number];
    char grid[40], threads[40], index[40];
    struct str text;
    str_init(&text);
    frame_dim(launch->grid, grid);
    frame_dim(launch->block, threads);
    str_addf(&text,
             ONE_OR(trace_grid_blocks(launch),
                    _("Launch %u of %u: kernel %s, %s block of %s threads."),
                    _("Launch %u of %u: kernel %s, %s blocks of %s threads.")),
             number + 1, trace->launch_count, launch->kernel, grid, threads);
    if (*launch->error) str_addf(&text, _(" It failed: %s."), launch->error);
    for (uint32_t a = 0; a < launch->array_count; a++)
        str_addf(&text, _(" Shared array %s of %u elements of type %s."), launch->arrays[a].name,
                 launch->arrays[a].count, trace->types[launch->arrays[a].type].name);
    if (launch->block_count) {
        frame_block(launch, launch->blocks[0].index, index);
        str_addf(&text,
                 ONE_OR(launch->blocks[0].rounds, _(" Block %s has %u round."),
                        _(" Block %s has %u rounds.")),
                 index, launch->blocks[0].rounds);
    }
    fputc('\n', out);
    say(out, text.text);
    str_fini(&text);
    walk_rounds(analysis, number, out);
}

static void walk_findings(struct analysis *analysis, FILE *out)
{
    const struct finding_list *list = findings_get(analysis);
    const struct trace *trace = analysis_trace(analysis);
    fputc('\n', out);
    if (list->count == 0) say(out, _("Nothing was found wrong in this run."));
    for (uint32_t i = 0; i < list->count; i++) {
        const struct finding *f = &list->findings[i];
        struct str text;
        str_init(&text);
        str_addf(&text, _("Finding %u of %u, %s: "), i + 1, list->count,
                 trace_severity_name(f->severity));
        if (f->line) str_addf(&text, _("%s line %u: "), trace->sources[f->source].name, f->line);
        str_addf(&text, "%s.", f->headline);
        if (*f->because) str_addf(&text, " %s", f->because);
        if (*f->also) str_addf(&text, " %s", f->also);
        if (*f->advice) str_addf(&text, _(" What to do: %s"), f->advice);
        say(out, text.text);
        str_fini(&text);
    }
}

static void walk_output(const struct trace *trace, FILE *out)
{
    fputc('\n', out);
    say(out, *trace->output ? _("The program printed:") : _("The program printed nothing."));
    if (*trace->output) say(out, trace->output);
    if (*trace->errors) {
        say(out, _("On standard error:"));
        say(out, trace->errors);
    }
    fprintf(out,
            trace->timed_out ? _("It was stopped: its time was up.\n")
                             : _("It ended with status %d.\n"),
            trace->exit_status);
}

void plain_walk(const struct session *session, uint32_t number, FILE *out)
{
    const struct stage *stage = session_stage(session, number);
    const struct stage_run *run = session_run(session, number);
    if (session_count(session) > 1)
        fprintf(out, _("Stage %u of %u: %s.\n"), number + 1, session_count(session), stage->title);
    if (!run->trace) {
        say(out, run->failure ? run->failure : _("There is no trace of it."));
        return;
    }
    const struct trace *trace = run->trace;
    fprintf(out, _("Program %s, %s.\n"), trace->program,
            trace->backend == TRACE_GPU ? trace->device.name : _("on the emulator"));
    char *comment = trace->source_count ? code_opening_comment(trace->sources[0].text) : NULL;
    if (comment && *comment) say(out, comment);
    free(comment);
    if (*stage->notes) say(out, stage->notes);
    for (uint32_t l = 0; l < trace->launch_count; l++)
        walk_launch(run->analysis, l, out);
    if (trace->launch_count == 0) say(out, _("No kernel was launched."));
    walk_findings(run->analysis, out);
    walk_output(trace, out);
}
