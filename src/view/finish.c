/* After the last round: the values that the blocks left, as the CPU read them, and their sum. */
#include "view/finish.h"

#include "base/i18n.h"
#include "state/cursor.h"
#include "state/target.h"
#include "view/view.h"

#include <stdio.h>
#include <string.h>

enum { LABEL = 8, TEXT = 64, LEAST_WIDTH = 8, ROWS_OF_LINE = 2, AROUND = 4 };

bool finish_shows(const struct view *view, const struct pane *pane)
{
    bool steps = view->step == STEP_ROUND || view->step == STEP_REQUEST;
    return view->sort == VIEW_PICTURE && steps && view->subject != VIEW_SOURCE &&
           cursor_finish(pane);
}

static void value_text(const struct pane *pane, const struct finish *f, uint32_t i, char *out)
{
    trace_format_value(pane->trace, f->type, f->values[i].bytes, out, TEXT);
}

/* Cells from one value to the next. */
static int column_width(const struct pane *pane, const struct finish *f)
{
    int width = LEAST_WIDTH;
    char text[TEXT];
    for (uint32_t i = 0; i < f->count; i++) {
        value_text(pane, f, i, text);
        if (canvas_width(text) + 2 > width) width = canvas_width(text) + 2;
    }
    return width;
}

static int columns_of(int width, int columns)
{
    int count = (columns - LABEL) / width;
    if (count >= 8) return count / 8 * 8; /* 8, 16 ...: easier to count */
    return count >= 4 ? 4 : count > 0 ? count : 1;
}

static uint32_t selected_of(const struct pane *pane, const struct finish *f)
{
    return pane->cursor.value < f->count ? pane->cursor.value : f->count - 1;
}

struct grid {
    const struct pane *pane;
    const struct finish *finish;
    struct canvas *canvas;
    struct rect area;
    int width, columns;
    uint32_t selected;
};

static void draw_line(const struct grid *g, int y, uint32_t first)
{
    const struct finish *f = g->finish;
    char text[TEXT];
    canvas_text_fit(g->canvas, g->area.x + 1, y, STYLE_DIM, LABEL - 2,
                    f->shape == FINISH_BLOCKS    ? _("block")
                    : f->shape == FINISH_THREADS ? _("thread")
                                                 : _("index"));
    for (int c = 0; c < g->columns && first + (uint32_t)c < f->count; c++) {
        uint32_t i = first + (uint32_t)c;
        int x = g->area.x + LABEL + c * g->width;
        bool selected = i == g->selected;
        canvas_textf(g->canvas, x, y, selected ? STYLE_SELECTED : STYLE_DIM, "%llu",
                     f->shape == FINISH_ANY ? (unsigned long long)f->values[i].index : i);
        value_text(g->pane, f, i, text);
        canvas_text_fit(g->canvas, x, y + 1, selected ? STYLE_STRONG : STYLE_READ, g->width - 1,
                        text);
        if (selected) canvas_cursor(g->canvas, x, y + 1);
        canvas_target(g->canvas, (struct rect){x, y, g->width - 1, ROWS_OF_LINE},
                      target_pack(TARGET_VALUE, 0, i));
    }
}

/* first + second + … + last = sum */
static void draw_sum(const struct grid *g, int y)
{
    const struct finish *f = g->finish;
    char first[TEXT], second[TEXT], last[TEXT], text[4 * TEXT];
    if (!*f->sum) return;
    value_text(g->pane, f, 0, first);
    value_text(g->pane, f, 1, second);
    value_text(g->pane, f, f->count - 1, last);
    canvas_text_fit(g->canvas, g->area.x + 1, y, STYLE_DIM, LABEL - 2, _("sum"));
    int x = canvas_text(g->canvas, g->area.x + LABEL, y, STYLE_WRITTEN, f->sum);
    if (f->count > 2)
        snprintf(text, sizeof text, "= %s + %s %s %s", first, second, f->count > 3 ? "+ … +" : "+",
                 last);
    else
        snprintf(text, sizeof text, "= %s + %s", first, second);
    canvas_text_fit(g->canvas, x + 2, y, STYLE_NORMAL, g->area.x + g->area.columns - x - 3, text);
}

