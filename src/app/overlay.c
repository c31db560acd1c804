#include "app/frame_parts.h"

#include "analysis/findings.h"
#include "app/keys.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "state/predict.h"
#include "state/target.h"
#include "view/text.h"
#include "view/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Help ------------------------------------------------------------------------------------ */

/* A row of help: the keys, then what they do, wrapped beside them. Returns the rows it takes. */
static int help_row(struct canvas *canvas, struct rect area, int y, const struct key_row *row,
                    bool draw)
{
    char keys[256];
    int column = area.columns >= 60 ? 22 : 14;
    keys_text(row, " ", keys, sizeof keys);
    if (row->family) { /* "1 … 9" says enough */
        char *space = strrchr(keys, ' ');
        char last[16];
        snprintf(last, sizeof last, "%s", space ? space + 1 : "");
        keys[strcspn(keys, " ")] = 0;
        snprintf(keys + strlen(keys), sizeof keys - strlen(keys), " … %s", last);
    }
    struct rect text = {area.x + column, y, area.columns - column, draw ? 99 : 0};
    struct rect names = {area.x, y, column - 1, draw ? 99 : 0};
    char spelt[256];
    int name_rows = canvas_paragraph(canvas, names, 0, STYLE_KEY,
                                     canvas_keys(canvas, keys, spelt, sizeof spelt));
    int rows = canvas_paragraph(canvas, text, 0, STYLE_NORMAL, _(row->help));
    return rows > name_rows ? rows : name_rows;
}

static int help_heading(struct canvas *canvas, struct rect area, int y, const char *text, bool draw)
{
    if (draw) canvas_text_fit(canvas, area.x, y, STYLE_STRONG, area.columns, text);
    return 1;
}

static int help_context(struct canvas *canvas, struct rect area, int y, enum key_context context,
                        bool draw)
{
    static const char *const headings[] = {N_("Everywhere"),
                                           N_("In pictures: tree, access, banks, blocks, source"),
                                           N_("In lists: ladder, output, device, notes, help"),
                                           N_("While predicting"), N_("In the line for : and /")};
    int rows = help_heading(canvas, area, y, _(headings[context]), draw);
    for (int i = 0; i < keys_count; i++)
        if (keys_table[i].context == context)
            rows += help_row(canvas, area, y + rows, &keys_table[i], draw);
    return rows + 1;
}

static int help_text(struct canvas *canvas, struct rect area, int y, const char *text, bool draw)
{
    struct rect rect = {area.x, y, area.columns, draw ? 99 : 0};
    return *text ? canvas_paragraph(canvas, rect, 0, STYLE_NORMAL, text) : 0;
}

/* Draws help so that its first row is at y; `draw` false only counts. */
static int help_pages(const struct state *state, struct canvas *canvas, struct rect area, int y,
                      bool draw)
{
    const struct view *view = view_table[state->view];
    char heading[256], omitted[256], spelt[512];
    int start = y;
    snprintf(heading, sizeof heading, "%u %s: %s", state->view + 1, _(view->name), _(view->about));
    y += help_heading(canvas, area, y, heading, draw);
    frame_omitted(state, omitted, sizeof omitted);
    y += help_text(canvas, area, y, omitted, draw) + 1;
    const char *seven =
        _("← → is time, ↑ ↓ is what is selected, brackets are where, digits are views. "
          "The seven to learn: → ← [ ] digits Enter ?");
    y += help_text(canvas, area, y, canvas_keys(canvas, seven, spelt, sizeof spelt), draw) + 1;
    bool list = view->sort == VIEW_LIST;
    y += help_context(canvas, area, y, list ? KEYS_LIST : KEYS_PICTURE, draw);
    y += help_context(canvas, area, y, KEYS_ANY, draw);
    y += help_context(canvas, area, y, list ? KEYS_PICTURE : KEYS_LIST, draw);
    y += help_context(canvas, area, y, KEYS_PREDICT, draw);
    y += help_context(canvas, area, y, KEYS_PROMPT, draw);
    y += help_heading(canvas, area, y, _("Views"), draw);
    for (int v = 0; v < view_count; v++) {
        snprintf(heading, sizeof heading, "%d %s: %s", v + 1, _(view_table[v]->name),
                 _(view_table[v]->about));
        y += help_text(canvas, area, y, heading, draw);
    }
    return y - start;
}

static int draw_help(const struct state *state, struct canvas *canvas, struct rect area)
{
    int rows = help_pages(state, canvas, area, 0, false);
    int scroll = text_scroll(state->overlay_scroll, 0, rows, area.rows);
    help_pages(state, canvas, area, area.y - scroll, true);
    return rows;
}

/* ---- Boxes of text --------------------------------------------------------------------------- */

static int draw_text(const struct state *state, struct canvas *canvas, struct rect area,
                     struct str *text)
{
    int lines = text_lines(text->text, area.columns);
    text_draw(canvas, area, text->text, state->overlay_scroll, "");
    str_fini(text);
    return lines;
}

static int draw_message(const struct state *state, struct canvas *canvas, struct rect area)
{
    struct str text;
    str_init(&text);
    text_add_plain(&text, state->text ? state->text : "", 8);
    return draw_text(state, canvas, area, &text);
}

