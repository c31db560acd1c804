/* The last row: what to press next, a message, or the line being typed. */
#include "app/frame_parts.h"

#include "app/invite.h"
#include "app/keys.h"
#include "base/i18n.h"
#include "state/predict.h"
#include "state/target.h"
#include "view/finish.h"
#include "view/text.h"
#include "view/view.h"

#include <stdio.h>
#include <string.h>

/* ---- Footer ---------------------------------------------------------------------------------- */

static const char *const picture_hints[] = {
    "back forward", N_("barrier"), "up down", N_("select"), "play",        N_("play"), "enter",
    N_("history"),  "why",         N_("why"), "compare",    N_("compare"), NULL};
static const char *const list_hints[] = {
    "up down", N_("row"), "page-up page-down", N_("page"), "search", N_("search"), NULL};
static const char *const predict_hints[] = {"check", N_("check"),       "uncover", N_("uncover"),
                                            "mark",  N_("mark thread"), "up down", N_("select"),
                                            "notes", N_("notes"),       "predict", N_("leave"),
                                            NULL};
static const char *const compare_hints[] = {"back forward",
                                            N_("both"),
                                            "other-pane",
                                            N_("other side"),
                                            "previous-stage next-stage",
                                            N_("its stage"),
                                            "compare",
                                            N_("one pane again"),
                                            "why",
                                            N_("why"),
                                            NULL};
static const char *const text_box_hints[] = {
    "up down", N_("scroll"), "page-up page-down", N_("page"), "quit", N_("close"), NULL};
static const char *const finding_hints[] = {"next-match previous-match",
                                            N_("finding"),
                                            "order",
                                            N_("thread order"),
                                            "enter",
                                            N_("history"),
                                            "why",
                                            N_("why"),
                                            "back forward",
                                            N_("barrier"),
                                            NULL};
static const char *const finding_list_hints[] = {"next-match previous-match",
                                                 N_("finding"),
                                                 "view",
                                                 N_("see it in a view"),
                                                 "up down",
                                                 N_("row"),
                                                 NULL};
static const char *const history_hints[] = {"back forward",   N_("barrier"), "up down",
                                            N_("other slot"), "changes",     N_("next change"),
                                            "enter",          N_("back"),    NULL};
static const char *const box_hints[] = {"back forward", N_("barrier"), "up down", N_("select"),
                                        "quit",         N_("close"),   NULL};
static const char *const finish_hints[] = {
    "back forward", N_("step"), "up down",    N_("select"),     "enter", N_("its block"),
    "view",         N_("view"), "next-stage", N_("next stage"), NULL};
/* What stays beside an invitation; the first pair says what the arrows select in this view. */
static const char *const first_hints[] = {
    "up down", N_("slot"), "view", N_("view"), "help", N_("all keys"), "quit", N_("quit"), NULL};
enum { FIRST_HINTS = sizeof first_hints / sizeof *first_hints };

static void first_hints_of(const struct view *view, const char *hints[FIRST_HINTS])
{
    memcpy(hints, first_hints, sizeof first_hints);
    if (view->sort == VIEW_LIST) hints[1] = N_("row");
    for (const char *const *own = view->hints; own && own[0]; own += 2)
        if (strcmp(own[0], "up down") == 0) hints[1] = own[1];
}

static const char *const *hints_of(const struct state *state)
{
    const struct view *view = view_table[state->view];
    switch (state->overlay) {
    case OVERLAY_HELP:
    case OVERLAY_MESSAGE:
    case OVERLAY_FINDINGS:
        return text_box_hints;
    case OVERLAY_WHY:
        return box_hints;
    case OVERLAY_HISTORY:
        return history_hints;
    case OVERLAY_NONE:
        break;
    }
    if (finish_shows(view, state_pane(state))) return finish_hints;
    if (predict_asks(state) && view->sort == VIEW_PICTURE) return predict_hints;
    if (state->pane_count > 1 && !view->every_stage) return compare_hints;
    if (frame_finding(state) && view->sort == VIEW_PICTURE) return finding_hints;
    if (frame_finding(state)) return finding_list_hints;
    if (view->hints) return view->hints;
    return view->sort == VIEW_LIST ? list_hints : picture_hints;
}

/* In ASCII arrows have no signs of their own: they are words, or, where these do not fit, the
 * letters that do the same. */
enum naming { NAMING_SIGNS, NAMING_WORDS, NAMING_LETTERS };

/* What the keys of a hint are called, and which they are: 0 = more than one. */
struct hint_key {
    char name[16];
    uint32_t key;
};
enum { HINT_KEYS = 8 };