static void draw_head(const struct grid *g, int y)
{
    const struct finish *f = g->finish;
    const struct trace *trace = g->pane->trace;
    const struct trace_launch *launch = &trace->launches[f->writer];
    int x = canvas_textf(g->canvas, g->area.x + 1, y, STYLE_STRONG, "%s  %s",
                         trace_allocation_name(trace, launch, f->reading->allocation),
                         trace->types[f->type].name);
    char text[128];
    if (f->copy_line)
        snprintf(text, sizeof text, _("copied back on line %u, added on line %u"), f->copy_line,
                 f->line);
    else
        snprintf(text, sizeof text, _("read by the CPU where it is, added on line %u"), f->line);
    canvas_text_fit(g->canvas, x + 3, y, STYLE_DIM, g->area.x + g->area.columns - x - 3, text);
}

/* The first line of values shown, so that the selected one is among them. */
static uint32_t first_line(const struct grid *g, uint32_t lines, uint32_t shown)
{
    uint32_t line = g->selected / (uint32_t)g->columns;
    if (lines <= shown || line < shown) return 0;
    return line - shown + 1;
}

void finish_draw(const struct pane *pane, const struct finish *f, struct canvas *canvas,
                 struct rect area)
{
    struct grid g = {.pane = pane, .finish = f, .canvas = canvas, .area = area};
    g.width = column_width(pane, f);
    g.columns = columns_of(g.width, area.columns);
    g.selected = selected_of(pane, f);
    uint32_t per_line = (uint32_t)g.columns, lines = (f->count + per_line - 1) / per_line;
    int room = area.rows - AROUND;
    uint32_t shown = room >= ROWS_OF_LINE ? (uint32_t)room / ROWS_OF_LINE : 1;
    if (lines > shown && room > ROWS_OF_LINE) shown = (uint32_t)(room - 1) / ROWS_OF_LINE;
    if (shown > lines) shown = lines;
    uint32_t first = first_line(&g, lines, shown);
    int y = area.y;
    draw_head(&g, y);
    y += 2;
    for (uint32_t i = 0; i < shown; i++, y += ROWS_OF_LINE)
        draw_line(&g, y, (first + i) * per_line);
    uint32_t end = (first + shown) * per_line;
    if (lines > shown)
        canvas_textf(canvas, area.x + 1, y++, STYLE_DIM, _("… %u more"),
                     first * per_line + (f->count > end ? f->count - end : 0));
    draw_sum(&g, y + 1);
}

void finish_selection(const struct pane *pane, const struct finish *f, char *out, int size)
{
    char value[TEXT], writer[TEXT];
    uint32_t i = selected_of(pane, f);
    value_text(pane, f, i, value);
    finish_writer(f, i, writer, sizeof writer);
    snprintf(out, (size_t)size, *writer ? _("[%llu] = %s by %s") : "[%llu] = %s",
             (unsigned long long)f->values[i].index, value, writer);
}

void finish_move(const struct pane *pane, const struct finish *f, struct cursor *cursor, int dx,
                 int dy, bool large)
{
    int columns = columns_of(column_width(pane, f), pane->area.columns);
    int64_t value = (int64_t)selected_of(pane, f) + dx + (int64_t)dy * (large ? columns : 1);
    cursor->value = value < 0 ? 0 : value >= f->count ? f->count - 1 : (uint32_t)value;
}

bool finish_why(const struct pane *pane, const struct finish *f, struct view_why *out)
{
    uint32_t bytes = pane->trace->types[f->type].bytes;
    snprintf(out->title, sizeof out->title, _("why: the CPU's step, line %u"), f->line);
    static const char *const explanations[] = {
        [FINISH_ANY] = N_("The kernel left these values in global memory; the CPU waits for its "
                          "end and adds them up, one after another."),
        [FINISH_BLOCKS] = N_("Blocks do not wait for each other inside a kernel, so each left its "
                             "result in global memory; the CPU waits for all of them and adds up, "
                             "one after another."),
        [FINISH_THREADS] = N_("Each thread left its result in global memory; the CPU waits for the "
                              "kernel and adds them up, one after another."),
    };
    out->explanation = _(explanations[f->shape]);
    out->beliefs = _("\"the blocks' results add up by themselves\", \"__syncthreads() makes blocks "
                     "wait for each other\", \"the CPU adds while the kernel runs\".");
    view_why_add(out, _("here"),
                 ONE_OR(f->count, _("%u value of %u bytes, %u in all; %u additions"),
                        _("%u values of %u bytes, %u in all; %u additions")),
                 f->count, bytes, f->count * bytes, f->count ? f->count - 1 : 0);
    view_why_add(out, _("at best"),
                 _("1 value of %u bytes, no addition: when the GPU adds up, by atomics, a second "
                   "launch or the last block"),
                 bytes);
    return true;
}
