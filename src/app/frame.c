#include "app/frame.h"

#include "app/frame_parts.h"
#include "base/i18n.h"
#include "canvas/text_close.h"
#include "state/cursor.h"
#include "state/predict.h"
#include "state/session.h"
#include "view/finish.h"
#include "view/view.h"

#include <stdio.h>
#include <string.h>

enum {
    TINY_COLUMNS = 20,
    TINY_ROWS = 3,
    PANES_FROM = 60,   /* columns from which two panes stand side by side */
    SIDE_FROM = 120,   /* columns from which the source stands beside the picture */
    SIDE_MOST = 120,   /* lines of source are not longer */
    SIDE_PICTURE = 80, /* the picture is what it is in 80 columns */
};

/* From how many rows on a part is shown. */
enum {
    TITLE_ROWS = 4,
    CAPTION_ROWS = 14,
    TABS_ROWS = 10,
    TABS_NARROW_ROWS = 12,
    RULE_ROWS = 16,
    SCRUBBER_ROWS = 8,
    SCRUBBER_NARROW_ROWS = 12,
    NARROW = 54 /* columns; below, the sentence needs the rows of tabs and scrubber */
};

/* The longest sentences have about 160 columns. A low window has less for them. */
static int sentence_rows(int columns, int rows)
{
    int want = columns >= 80 ? 2 : columns >= NARROW ? 3 : 4;
    int most = rows < 6 ? 0 : rows < 8 ? 1 : rows < 10 ? 2 : rows < 16 ? 3 : want;
    if (rows >= 36) return want + 1;
    return want < most ? want : most;
}

static struct rect take_top(struct rect *rest, int rows)
{
    struct rect part = {rest->x, rest->y, rest->columns, rows};
    rest->y += rows;
    rest->rows -= rows;
    return part;
}

static struct rect take_bottom(struct rect *rest, int rows)
{
    rest->rows -= rows;
    return (struct rect){rest->x, rest->y + rest->rows, rest->columns, rows};
}

struct frame_layout frame_layout(int columns, int rows, int panes, bool side)
{
    struct frame_layout layout = {.divider = -1, .shown = 1};
    struct rect rest = {0, 0, columns, rows};
    if (columns < TINY_COLUMNS || rows < TINY_ROWS) {
        layout.tiny = true;
        return layout;
    }
    if (rows >= TITLE_ROWS) layout.title = take_top(&rest, 1);
    if (rows >= CAPTION_ROWS) layout.caption = take_top(&rest, 1);
    bool narrow = columns < NARROW;
    if (rows >= (narrow ? TABS_NARROW_ROWS : TABS_ROWS)) layout.tabs = take_top(&rest, 1);
    layout.footer = take_bottom(&rest, 1);
    if (rows >= (narrow ? SCRUBBER_NARROW_ROWS : SCRUBBER_ROWS))
        layout.scrubber = take_bottom(&rest, 1);
    if (sentence_rows(columns, rows))
        layout.sentence = take_bottom(&rest, sentence_rows(columns, rows));
    if (rows >= RULE_ROWS) layout.rule = take_bottom(&rest, 1);
    layout.panes[0] = layout.panes[1] = rest;
    if (panes == 2 && columns >= PANES_FROM) {
        layout.shown = 2;
        layout.divider = (columns - 1) / 2;
        layout.panes[0].columns = layout.divider;
        layout.panes[1].x = layout.divider + 1;
        layout.panes[1].columns = columns - layout.divider - 1;
    } else if (panes == 1 && side && columns >= SIDE_FROM) {
        int picture = columns / 2 < SIDE_PICTURE ? SIDE_PICTURE : columns / 2;
        if (picture < columns - SIDE_MOST) picture = columns - SIDE_MOST;
        layout.divider = picture;
        layout.panes[0].columns = layout.panes[1].columns = picture;
        /* a blank column on either side of the line: the views leave their last one free */
        layout.side = (struct rect){picture + 2, rest.y, columns - picture - 2, rest.rows};
    }
    return layout;
}

static bool wants_side(const struct state *state)
{
    const struct view *view = view_table[state->view];
    return view->sort == VIEW_PICTURE && view->subject != VIEW_SOURCE &&
           view_about(VIEW_SOURCE) >= 0;
}

