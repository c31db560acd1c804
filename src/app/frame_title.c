/* The first rows: what is looked at, where in it, and the views. */
#include "app/frame_parts.h"

#include "analysis/findings.h"
#include "analysis/round.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "state/cursor.h"
#include "state/predict.h"
#include "state/session.h"
#include "state/target.h"
#include "view/launch.h"
#include "view/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Title ----------------------------------------------------------------------------------- */

static void print_array(const struct trace *trace, const struct trace_array *array, bool type,
                        struct str *out)
{
    str_adds(out, array->name);
    for (uint32_t d = 0; d < array->dim_count; d++)
        str_addf(out, "[%u]", array->dims[d]);
    if (type) str_addf(out, " %s", trace->types[array->type].name);
}

/* Does the round touch it? */
static bool array_works(const struct round *round, uint32_t array)
{
    const uint32_t count = round->launch->arrays[array].count;
    for (uint32_t s = 0; s < count; s++) {
        const struct round_slot *slot = &round->slots[round_slot_number(round, array, s)];
        if (slot->reads || slot->writes) return true;
    }
    return false;
}

/* Where the picture is of an array that rests in this round: the way to one that does not. */
static void add_working_array(const struct state *state, struct str *out)
{
    const struct pane *pane = state_pane(state);
    const struct view *view = view_table[state->view];
    const struct trace_launch *launch = cursor_launch(pane);
    const struct round *round;
    if (!view->shows_array || !pane->analysis || !cursor_rounds(pane)) return;
    if (launch->array_count < 2 || cursor_finish(pane)) return;
    round = round_get(pane->analysis, pane->cursor.launch, pane->cursor.block, pane->cursor.round);
    if (!round) return;
    const uint32_t arrays = launch->array_count < ROUND_ARRAYS ? launch->array_count : ROUND_ARRAYS;
    const char *other = NULL;
    for (uint32_t a = 0; a < arrays; a++) {
        if (!array_works(round, a)) continue;
        if (view->shows_array(pane, a)) return;
        if (!other) other = launch->arrays[a].name;
    }
    if (other) str_addf(out, _("  at work: %s (:array %s)"), other, other);
}

/* cubes_tree.cu  sumCubes<<<32,256>>>  block 0 of 32  shared[256] int
 * `brevity`: 0 all of it, 1 without the element type, 2 without the array, 3 without the number of
 * blocks, 4 without the launch's size, 5 the program alone. */
static void title_text(const struct state *state, int brevity, struct str *out)
{
    const struct pane *pane = state_pane(state);
    const struct trace_launch *launch = cursor_launch(pane);
    const struct trace_block *block = cursor_block(pane);
    char grid[40], threads[40], index[40];
    str_clear(out);
    if (!pane->trace) {
        str_adds(out, session_title(state->session));
        return;
    }
    str_adds(out, pane->trace->program);
    if (brevity > 4) return;
    if (!launch) {
        str_adds(out, _("  no kernel was launched"));
        return;
    }
    launch_dims(launch->grid, grid);
    launch_dims(launch->block, threads);
    if (pane->trace->launch_count > 1)
        str_addf(out, brevity > 1 ? _("  launch %u") : _("  launch %u of 0-%u"),
                 pane->cursor.launch, pane->trace->launch_count - 1);
    if (brevity < 4)
        str_addf(out, "  %s<<<%s,%s>>>", launch->kernel, grid, threads);
    else
        str_addf(out, "  %s", launch->kernel);
    if (!block) return;
    launch_block(launch, block->index, index);
    if (brevity < 3)
        str_addf(out, _("  block %s of %s"), index, grid);
    else
        str_addf(out, _("  block %s"), index);
    if (!cursor_array(pane)) return;
    if (brevity < 2) {
        str_adds(out, "  ");
        print_array(pane->trace, cursor_array(pane), brevity == 0, out);
    }
    add_working_array(state, out);
}

/* Where the figures come from; a recording on a GPU says on which. */
static void figures_text(const struct state *state, char *out, size_t size)
{
    const struct pane *pane = state_pane(state);
    const struct stage_run *run = session_run(state->session, pane->stage);
    const struct view *view = view_table[state->view];
    out[0] = 0;
    if (view->origin) view->origin(state, pane, out, (int)size);
    if (*out) return;
    if (run->status == RUN_WORKING || run->status == RUN_WAITING) {
        snprintf(out, size, "%s", _("building …"));
        return;
    }
    out[0] = 0;
    if (!pane->trace) return;
    const struct stage *stage = session_stage(state->session, pane->stage);
    if (pane->trace->backend == TRACE_EMULATOR)
        snprintf(out, size, "%s%s%s", _("emulator"),
                 strncmp(pane->trace->schedule, "forward", 7) == 0 || !*pane->trace->schedule
                     ? ""
                     : _(", "),
                 strncmp(pane->trace->schedule, "forward", 7) == 0 ? "" : _(pane->trace->schedule));
    else if (stage->variant == RUN_RECORDING || !stage->program)
        snprintf(out, size, _("%s, recorded"), pane->trace->device.name);
    else
        snprintf(out, size, "%s", pane->trace->device.name);
}

