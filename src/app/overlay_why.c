/* The box of key w: what this costs, the least it could cost, beliefs that are wrong. */
#include "analysis/why.h"
#include "app/cursor.h"
#include "app/frame_parts.h"
#include "base/i18n.h"
#include "view/view.h"

#include <stdio.h>
#include <string.h>

enum { LABEL = 9, WIDEST = 100 };

static enum why_topic topic_of(const struct state *state)
{
    const char *view = view_table[state->view]->name;
    return strcmp(view, "banks") == 0    ? WHY_BANKS
           : strcmp(view, "access") == 0 ? WHY_GLOBAL
                                         : WHY_LANES;
}

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
static int content(const struct why *why, struct canvas *canvas, struct rect area, bool full,
                   bool draw)
{
    char beliefs[512];
    int y = area.y;
    snprintf(beliefs, sizeof beliefs, _("Not so: %s"), why->beliefs);
    if (full) y = paragraph(canvas, area, y, STYLE_NORMAL, why->explanation, draw) + 1;
    y = figure(canvas, area, y, _("here"), why->here, draw);
    y = figure(canvas, area, y, _("at best"), why->best, draw);
    y = figure(canvas, area, y, _("so far"), why->so_far, draw) + 1;
    y = paragraph(canvas, area, y, STYLE_DIM, beliefs, draw);
    return y - area.y;
}

void overlay_why(const struct state *state, const struct frame_layout *layout,
                 struct canvas *canvas)
{
    struct why why;
    const struct pane *pane = state_pane(state);
    const struct cursor *c = &pane->cursor;
    if (!pane->trace || !cursor_rounds(pane)) return;
    if (!why_of_round(pane->analysis, c->launch, c->block, c->round, topic_of(state), &why)) return;
    int top = layout->tabs.rows ? layout->tabs.y + 1 : layout->title.rows;
    struct rect box = {0, top, canvas->columns < WIDEST ? canvas->columns : WIDEST, 0};
    struct rect inner = {box.x + 2, box.y + 1, box.columns - 4, 0};
    char title[96];
    int rows = content(&why, canvas, inner, true, false);
    bool full = box.y + rows + 2 <= layout->footer.y;
    if (!full) rows = content(&why, canvas, inner, false, false);
    inner.rows = rows;
    box.rows = rows + 2;
    if (box.y + box.rows > layout->footer.y) box.rows = layout->footer.y - box.y;
    if (why.line)
        snprintf(title, sizeof title, _("why: round %u, line %u"), c->round, why.line);
    else
        snprintf(title, sizeof title, _("why: round %u"), c->round);
    if (box.rows < 5 || box.columns < 20) { /* no room for a frame */
        inner = (struct rect){0, box.y, box.columns, layout->footer.y - box.y};
        canvas_fill(canvas, inner, STYLE_NORMAL, ' ');
    } else {
        canvas_box(canvas, box, title);
        inner.rows = box.rows - 2;
    }
    struct rect old = canvas_clip(canvas, inner);
    content(&why, canvas, inner, full, true);
    canvas_set_clip(canvas, old);
    const char *close = _(" w or q closes ");
    if (box.rows >= 5 && box.columns >= 40)
        canvas_text_right(canvas, box.x + box.columns - 2, box.y + box.rows - 1, STYLE_HINT, close);
    canvas_cursor(canvas, inner.x, inner.y);
}
