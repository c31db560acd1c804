#include "ui/plain.h"

#include "analysis/bandwidth.h"
#include "analysis/findings.h"
#include "analysis/finish.h"
#include "analysis/lines.h"
#include "analysis/sentence.h"
#include "analysis/words.h"
#include "app/frame_parts.h"
#include "app/show.h"
#include "base/i18n.h"
#include "base/str.h"
#include "state/cursor.h"
#include "view/code.h"
#include "view/launch.h"
#include "view/text.h"
#include "view/view.h"

#include <stdlib.h>
#include <string.h>

/* Printable characters only, ended by a newline. */
static void put_printable(FILE *out, const char *text)
{
    const char *s = text;
    while (*s) {
        char bytes[5];
        uint32_t glyph = '\n';
        int length = *s == '\n' ? 1 : canvas_decode(s, &glyph);
        canvas_encode(glyph, bytes);
        fputs(bytes, out);
        s += length;
    }
    if (s == text || s[-1] != '\n') fputc('\n', out);
}

/* One sentence or heading. */
static void say(FILE *out, const char *text)
{
    struct str plain, closed;
    str_init(&plain);
    str_init(&closed);
    text_add_plain(&plain, text, 8);
    text_add_closed(&closed, plain.text);
    put_printable(out, closed.text);
    str_fini(&closed);
    str_fini(&plain);
}

/* What the program printed, as it printed it. */
static void repeat(FILE *out, const char *text)
{
    struct str plain;
    str_init(&plain);
    text_add_plain(&plain, text, 8);
    put_printable(out, plain.text);
    str_fini(&plain);
}

/* Lines of a lesson, joined to paragraphs. */
static void say_lines(FILE *out, const char *lines)
{
    struct str text;
    str_init(&text);
    code_join_lines(&text, lines);
    say(out, text.text);
    str_fini(&text);
}

/* "32", "4 by 4": what (4,4) sounds like. */
static void spoken(const uint32_t *dims, uint32_t count, char *out, size_t size)
{
    size_t used = 0;
    while (count > 1 && dims[count - 1] == 1)
        count--;
    for (uint32_t d = 0; d < count && used < size; d++)
        used += (size_t)snprintf(out + used, size - used, d ? _(" by %u") : "%u", dims[d]);
}

/* A view's sentence for where the cursor is; "" where the view has nothing to show. */
static void view_words(struct state *state, enum view_subject subject, char *text, int size)
{
    const struct view *view = view_table[view_about(subject)];
    const struct pane *pane = state_pane(state);
    const char *why;
    text[0] = '\0';
    if (view->sentence && view_available(view, pane, &why)) view->sentence(state, pane, text, size);
}

static void say_view(struct state *state, enum view_subject subject, FILE *out)
{
    char text[2048];
    view_words(state, subject, text, sizeof text);
    if (*text) say(out, text);
}

/* Is the first element of the array read and written as one, and not as a byte of an int? */
static bool whole_values(const struct pane *pane, uint32_t round, uint32_t array)
{
    const struct cursor *c = &pane->cursor;
    const struct round *now = round_get(pane->analysis, c->launch, c->block, round);
    if (!now || array >= ROUND_ARRAYS) return true;
    return !now->slots[round_slot_number(now, array, 0)].wide;
}

/* The first element of each shared array, where this round has written it or changed it. */
static void add_values(const struct pane *pane, uint32_t round, struct str *text)
{
    const struct trace_launch *launch = cursor_launch(pane);
    const uint32_t at = pane->cursor.block;
    for (uint32_t a = 0; a < launch->array_count; a++) {
        const struct trace_array *array = &launch->arrays[a];
        const uint8_t *now = trace_snapshot(launch, a, at, round), *before = NULL;
        const uint8_t *written = trace_written(launch, a, at, round);
        char value[64], old[64];
        if (!now || !written || !written[0] || !array->count) continue;
        if (!whole_values(pane, round, a)) continue;
        if (round > 0 && trace_written(launch, a, at, round - 1)[0])
            before = trace_snapshot(launch, a, at, round - 1);
        if (before && memcmp(now, before, array->bytes / array->count) == 0) continue;
        str_addf(text, " %s", array->name);
        for (uint32_t d = 0; d < array->dim_count; d++)
            str_adds(text, "[0]");
        trace_format_value(pane->trace, array->type, now, value, sizeof value);
        if (before) trace_format_value(pane->trace, array->type, before, old, sizeof old);
        if (before)
            str_addf(text, _(" is now %s, it was %s."), value, old);
        else
            str_addf(text, _(" is now %s."), value);
    }
}

static void say_round(struct state *state, uint32_t round, FILE *out)
{
    struct pane *pane = &state->panes[0];
    const struct trace_block *block = cursor_block(pane);
    char sentence[2048];
    struct str text;
    str_init(&text);
    pane->cursor.round = round;
    view_words(state, VIEW_ROUNDS, sentence, sizeof sentence);
    if (!*sentence)
        sentence_round(pane->analysis, pane->cursor.launch, pane->cursor.block, round, sentence,
                       sizeof sentence);
    str_adds(&text, sentence);
    add_values(pane, round, &text);
    say(out, text.text);
    str_fini(&text);
    if (round + 1 == block->rounds && !block->finished)
        say(out, _("Here the run ended before the block did."));
}