static void stage_named(const struct state *state, const struct pane *pane, const char *name,
                        char *out, size_t size)
{
    if (session_count(state->session) > 1)
        snprintf(out, size, _("stage %u  %s"), pane->stage + 1, name);
    else
        snprintf(out, size, "%s", name);
}

/* The title, or its short form where it does not fit. */
static void stage_text(const struct state *state, const struct pane *pane, int columns, char *out,
                       size_t size)
{
    const struct stage *stage = session_stage(state->session, pane->stage);
    stage_named(state, pane, stage->title, out, size);
    if (canvas_width(out) > columns && *stage->brief)
        stage_named(state, pane, stage->brief, out, size);
}

/* "1 error, 1 warning", "" when there is neither. Returns how it is to look. */
static enum style summary_of(const struct state *state, const struct pane *pane, char *out,
                             size_t size)
{
    const struct finding_list *list = state_findings(state, pane);
    out[0] = 0;
    if (predict_hides(state)) return STYLE_NORMAL;
    if (!list || list->errors + list->warnings == 0) return STYLE_NORMAL;
    findings_summary(list, out, size);
    return list->errors ? STYLE_RACE : STYLE_WARNING;
}

static void round_text(const struct state *state, const struct pane *pane, char *out, size_t size)
{
    uint32_t rounds = cursor_rounds(pane);
    const struct view *view = view_table[state->view];
    out[0] = 0;
    if (!rounds) return;
    if (cursor_finish(pane)) {
        snprintf(out, size, "%s", _("after the last round: the CPU"));
        return;
    }
    if (view->step == STEP_REQUEST && view->request_count && view->request_count(pane))
        snprintf(out, size, _("round %u, request %u of %u"), pane->cursor.round,
                 pane->cursor.request + 1, view->request_count(pane));
    else if (predict_hides(state))
        snprintf(out, size, _("round %u, the next is hidden"), pane->cursor.round);
    else
        snprintf(out, size, _("round %u, of 0 to %u"), pane->cursor.round, rounds - 1);
}

/* Left and right text in one row; the left one is cut where they would meet. */
static void two_ends(struct canvas *canvas, struct rect area, enum style style, const char *left,
                     const char *right)
{
    int width = canvas_width(right);
    int room = area.columns - 2;
    if (width > room / 2) {
        width = 0;
        right = "";
    }
    canvas_text_fit(canvas, area.x + 1, area.y, style, width ? room - width - 2 : room, left);
    canvas_text_right(canvas, area.x + area.columns - 1, area.y, style, right);
}

/* "4 bytes for each of 32 lanes" of "32 banks of 4 bytes   4 bytes for each of 32 lanes". */
static const char *second_part(const char *caption)
{
    static const char *const gaps[] = {"   ", ": "};
    for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) {
        const char *gap = strstr(caption, gaps[i]);
        if (gap) return gap + strlen(gaps[i]);
    }
    return caption;
}

/* Stage, what was found, and the round on the right; the stage's title gives way. */
static void caption_of(const struct state *state, const struct pane *pane, struct canvas *canvas,
                       struct rect area)
{
    char left[512] = "", right[128] = "", summary[128] = "";
    const struct view *view = view_table[state->view];
    enum style style = STYLE_NORMAL;
    if (view->caption && pane->trace && !cursor_finish(pane))
        view->caption(state, pane, left, sizeof left);
    const bool stage = !*left;
    if (stage) stage_text(state, pane, area.columns, left, sizeof left);
    style = summary_of(state, pane, summary, sizeof summary);
    round_text(state, pane, right, sizeof right);
    int width = canvas_width(summary);
    if (width && width + canvas_width(right) + 8 < area.columns) {
        int room = area.columns - 2 - canvas_width(right) - 2 - width - 2;
        const char *part = canvas_width(left) > room && !stage ? second_part(left) : left;
        int x = canvas_text_fit(canvas, area.x + 1, area.y, STYLE_NORMAL, room, part) + 2;
        canvas_text(canvas, x, area.y, style, summary);
        left[0] = 0;
    }
    if (*left)
        two_ends(canvas, area, STYLE_NORMAL, left, right);
    else
        canvas_text_right(canvas, area.x + area.columns - 1, area.y, STYLE_NORMAL, right);
}

