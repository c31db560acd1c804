/* What the lesson and the program itself say about this stage. */
#include "app/session.h"
#include "base/i18n.h"
#include "view/code.h"
#include "view/text.h"
#include "view/view.h"

#include <stdio.h>
#include <stdlib.h>

extern const struct view view_notes;

static void compose(const struct state *state, const struct pane *pane, struct str *text)
{
    const struct stage *stage = session_stage(state->session, pane->stage);
    text_add_plain(text, stage->notes, 8);
    if (pane->trace && pane->trace->source_count) {
        char *comment = code_opening_comment(pane->trace->sources[0].text);
        if (text->length && *comment) str_adds(text, "\n\n");
        text_add_plain(text, comment, 8);
        free(comment);
    }
    if (text->length == 0)
        str_adds(text, _("Neither the lesson nor an opening comment says anything about this "
                         "program."));
}

static void draw(const struct state *state, const struct pane *pane, struct canvas *canvas,
                 struct rect area)
{
    struct str text;
    struct rect inner = text_inner(area);
    str_init(&text);
    compose(state, pane, &text);
    text_draw(canvas, inner, text.text, pane->cursor.scroll, state->search);
    canvas_cursor(canvas, inner.x, inner.y);
    str_fini(&text);
}

/* The scroll position is held to the text's end when it is drawn; here only its start is known. */
static void move(const struct pane *pane, struct cursor *cursor, int dx, int dy, bool large)
{
    (void)dx;
    int page = large && pane->area.rows > 1 ? pane->area.rows - 1 : 1;
    cursor->scroll = text_scroll(cursor->scroll, dy * page, TEXT_MANY_LINES, 0);
}

static void sentence(const struct state *state, const struct pane *pane, char *out, int size)
{
    const struct stage *stage = session_stage(state->session, pane->stage);
    snprintf(out, (size_t)size, _("Notes on stage %u: %s."), pane->stage + 1, stage->title);
}

const struct view view_notes = {
    .name = N_("notes"),
    .about = N_("what the lesson says about this stage"),
    .sort = VIEW_LIST,
    .step = STEP_ROW,
    .draw = draw,
    .sentence = sentence,
    .move = move,
};
