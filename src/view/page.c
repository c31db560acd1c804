#include "view/page.h"

#include "base/i18n.h"
#include "view/text.h"

#include <stdio.h>

void page_draw(const struct state *state, const struct pane *pane, struct canvas *canvas,
               struct rect area, page_compose *compose)
{
    struct str text;
    str_init(&text);
    compose(pane, &text);
    area = text_inner(area);
    text_draw(canvas, area, text.text, pane->cursor.scroll, state->search);
    canvas_cursor(canvas, area.x, area.y);
    str_fini(&text);
}

static int lines_of(const struct pane *pane, page_compose *compose)
{
    struct str text;
    str_init(&text);
    compose(pane, &text);
    int lines = text_lines(text.text, text_inner(pane->area).columns);
    str_fini(&text);
    return lines;
}

void page_move(const struct pane *pane, struct cursor *cursor, int dy, bool large,
               page_compose *compose)
{
    int page = large && pane->area.rows > 1 ? pane->area.rows - 1 : 1;
    cursor->scroll =
        text_scroll(cursor->scroll, dy * page, lines_of(pane, compose), pane->area.rows);
}

void page_place(const struct pane *pane, char *out, int size, page_compose *compose)
{
    int rows = pane->area.rows, lines = lines_of(pane, compose);
    int first = text_scroll(pane->cursor.scroll, 0, lines, rows);
    *out = 0;
    if (lines > rows)
        snprintf(out, (size_t)size, _("lines %d to %d of %d"), first + 1, first + rows, lines);
}
