/* What the lesson and the program itself say about this stage. */
#include "base/i18n.h"
#include "state/session.h"
#include "view/code.h"
#include "view/page.h"
#include "view/text.h"
#include "view/view.h"

#include <stdio.h>
#include <stdlib.h>

extern const struct view view_notes;

/* The lesson's lines, joined to paragraphs as those of a comment are. */
static void add_lines(struct str *text, const char *lines)
{
    struct str joined;
    str_init(&joined);
    code_join_lines(&joined, lines);
    text_add_plain(text, joined.text, 8);
    str_fini(&joined);
}

static void add_opening(struct str *text, const struct trace *trace)
{
    char *comment = code_opening_comment(trace->sources[0].text);
    text_add_plain(text, comment, 8);
    free(comment);
}

static void compose(const struct pane *pane, struct str *text)
{
    const struct stage *stage = session_stage(pane->session, pane->stage);
    add_lines(text, stage->notes);
    const struct trace *trace = stage->runs[RUN_EMULATOR].trace; /* a recording may be older */
    if (!trace) trace = pane->trace;
    if (*stage->comment || (trace && trace->source_count)) {
        struct str comment;
        str_init(&comment);
        if (*stage->comment)
            add_lines(&comment, stage->comment);
        else
            add_opening(&comment, trace);
        if (text->length && comment.length) str_adds(text, "\n\n");
        str_adds(text, comment.text);
        str_fini(&comment);
    }
    if (text->length == 0)
        str_adds(text, _("Neither the lesson nor an opening comment says anything about this "
                         "program."));
}

static void draw(const struct state *state, const struct pane *pane, struct canvas *canvas,
                 struct rect area)
{
    page_draw(state, pane, canvas, area, compose);
}

static void move(const struct pane *pane, struct cursor *cursor, int dx, int dy, bool large)
{
    (void)dx;
    page_move(pane, cursor, dy, large, compose);
}

static void sentence(const struct state *state, const struct pane *pane, char *out, int size)
{
    const struct stage *stage = session_stage(state->session, pane->stage);
    snprintf(out, (size_t)size, _("Notes on stage %u: %s."), pane->stage + 1, stage->title);
}

static void selection(const struct state *state, const struct pane *pane, char *out, int size)
{
    (void)state;
    page_place(pane, out, size, compose);
}

const struct view view_notes = {
    .name = N_("notes"),
    .about = N_("what the lesson says about this stage"),
    .sort = VIEW_LIST,
    .step = STEP_ROW,
    .draw = draw,
    .sentence = sentence,
    .selection = selection,
    .move = move,
};
