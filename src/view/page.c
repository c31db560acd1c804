#include "view/page.h"

#include "base/i18n.h"
#include "view/text.h"

#include <stdio.h>

/* Rows for the text: where it does not fit the last one says how much is missing. */
static int rows_of(int lines, int rows)
{
    return lines > rows && rows > 2 ? rows - 1 : rows;
}

/* The line that the cursor stands on. */
static int page_line(long wanted, int lines)
{
    return wanted < 0 || lines < 1 ? 0 : wanted >= lines ? lines - 1 : (int)wanted;
}

void page_draw(const struct state *state, const struct pane *pane, struct canvas *canvas,
               struct rect area, page_compose *compose)
{
    struct str text;
    str_init(&text);
    compose(pane, &text);
    area = text_inner(area);
    int lines = text_lines(text.text, area.columns), rows = rows_of(lines, area.rows);
    int more = lines - rows - text_scroll(pane->cursor.scroll, 0, lines, rows);
    text_draw(canvas, (struct rect){area.x, area.y, area.columns, rows}, text.text,
              pane->cursor.scroll, state->search);
    if (rows < area.rows && more > 0) {
        char left[64], spelt[64];
        snprintf(left, sizeof left, ONE_OR(more, _("… %d more line ↓"), _("… %d more lines ↓")),
                 more);
        canvas_text(canvas, area.x, area.y + rows, STYLE_DIM,
                    canvas_keys(canvas, left, spelt, sizeof spelt));
    }
    /* at the top, until the end of the text is there: from then on it goes down the page */
    int at =
        page_line(pane->cursor.scroll, lines) - text_scroll(pane->cursor.scroll, 0, lines, rows);
    canvas_cursor(canvas, area.x, area.y + (at < area.rows ? at : 0));
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
    int lines = lines_of(pane, compose), rows = rows_of(lines, pane->area.rows);
    if (large) {
        int first = text_scroll(cursor->scroll, 0, lines, rows);
        cursor->scroll = page_line((long)first + (long)dy * (rows > 1 ? rows - 1 : 1), lines);
    } else {
        cursor->scroll = page_line((long)page_line(cursor->scroll, lines) + dy, lines);
    }
}

void page_place(const struct pane *pane, char *out, int size, page_compose *compose)
{
    int lines = lines_of(pane, compose), rows = rows_of(lines, pane->area.rows);
    int first = text_scroll(pane->cursor.scroll, 0, lines, rows);
    *out = 0;
    if (lines > rows)
        snprintf(out, (size_t)size, _("lines %d to %d of %d"), first + 1, first + rows, lines);
}