/* Who gets the row of the rule, and who gives one to a sentence of a line more. */
static void fit_rule(const struct state *state, struct frame_layout *layout)
{
    const struct view *view = view_table[state->view];
    enum view_rule rule = view->rule(state_pane(state), layout->panes[0].rows);
    if (rule == RULE_LENDS) return;
    if (frame_sentence_rows(state, layout->sentence) > layout->sentence.rows) {
        layout->sentence.y--;
        layout->sentence.rows++;
        layout->rule.y--;
        for (int p = 0; p < STATE_PANES; p++)
            layout->panes[p].rows--;
        if (layout->side.rows) layout->side.rows--;
        rule = view->rule(state_pane(state), layout->panes[0].rows);
    }
    if (rule != RULE_DRAWN || layout->shown == 2) return;
    for (int p = 0; p < STATE_PANES; p++)
        layout->panes[p].rows++;
    layout->ruled = true;
    /* a view leaves its last column free */
    layout->rule.x = layout->panes[0].columns - 1;
    layout->rule.columns -= layout->rule.x;
}

static struct frame_layout layout_of(const struct state *state, int columns, int rows)
{
    const struct view *view = view_table[state->view];
    /* what shows all stages shows them once */
    int panes = view->every_stage ? 1 : state->pane_count;
    struct frame_layout layout = frame_layout(columns, rows, panes, wants_side(state));
    if (layout.rule.rows && view->rule) fit_rule(state, &layout);
    return layout;
}

struct frame_layout frame_layout_of(const struct state *state)
{
    return layout_of(state, state->columns, state->rows);
}

void frame_prepare(struct state *state, int columns, int rows)
{
    struct frame_layout layout = layout_of(state, columns, rows);
    state->columns = columns;
    state->rows = rows;
    for (int p = 0; p < STATE_PANES; p++) {
        state->panes[p].area = layout.panes[p];
        state->panes[p].ruled = layout.ruled;
    }
}

void frame_omitted(const struct state *state, char *out, size_t size)
{
    struct frame_layout layout = layout_of(state, state->columns, state->rows);
    out[0] = 0;
    if (state->columns >= 80 && state->rows >= 24) return;
    snprintf(out, size, _("Left out at %d x %d:%s%s%s%s%s%s 80 x 24 shows everything."),
             state->columns, state->rows, layout.title.rows ? "" : _(" title,"),
             layout.caption.rows ? "" : _(" stage,"),
             !layout.tabs.rows     ? _(" views,")
             : state->columns < 80 ? _(" names of views,")
                                   : "",
             layout.sentence.rows ? "" : _(" sentence,"), layout.scrubber.rows ? "" : _(" rounds,"),
             layout.shown < state->pane_count ? _(" the other pane,") : "");
    /* ", 80" reads wrong: the last comma is a full stop */
    char *end = strstr(out, ", 80 x");
    if (end) *end = '.';
    text_close_up(out, size);
}

/* ---- Drawing --------------------------------------------------------------------------------- */

static void draw_tiny(const struct state *state, struct canvas *canvas)
{
    char text[128];
    snprintf(text, sizeof text, _("%d x %d is too small: 80 x 24 shows everything. q quits."),
             canvas->columns, canvas->rows);
    (void)state;
    canvas_paragraph(canvas, (struct rect){0, 0, canvas->columns, canvas->rows}, 0, STYLE_NORMAL,
                     text);
    canvas_cursor(canvas, 0, 0);
}

/* Why there is no picture yet: being built, failed, nothing to show. */
static bool draw_absence(const struct state *state, const struct pane *pane, struct canvas *canvas,
                         struct rect area)
{
    const struct view *view = view_table[state->view];
    const struct stage_run *run = session_run(state->session, pane->stage);
    struct rect inner = {area.x + 1, area.y, area.columns - 2, area.rows};
    const char *why = "";
    if (inner.columns < 1) inner = area;
    if (!pane->trace && !view->every_stage) {
        bool failed = run->status == RUN_FAILED;
        if (failed)
            why = run->failure;
        else if (run->status == RUN_WAITING || run->status == RUN_WORKING)
            why = _("building and running …   q quits, [ ] other stages");
        canvas_paragraph(canvas, inner, failed ? pane->cursor.scroll : 0,
                         failed ? STYLE_RACE : STYLE_DIM, why);
        canvas_cursor(canvas, inner.x, inner.y);
        return true;
    }
    if (predict_hides(state) && view->tells_all)
        why = _("Hidden while you predict: it would tell what comes. p ends it.");
    else if (!pane->trace || view_available(view, pane, &why))
        return false;
    canvas_paragraph(canvas, inner, 0, STYLE_DIM, why);
    canvas_cursor(canvas, inner.x, inner.y);
    return true;
}