/* The first key of a row. */
static void name_key(const struct key_row *row, enum naming naming, struct hint_key *key)
{
    char name[16];
    if (naming != NAMING_LETTERS || !keys_letter(row->action, name)) keys_first(row->action, name);
    key->key = keys_parse(name);
    snprintf(key->name, sizeof key->name, "%s", name);
    if (naming != NAMING_SIGNS) canvas_spell_keys(name, key->name, sizeof key->name);
}

/* "back forward" -> "←", "→"; the views' digits are "1-9". */
static int hint_keys(const char *names, enum naming naming, struct hint_key keys[HINT_KEYS])
{
    char copy[128], *next = NULL;
    int count = 0;
    snprintf(copy, sizeof copy, "%s", names);
    for (char *name = strtok_r(copy, " ", &next); name && count < HINT_KEYS;
         name = strtok_r(NULL, " ", &next)) {
        const struct key_row *row = keys_row_named(name);
        struct hint_key *key = &keys[count++];
        *key = (struct hint_key){.name = ""};
        if (row) name_key(row, naming, key);
        if (row && row->action == ACTION_VIEW) *key = (struct hint_key){.name = "1-9"};
    }
    return count;
}

static int hint_width(const char *const *hint, enum naming naming)
{
    struct hint_key keys[HINT_KEYS];
    int count = hint_keys(hint[0], naming, keys), width = canvas_width(_(hint[1]));
    for (int i = 0; i < count; i++)
        width += canvas_width(keys[i].name) + 1;
    return width;
}

/* A click on [x, end) is as good as the key. */
static void aim_at_key(struct canvas *canvas, int x, int end, int y, uint32_t key)
{
    if (key)
        canvas_target(canvas, (struct rect){x, y, end - x, 1}, target_pack(TARGET_KEY, 0, key));
}

static int hints_width(const char *const *hints, enum naming naming)
{
    int width = 0;
    for (; hints[0]; hints += 2)
        width += hint_width(hints, naming) + (hints[2] ? 2 : 0);
    return width;
}

/* How the keys of all these hints are named in so many columns. */
static enum naming naming_in(const struct canvas *canvas, int columns, const char *const *hints)
{
    if (!canvas->ascii) return NAMING_SIGNS;
    return hints_width(hints, NAMING_WORDS) <= columns ? NAMING_WORDS : NAMING_LETTERS;
}

/* Draws pairs from x on until `end`; a pair that does not fit is left out. What the keys do is
 * said behind them: a click there means the last one. */
static int draw_hints(struct canvas *canvas, int x, int y, int end, const char *const *hints)
{
    const enum naming naming = naming_in(canvas, end - x, hints);
    for (; hints[0]; hints += 2) {
        struct hint_key keys[HINT_KEYS];
        int count = hint_keys(hints[0], naming, keys), from = x;
        if (x + hint_width(hints, naming) > end) break;
        for (int i = 0; i < count; i++, from = x) {
            x = canvas_text(canvas, x, y, STYLE_KEY, keys[i].name);
            if (i + 1 < count) canvas_put(canvas, x, y, STYLE_KEY, ' ');
            x++;
            aim_at_key(canvas, from, x, y, keys[i].key);
        }
        x = canvas_text(canvas, x, y, STYLE_HINT, _(hints[1]));
        if (count) aim_at_key(canvas, from, x, y, keys[count - 1].key);
        x += 2;
    }
    return x;
}

/* Words at the end that do not fit into so many rows become an ellipsis. */
static void leave_out(char *text, size_t size, int columns, int rows)
{
    static const char mark[] = " …";
    while (text_lines(text, columns) > rows) {
        char *blank = strrchr(text, ' ');
        if (blank && strcmp(blank, mark) == 0) {
            *blank = 0;
            blank = strrchr(text, ' ');
        }
        if (!blank) return;
        snprintf(blank, size - (size_t)(blank - text), "%s", mark);
    }
}

/* What Tab found: behind the line if it fits there, else in rows above it. */
static void draw_found(const struct state *state, struct rect area, int x, struct canvas *canvas)
{
    struct rect inner = {area.x + 1, 0, area.columns - 2, 0};
    if (!state->message[0]) return;
    if (canvas_width(state->message) <= area.columns - x - 4 || area.y == 0) {
        canvas_text_fit(canvas, x + 3, area.y, STYLE_DIM, area.columns - x - 4, state->message);
        return;
    }
    char text[STATE_TEXT + 8];
    snprintf(text, sizeof text, "%s", state->message);
    leave_out(text, sizeof text, inner.columns, area.y);
    inner.rows = text_lines(text, inner.columns);
    inner.y = area.y - inner.rows;
    canvas_fill(canvas, (struct rect){area.x, inner.y, area.columns, inner.rows}, STYLE_NORMAL,
                ' ');
    canvas_target(canvas, (struct rect){area.x, inner.y, area.columns, inner.rows}, 0);
    canvas_paragraph(canvas, inner, 0, STYLE_STRONG, text);
}