static void add_finding(struct str *out, const struct trace *trace, uint32_t number,
                        const struct finding *finding)
{
    struct str own, *text = &own;
    str_init(text);
    str_addf(text, _("%u  %s: "), number, _(trace_severity_name(finding->severity)));
    if (finding->line)
        str_addf(text, "%s:%u: ", trace->sources[finding->source].name, finding->line);
    str_addf(text, _("%s."), finding->headline);
    if (*finding->because) str_addf(text, " %s", finding->because);
    if (*finding->also) str_addf(text, " %s", finding->also);
    if (*finding->advice) str_addf(text, _("\n   What to do: %s"), finding->advice);
    text_add_closed(out, text->text);
    str_adds(out, "\n\n");
    str_fini(text);
}

/* Finding i has the lines from starts[i] on, the last of which is blank. */
static void aim_at_findings(const struct state *state, struct canvas *canvas, struct rect area,
                            const int *starts, uint32_t count)
{
    int scroll = text_scroll(state->overlay_scroll, 0, starts[count], area.rows);
    for (uint32_t i = 0; i < count; i++)
        canvas_target(canvas,
                      (struct rect){area.x, area.y + starts[i] - scroll, area.columns,
                                    starts[i + 1] - starts[i] - 1},
                      target_pack(TARGET_FINDING, 0, i));
}

static int draw_findings(const struct state *state, struct canvas *canvas, struct rect area)
{
    const struct pane *pane = state_pane(state);
    const struct finding_list *list = state_findings(state, pane);
    struct str text;
    str_init(&text);
    if (predict_hides(state)) {
        str_adds(&text, _("Hidden while you predict: it would tell what comes. p ends it."));
        return draw_text(state, canvas, area, &text);
    }
    uint32_t count = list ? list->count : 0;
    int *starts = mem_array((size_t)count + 1, sizeof *starts);
    for (uint32_t i = 0; i < count; i++) {
        size_t begin = text.length;
        add_finding(&text, pane->trace, i + 1, &list->findings[i]);
        starts[i + 1] = starts[i] + text_lines(text.text + begin, area.columns);
    }
    aim_at_findings(state, canvas, area, starts, count);
    free(starts);
    if (!list)
        str_adds(&text, _("Still looking ..."));
    else if (text.length == 0)
        str_adds(&text, _("Nothing was found wrong in this run."));
    return draw_text(state, canvas, area, &text);
}

/* ---- All of them ----------------------------------------------------------------------------- */

static const struct overlay_row {
    const char *title;
    int (*draw)(const struct state *state, struct canvas *canvas, struct rect area); /* its lines */
} overlays[] = {
    [OVERLAY_HELP] = {N_("help"), draw_help},
    [OVERLAY_FINDINGS] = {N_("findings"), draw_findings},
    [OVERLAY_MESSAGE] = {N_("message"), draw_message},
};

void frame_overlay(const struct state *state, const struct frame_layout *layout,
                   struct canvas *canvas)
{
    if (state->overlay == OVERLAY_WHY) overlay_why(state, layout, canvas);
    if (state->overlay == OVERLAY_HISTORY) overlay_history(state, layout, canvas);
    if (state->overlay == OVERLAY_NONE || state->overlay >= sizeof overlays / sizeof *overlays ||
        !overlays[state->overlay].draw)
        return;
    /* between tabs and the last line */
    int top = layout->tabs.rows ? layout->tabs.y + 1 : layout->title.rows;
    struct rect box = {0, top, canvas->columns, layout->footer.y - top};
    struct rect inner = {box.x + 2, box.y + 1, box.columns - 4, box.rows - 2};
    canvas_target(canvas, box, 0);
    if (box.rows < 5 || box.columns < 20) { /* no room for a frame */
        canvas_fill(canvas, box, STYLE_NORMAL, ' ');
        inner = box;
    } else {
        canvas_box(canvas, box, _(overlays[state->overlay].title));
    }
    struct rect old = canvas_clip(canvas, inner);
    canvas->cursor_x = canvas->cursor_y = -1;
    int lines = overlays[state->overlay].draw(state, canvas, inner);
    canvas_cursor(canvas, inner.x, inner.y);
    canvas_set_clip(canvas, old);
    /* it comes unasked, and the last line may tell something else than keys */
    if (state->overlay == OVERLAY_MESSAGE && inner.rows < box.rows) {
        char quit[16], close[40], spelt[56];
        keys_first(ACTION_QUIT, quit);
        snprintf(close, sizeof close, _(" %s closes "), quit);
        canvas_text_fit(canvas, box.x + 2, box.y + box.rows - 1, STYLE_HINT, box.columns - 4,
                        canvas_keys(canvas, close, spelt, sizeof spelt));
    }
    if (lines > inner.rows && inner.rows < box.rows) {
        char place[64];
        int first = text_scroll(state->overlay_scroll, 0, lines, inner.rows);
        snprintf(place, sizeof place, _(" lines %d to %d of %d "), first + 1, first + inner.rows,
                 lines);
        canvas_text_right(canvas, box.x + box.columns - 2, box.y + box.rows - 1, STYLE_BOX, place);
    }
}