/* A view may use all columns of its area but the last, where another pane or the edge begins. */
static struct rect clip_to_view(struct canvas *canvas, struct rect area)
{
    if (area.columns > TINY_COLUMNS) area.columns--;
    return canvas_clip(canvas, area);
}

static void draw_pane(const struct state *state, int p, struct canvas *canvas, struct rect area)
{
    struct rect old = clip_to_view(canvas, area);
    const struct pane *pane = &state->panes[p];
    int x = canvas->cursor_x, y = canvas->cursor_y;
    if (finish_shows(view_table[state->view], pane))
        finish_draw(pane, cursor_finish(pane), canvas, area);
    else if (!draw_absence(state, pane, canvas, area))
        view_table[state->view]->draw(state, pane, canvas, area);
    if (p != state->pane_on) {
        canvas->cursor_x = x;
        canvas->cursor_y = y;
    }
    canvas_set_clip(canvas, old);
}

/* The source beside the picture: the same view, in the same pane's name. */
static void draw_side(const struct state *state, struct canvas *canvas, struct rect area)
{
    const struct view *source = view_table[view_about(VIEW_SOURCE)];
    struct pane pane = *state_pane(state);
    const char *why;
    if (!pane.trace || !view_available(source, &pane, &why)) return;
    pane.area = area;
    uint32_t (*site_of)(const struct pane *) = view_table[state->view]->site;
    uint32_t site = site_of && !cursor_finish(&pane) ? site_of(&pane) : TRACE_NONE;
    bool follows = site < pane.trace->site_count && pane.trace->sites[site].line &&
                   pane.trace->sites[site].source < pane.trace->source_count;
    if (follows) {
        pane.cursor.source = pane.trace->sites[site].source;
        pane.cursor.line = pane.trace->sites[site].line;
    }
    struct rect old = clip_to_view(canvas, area);
    int x = canvas->cursor_x, y = canvas->cursor_y;
    source->draw(state, &pane, canvas, area);
    /* where it follows the picture, a click on another line would be without effect */
    if (follows) canvas_target(canvas, area, 0);
    canvas->cursor_x = x;
    canvas->cursor_y = y;
    canvas_set_clip(canvas, old);
}

static void draw_views(const struct state *state, const struct frame_layout *layout,
                       struct canvas *canvas)
{
    /* the pane that is on comes last: its selection is where the hardware cursor stands */
    if (layout->shown == 2)
        draw_pane(state, 1 - state->pane_on, canvas, layout->panes[1 - state->pane_on]);
    draw_pane(state, state->pane_on, canvas,
              layout->panes[layout->shown == 2 ? state->pane_on : 0]);
    if (layout->side.columns) draw_side(state, canvas, layout->side);
    if (layout->divider >= 0)
        canvas_vline(canvas, layout->divider, layout->panes[0].y,
                     layout->panes[0].rows - layout->ruled, STYLE_RULE);
}

/* The rule below the views joins the vertical lines that come down to it. */
static void draw_rule(struct canvas *canvas, struct rect rule)
{
    if (!rule.rows) return;
    canvas_hline(canvas, rule.x, rule.y, rule.columns, STYLE_RULE);
    uint32_t vertical = canvas->ascii ? '|' : 0x2502;
    for (int x = rule.x; rule.y > 0 && x < rule.x + rule.columns; x++)
        if (canvas->cells[(rule.y - 1) * canvas->columns + x].glyph == vertical &&
            canvas->cells[(rule.y - 1) * canvas->columns + x].style == STYLE_RULE)
            canvas_put(canvas, x, rule.y, STYLE_RULE, 0x2534);
}

void frame_draw(const struct state *state, struct canvas *canvas)
{
    struct frame_layout layout = layout_of(state, canvas->columns, canvas->rows);
    canvas_clear(canvas);
    if (layout.tiny) {
        draw_tiny(state, canvas);
        return;
    }
    draw_views(state, &layout, canvas);
    /* a sentence of one line more than there is room for takes that of the rule */
    const bool lends = !layout.ruled && layout.rule.rows;
    if (lends && frame_sentence_rows(state, layout.sentence) > layout.sentence.rows) {
        layout.sentence.y -= layout.rule.rows;
        layout.sentence.rows += layout.rule.rows;
        layout.rule.rows = 0;
    }
    frame_title(state, &layout, canvas);
    frame_tabs(state, layout.tabs, canvas);
    draw_rule(canvas, layout.rule);
    frame_sentence(state, layout.sentence, canvas);
    frame_scrubber(state, layout.scrubber, canvas);
    frame_overlay(state, &layout, canvas);
    frame_footer(state, layout.footer, canvas);
}