/* "block 31", where the panes show two different ones. */
static void other_block(const struct state *state, const struct pane *pane, char *out, size_t size)
{
    char block[40];
    const struct pane *panes = state->panes;
    out[0] = 0;
    if (!cursor_rounds(&panes[0]) || !cursor_rounds(&panes[1])) return;
    if (cursor_block(&panes[0])->index == cursor_block(&panes[1])->index) return;
    launch_block(cursor_launch(pane), cursor_block(pane)->index, block);
    snprintf(out, size, _("block %s"), block);
}

static void compare_caption(const struct state *state, const struct frame_layout *layout,
                            struct canvas *canvas)
{
    for (int p = 0; p < 2; p++) {
        char text[512], stage[400], block[64];
        struct rect area = layout->panes[p];
        const enum style style = p == state->pane_on ? STYLE_STRONG : STYLE_NORMAL;
        other_block(state, &state->panes[p], block, sizeof block);
        int room = area.columns - 2 - (*block ? canvas_width(block) + 1 : 0);
        stage_text(state, &state->panes[p], room - 2, stage, sizeof stage);
        snprintf(text, sizeof text, "%s %s", p == state->pane_on ? "■" : "·", stage);
        canvas_text_fit(canvas, area.x + 1, layout->caption.y, style, room, text);
        canvas_text_right(canvas, area.x + area.columns - 1, layout->caption.y, style, block);
    }
    canvas_vline(canvas, layout->divider, layout->caption.y, 1, STYLE_RULE);
}

/* Where the figures come from; in a low window without a caption the round, which matters more. */
static void right_end(const struct state *state, const struct frame_layout *layout, char *out,
                      size_t size)
{
    const struct pane *pane = state_pane(state);
    out[0] = 0;
    if (!layout->caption.rows && layout->shown == 1) round_text(state, pane, out, size);
    if (canvas_width(out) > (layout->title.columns - 2) / 2)
        snprintf(out, size, _("round %u"), pane->cursor.round);
    if (!*out) figures_text(state, out, size);
}

static void draw_title(const struct state *state, const struct frame_layout *layout,
                       struct canvas *canvas)
{
    char origin[256], rounds[64] = "";
    struct str text;
    str_init(&text);
    right_end(state, layout, origin, sizeof origin);
    if (layout->shown == 2)
        snprintf(rounds, sizeof rounds,
                 predict_hides(state) ? _("compare, round %u   ")
                                      : _("compare, round %u of 0 to %u   "),
                 cursor_round(state), cursor_last_round(state));
    int room = layout->title.columns - 4 - canvas_width(origin) - canvas_width(rounds);
    for (int brevity = 0; brevity < 6; brevity++) {
        title_text(state, brevity, &text);
        if (canvas_width(text.text) <= room) break;
    }
    char *shown = mem_alloc(strlen(rounds) + text.length + 1);
    strcpy(shown, rounds);
    strcat(shown, text.text);
    two_ends(canvas, layout->title, STYLE_TITLE, shown, origin);
    free(shown);
    str_fini(&text);
}

void frame_title(const struct state *state, const struct frame_layout *layout,
                 struct canvas *canvas)
{
    if (layout->title.rows) draw_title(state, layout, canvas);
    if (!layout->caption.rows) return;
    if (layout->shown == 2)
        compare_caption(state, layout, canvas);
    else
        caption_of(state, state_pane(state), canvas, layout->caption);
}

/* ---- Tabs ------------------------------------------------------------------------------------ */

static int tabs_width(const struct state *state, bool names)
{
    int width = 1;
    for (int v = 0; v < view_count; v++) {
        bool on = (uint32_t)v == state->view;
        width += 2 + (on ? 2 : 0) + (names || on ? 1 + canvas_width(_(view_table[v]->name)) : 0);
    }
    return width;
}

static void tab_text(const struct state *state, int view, bool names, char text[64])
{
    bool on = (uint32_t)view == state->view;
    if (names || on)
        snprintf(text, 64, on ? "[%d %s]" : "%d %s", view + 1, _(view_table[view]->name));
    else
        snprintf(text, 64, "%d", view + 1);
}

void frame_tabs(const struct state *state, struct rect area, struct canvas *canvas)
{
    if (!area.rows) return;
    bool names = tabs_width(state, true) <= area.columns;
    int x = area.x + 1;
    canvas_hline(canvas, area.x, area.y, area.columns, STYLE_RULE);
    for (int v = 0; v < view_count; v++) {
        char text[64];
        tab_text(state, v, names, text);
        canvas_target(canvas, (struct rect){x, area.y, canvas_width(text), area.rows},
                      target_pack(TARGET_VIEW, 0, (uint32_t)v));
        x = canvas_text(canvas, x, area.y, (uint32_t)v == state->view ? STYLE_TAB_ON : STYLE_TAB,
                        text) +
            1;
    }
}