/* What the CPU does with the results. */
static void say_finish(const struct pane *pane, FILE *out)
{
    const struct finish *finish = finish_of_launch(pane->analysis, pane->cursor.launch);
    if (!finish) return;
    char text[2048] = "";
    finish_sentence(pane->analysis, finish, text, sizeof text);
    say(out, text);
}

static void walk_rounds(struct state *state, const struct plain_part *part, FILE *out)
{
    const struct pane *pane = &state->panes[0];
    const struct trace_block *block = cursor_block(pane);
    for (uint32_t round = 0; round < block->rounds; round++)
        if (!part->one_round || (round == part->round && !part->finish))
            say_round(state, round, out);
    if (!block->rounds && !block->finished) say(out, _("Here the run ended before the block did."));
    if (!part->one_round || part->finish) say_finish(pane, out);
}

/* What a line of the program says: who listens does not see it. */
static void quote_line(const struct pane *pane, FILE *out)
{
    const struct cursor *at = &pane->cursor;
    size_t length;
    const char *line = words_line(pane->trace, at->source, at->line, &length);
    struct str text;
    if (!line) return;
    str_init(&text);
    while (length && (*line == ' ' || *line == '\t'))
        line++, length--;
    str_addf(&text, _("Line %u says: "), at->line);
    str_add(&text, line, length);
    repeat(out, text.text);
    str_fini(&text);
}

/* What each line cost, as the view of the source says it. */
static void walk_lines(struct state *state, FILE *out)
{
    struct pane *pane = &state->panes[0];
    const struct line_table *table = lines_of_launch(pane->analysis, pane->cursor.launch);
    for (uint32_t i = 0; i < table->count; i++) {
        if (!line_requests(&table->lines[i])) continue;
        pane->cursor.source = table->lines[i].source;
        pane->cursor.line = table->lines[i].line;
        quote_line(pane, out);
        say_view(state, VIEW_SOURCE, out);
    }
}

static void walk_times(const struct pane *pane, FILE *out)
{
    const struct trace_launch *launch = cursor_launch(pane);
    const struct bandwidth *b = bandwidth_of_launch(pane->analysis, pane->cursor.launch);
    char text[256];
    if (pane->trace->model_time || !launch->plain.count) return;
    size_t used = (size_t)snprintf(text, sizeof text, _("It took %.2f microseconds"),
                                   launch->plain.median / 1e3);
    if (b->bytes_per_second > 0)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 _(": %.4g gigabytes a second, %.3g percent of the peak"),
                                 b->bytes_per_second / 1e9, b->share * 100);
    snprintf(text + used, sizeof text - used, ".");
    say(out, text);
}

static void say_launch(const struct trace *trace, uint32_t number, uint32_t block, FILE *out)
{
    const struct trace_launch *launch = &trace->launches[number];
    char grid[40], threads[40], index[40], dims[128];
    struct str text;
    str_init(&text);
    spoken(launch->grid, 3, grid, sizeof grid);
    spoken(launch->block, 3, threads, sizeof threads);
    const bool alone = trace_threads(launch) == 1;
    if (trace->launch_count > 1)
        str_addf(&text, _("Launch %u of 0-%u: "), number, trace->launch_count - 1);
    else
        str_adds(&text, _("One launch: "));
    str_addf(&text,
             ONE_OR(trace_grid_blocks(launch),
                    ONE_OR(alone, _("kernel %s, %s block of %s thread."),
                           _("kernel %s, %s block of %s threads.")),
                    ONE_OR(alone, _("kernel %s, %s blocks of %s thread."),
                           _("kernel %s, %s blocks of %s threads."))),
             launch->kernel, grid, threads);
    if (*launch->error) str_addf(&text, _(" It failed: %s."), launch->error);
    for (uint32_t a = 0; a < launch->array_count; a++) {
        const struct trace_array *array = &launch->arrays[a];
        spoken(array->dims, array->dim_count, dims, sizeof dims);
        const char *type = trace->types[array->type].name;
        if (array->dim_count)
            str_addf(&text,
                     ONE_OR(array->count, _(" Shared array %s of %s element of type %s."),
                            _(" Shared array %s of %s elements of type %s.")),
                     array->name, dims, type);
        else
            str_addf(&text, _(" Shared variable %s of type %s."), array->name, type);
    }
    if (launch->block_count) {
        launch_block(launch, launch->blocks[block].index, index);
        str_addf(&text,
                 ONE_OR(launch->blocks[block].rounds, _(" Block %s has %u round."),
                        _(" Block %s has %u rounds.")),
                 index, launch->blocks[block].rounds);
    }
    fputc('\n', out);
    say(out, text.text);
    str_fini(&text);
}

