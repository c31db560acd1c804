/* The box of key w: what this costs, the least it could cost, beliefs that are wrong. */
#include "analysis/lines.h"
#include "app/frame_parts.h"
#include "app/keys.h"
#include "base/i18n.h"
#include "state/cursor.h"
#include "state/predict.h"
#include "view/finish.h"
#include "view/launch.h"
#include "view/view.h"

#include <stdio.h>
#include <string.h>

enum { LABEL = 9, WIDEST = 100 };

/* ---- What is explained ----------------------------------------------------------------------- */

/* What the whole launch costs, where the view is about costs. */
static void add_totals(const struct state *state, const struct pane *pane, const struct why *round,
                       struct view_why *out)
{
    const struct view *view = view_table[state->view];
    const struct line_total *total = &lines_of_launch(pane->analysis, pane->cursor.launch)->total;
    const struct trace_launch *launch = cursor_launch(pane);
    unsigned long long blocks = trace_grid_blocks(launch), least = 0;
    char where[96];
    if (predict_hides(state)) return; /* totals tell the future */
    for (int i = 0; i < LINE_CLASS_COUNT; i++)
        least += total->classes[i].least;
    if (launch->block_count < blocks)
        snprintf(where, sizeof where, _("in the %u recorded blocks of %llu"), launch->block_count,
                 blocks);
    else
        snprintf(where, sizeof where,
                 ONE_OR(blocks, _("in the only block"), _("in all %llu blocks")), blocks);
    if (line_passes(total) && view->adds_passes)
        view_why_add(out, _("in all"),
                     _("%llu {pass|passes} %s, %llu without conflicts; here %llu"),
                     (unsigned long long)line_passes(total), where, least,
                     (unsigned long long)round->passes);
    const uint64_t pieces = total->classes[LINE_CONSTANT_LOAD].pieces;
    if (round->kind == WHY_PIECES)
        view_why_add(out, _("in all"), _("%llu constant {pass|passes} %s; here %llu"),
                     (unsigned long long)pieces, where, (unsigned long long)round->pieces);
    else if (line_sectors(total) && view->adds_sectors)
        view_why_add(out, _("in all"), _("%llu {sector|sectors} %s; here %llu"),
                     (unsigned long long)line_sectors(total), where,
                     (unsigned long long)round->sectors);
}

static bool of_round(const struct state *state, const struct pane *pane, struct view_why *out)
{
    struct why why;
    char block[40];
    const struct cursor *c = &pane->cursor;
    if (!cursor_rounds(pane)) return false;
    const struct view *view = view_table[state->view];
    const enum why_topic topic = view->topic_here ? view->topic_here(pane) : view->topic;
    if (!why_of_round(pane->analysis, c->launch, c->block, c->round, topic, &why)) return false;
    launch_block(cursor_launch(pane), cursor_block(pane)->index, block);
    if (why.line)
        snprintf(out->title, sizeof out->title, _("why: block %s, round %u, line %u"), block,
                 c->round, why.line);
    else
        snprintf(out->title, sizeof out->title, _("why: block %s, round %u"), block, c->round);
    out->explanation = why.explanation;
    out->beliefs = why.beliefs;
    view_why_add(out, _("here"), "%s", why.here);
    view_why_add(out, _("at best"), "%s", why.best);
    view_why_add(out, _("so far"), "%s", why.so_far);
    add_totals(state, pane, &why, out);
    return true;
}

bool frame_why(const struct state *state, struct view_why *out)
{
    const struct pane *pane = state_pane(state);
    const struct view *view = view_table[state->view];
    *out = (struct view_why){.explanation = "", .beliefs = ""};
    if (!pane->trace && !view->every_stage) return false;
    if (finish_shows(view, pane)) return finish_why(pane, cursor_finish(pane), out);
    if (view->why) return !(predict_hides(state) && view->tells_all) && view->why(state, pane, out);
    return view->sort == VIEW_PICTURE && of_round(state, pane, out);
}

/* ---- The box --------------------------------------------------------------------------------- */

/* A paragraph; drawn only when `draw`. Returns the row behind it. */
static int paragraph(struct canvas *canvas, struct rect area, int y, enum style style,
                     const char *text, bool draw)
{
    struct rect rect = {area.x, y, area.columns, draw ? 99 : 0};
    return y + canvas_paragraph(canvas, rect, 0, style, text);
}

static int figure(struct canvas *canvas, struct rect area, int y, const char *label,
                  const char *text, bool draw)
{
    struct rect rest = {area.x + LABEL, y, area.columns - LABEL, area.rows};
    if (draw) canvas_text(canvas, area.x, y, STYLE_STRONG, label);
    return paragraph(canvas, rest, y, STYLE_NORMAL, text, draw);
}

/* The figures are the last to go where there is no room. */
static int content(const struct view_why *why, struct canvas *canvas, struct rect area, bool full,
                   bool draw)
{
    char beliefs[512];
    int y = area.y;
    snprintf(beliefs, sizeof beliefs, _("Not so: %s"), why->beliefs);
    if (full) y = paragraph(canvas, area, y, STYLE_NORMAL, why->explanation, draw) + 1;
    for (int i = 0; i < why->count; i++)
        y = figure(canvas, area, y, why->figures[i].label, why->figures[i].text, draw);
    if (*why->beliefs) y = paragraph(canvas, area, y + 1, STYLE_DIM, beliefs, draw);
    return y - area.y;
}

void overlay_why(const struct state *state, const struct frame_layout *layout,
                 struct canvas *canvas)
{
    struct view_why why;
    if (!frame_why(state, &why)) return;
    int top = layout->tabs.rows ? layout->tabs.y + 1 : layout->title.rows;
    struct rect box = {0, top, canvas->columns < WIDEST ? canvas->columns : WIDEST, 0};
    struct rect inner = {box.x + 2, box.y + 1, box.columns - 4, 0};
    int rows = content(&why, canvas, inner, true, false);
    bool full = box.y + rows + 2 <= layout->footer.y;
    if (!full) rows = content(&why, canvas, inner, false, false);
    inner.rows = rows;
    box.rows = rows + 2;
    if (box.y + box.rows > layout->footer.y) box.rows = layout->footer.y - box.y;
    if (box.rows < 5 || box.columns < 20) { /* no room for a frame */
        inner = (struct rect){0, box.y, box.columns, layout->footer.y - box.y};
        canvas_fill(canvas, inner, STYLE_NORMAL, ' ');
    } else {
        canvas_box(canvas, box, why.title);
        inner.rows = box.rows - 2;
    }
    canvas_target(canvas, box, 0);
    canvas_target(canvas, inner, 0);
    struct rect old = canvas_clip(canvas, inner);
    content(&why, canvas, inner, full, true);
    canvas_set_clip(canvas, old);
    if (box.rows >= 5 && box.columns >= 40) {
        char explain[16], quit[16], close[64], spelt[80];
        keys_first(ACTION_WHY, explain);
        keys_first(ACTION_QUIT, quit);
        snprintf(close, sizeof close, _(" %s or %s closes "), explain, quit);
        canvas_text_right(canvas, box.x + box.columns - 2, box.y + box.rows - 1, STYLE_HINT,
                          canvas_keys(canvas, close, spelt, sizeof spelt));
    }
    canvas_cursor(canvas, inner.x, inner.y);
}