static void draw_prompt(const struct state *state, struct rect area, struct canvas *canvas)
{
    char kind[2] = {state->prompt_kind, 0};
    int x = canvas_text(canvas, area.x, area.y, STYLE_KEY, kind);
    const char *text = state->prompt;
    /* the end of a long line is where one types */
    while (canvas_width(text) > area.columns - 2 && *text) {
        uint32_t glyph;
        text += canvas_decode(text, &glyph);
    }
    x = canvas_text(canvas, x, area.y, STYLE_NORMAL, text);
    draw_found(state, area, x, canvas);
    canvas_cursor(canvas, x, area.y);
}

/* "→ again, ← back": each part, up to a comma, means the key that it begins with. */
static void aim_at_words(struct canvas *canvas, int x, int y, const char *text)
{
    enum { COMMA = 0xFF0C, COLON = 0xFF1A };
    char name[32] = "";
    size_t used = 0;
    bool naming = true;
    int start = x;
    while (*text) {
        uint32_t glyph;
        const char *at = text;
        text += canvas_decode(text, &glyph);
        x += canvas_glyph_width(glyph);
        if (naming && glyph != ' ' && glyph != ':' && glyph != COLON) {
            if (used + 5 < sizeof name) used += (size_t)(text - at);
            snprintf(name, used + 1, "%s", text - used);
        } else if (naming && used) {
            naming = false;
        } else if (!naming && (glyph == ',' || glyph == COMMA)) {
            aim_at_key(canvas, start, x, y, keys_parse(name));
            naming = true;
            used = 0;
            start = x;
        }
    }
    if (used) aim_at_key(canvas, start, x, y, keys_parse(name));
}

/* "] next stage   c both side by side   6 times of all stages": what does not fit is left out. */
static int draw_invitation(struct canvas *canvas, int x, int y, int end, char *text)
{
    while (*text) {
        char *gap = strstr(text, "   "), *next = gap ? gap + strspn(gap, " ") : NULL;
        if (gap) *gap = 0;
        if (x + canvas_width(text) > end) break;
        aim_at_words(canvas, x, y, text);
        x = canvas_text(canvas, x, y, STYLE_KEY, text);
        if (!next) break;
        x += 3;
        text = next;
    }
    return x;
}

/* A message that is longer than the row takes rows above it. */
static void draw_message(const struct state *state, struct rect area, struct canvas *canvas)
{
    struct rect inner = {area.x + 1, area.y, area.columns - 2, 1};
    inner.rows = text_lines(state->message, inner.columns);
    if (inner.rows > area.y + 1) inner.rows = area.y + 1;
    inner.y = area.y + 1 - inner.rows;
    canvas_fill(canvas, (struct rect){area.x, inner.y, area.columns, inner.rows}, STYLE_NORMAL,
                ' ');
    canvas_target(canvas, (struct rect){area.x, inner.y, area.columns, inner.rows}, 0);
    if (inner.rows == 1)
        canvas_text_fit(canvas, inner.x, inner.y, STYLE_STRONG, inner.columns, state->message);
    else
        canvas_paragraph(canvas, inner, 0, STYLE_STRONG, state->message);
}

void frame_footer(const struct state *state, struct rect area, struct canvas *canvas)
{
    char invitation[256], text[256];
    static const char *const help_hint[] = {"help", N_("keys"), NULL};
    int end = area.x + area.columns - 1;
    if (!area.rows) return;
    canvas_fill(canvas, area, STYLE_NORMAL, ' ');
    if (state->prompt_kind) {
        draw_prompt(state, area, canvas);
        return;
    }
    if (state->message[0]) {
        draw_message(state, area, canvas);
        return;
    }
    if (state->overlay == OVERLAY_NONE && !frame_finding(state) &&
        invite_text(state, invitation, sizeof invitation)) {
        char spelt[sizeof text];
        snprintf(text, sizeof text, "%s", canvas_keys(canvas, invitation, spelt, sizeof spelt));
        int x = draw_invitation(canvas, area.x + 1, area.y, end, text);
        const char *hints[FIRST_HINTS];
        first_hints_of(view_table[state->view], hints);
        int start = end - hints_width(hints, naming_in(canvas, end - x - 2, hints));
        if (start >= x + 2) draw_hints(canvas, start, area.y, end, hints);
        return;
    }
    int room = hints_width(help_hint, NAMING_SIGNS) + 2;
    if (area.columns < 30) room = 0;
    int x = draw_hints(canvas, area.x + 1, area.y, end - room, hints_of(state));
    draw_hints(canvas, x, area.y, end, help_hint);
}