static void walk_launch(struct state *state, uint32_t number, const struct plain_part *part,
                        FILE *out)
{
    struct pane *pane = &state->panes[0];
    pane->cursor = (struct cursor){.launch = number, .block = part->one_block ? part->block : 0};
    cursor_clamp(pane->trace, &pane->cursor);
    say_launch(pane->trace, number, pane->cursor.block, out);
    if (!cursor_block(pane)) {
        say(out, _("No block of this launch was recorded."));
        return;
    }
    walk_rounds(state, part, out);
    if (part->one_round) return; /* what follows is of all rounds */
    walk_lines(state, out);
    say_view(state, VIEW_BLOCKS, out);
    walk_times(pane, out);
}

static void say_finding(const struct trace *trace, const struct finding *f, uint32_t number,
                        uint32_t count, FILE *out)
{
    struct str text;
    str_init(&text);
    str_addf(&text, _("Finding %u of %u, %s: "), number, count,
             _(trace_severity_name(f->severity)));
    if (f->line) str_addf(&text, _("%s line %u: "), trace->sources[f->source].name, f->line);
    str_addf(&text, _("%s."), f->headline);
    if (*f->because) str_addf(&text, " %s", f->because);
    if (*f->also) str_addf(&text, " %s", f->also);
    if (*f->advice) str_addf(&text, _(" What to do: %s"), f->advice);
    say(out, text.text);
    str_fini(&text);
}

static bool is_meant(const struct plain_part *part, const struct finding *finding)
{
    return !part->one_launch || finding_is_of(finding, part->launch);
}

static void walk_findings(struct analysis *analysis, const struct plain_part *part, FILE *out)
{
    const struct finding_list *list = findings_get(analysis);
    uint32_t count = 0, number = 0;
    char text[160];
    for (uint32_t i = 0; i < list->count; i++)
        count += is_meant(part, &list->findings[i]);
    fputc('\n', out);
    if (!count)
        say(out, part->one_launch ? _("Nothing was found wrong in this launch.")
                                  : _("Nothing was found wrong in this run."));
    for (uint32_t i = 0; i < list->count; i++)
        if (is_meant(part, &list->findings[i]))
            say_finding(analysis_trace(analysis), &list->findings[i], ++number, count, out);
    if (count == list->count) return;
    i18n_counted(text, sizeof text,
                 _("%u {finding|findings} elsewhere in the run {is|are} not read out."),
                 list->count - count);
    say(out, text);
}

static void walk_output(const struct trace *trace, FILE *out)
{
    fputc('\n', out);
    say(out, *trace->output ? _("The program printed:") : _("The program printed nothing."));
    if (*trace->output) repeat(out, trace->output);
    if (*trace->errors) {
        say(out, _("On standard error:"));
        repeat(out, trace->errors);
    }
    fprintf(out,
            trace->timed_out ? _("It was stopped: its time was up.\n")
                             : _("It ended with status %d.\n"),
            trace->exit_status);
}

/* The lesson's notes, then the program's opening comment or its translation. */
static void say_notes(const struct stage *stage, const struct trace *trace, FILE *out)
{
    char *comment = trace->source_count ? code_opening_comment(trace->sources[0].text) : NULL;
    const bool commented = *stage->comment || (comment && *comment);
    if (commented || *stage->notes)
        say(out,
            _("What the lesson says; where it speaks of a picture or of a key, that is for the "
              "screen:"));
    if (*stage->notes) say_lines(out, stage->notes);
    if (*stage->comment)
        say_lines(out, stage->comment);
    else if (commented)
        say(out, comment);
    free(comment);
}

void plain_walk(struct session *session, uint32_t number, const struct plain_part *part, FILE *out)
{
    const struct stage *stage = session_stage(session, number);
    const struct stage_run *run = session_run(session, number);
    if (session_count(session) > 1) {
        struct str text;
        str_init(&text);
        str_addf(&text, _("Stage %u of %u: %s."), number + 1, session_count(session), stage->title);
        say(out, text.text);
        str_fini(&text);
    }
    if (!run->trace) {
        say(out, run->failure ? run->failure : _("There is no trace of it."));
        return;
    }
    const struct trace *trace = run->trace;
    fprintf(out, _("Program %s, %s.\n"), trace->program,
            trace->backend == TRACE_GPU ? trace->device.name : _("on the emulator"));
    if (!part->one_launch) say_notes(stage, trace, out);
    struct state state;
    show_begin(&state, session, number);
    if (*state.message) say(out, state.message); /* a round that the stage does not have */
    for (uint32_t l = 0; l < trace->launch_count; l++)
        if (!part->one_launch || l == part->launch) walk_launch(&state, l, part, out);
    state_fini(&state);
    if (trace->launch_count == 0) say(out, _("No kernel was launched."));
    if (!part->one_round) walk_findings(run->analysis, part, out);
    if (!part->one_launch) walk_output(trace, out);
}
