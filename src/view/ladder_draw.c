/* The ladder as a table, and as dots on an axis. */
#include "base/i18n.h"
#include "state/target.h"
#include "view/ladder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TITLE_LEAST = 16, CHART_LEAST = 4, NAME_LEFT = 4 };

/* Right ends of the columns, from the end of the title; 0 = left out. */
struct columns {
    int time, first, before, rate, share, published, width;
};
static const struct columns measured_columns = {8, 18, 26, 34, 42, 52, 53};
static const struct columns model_columns = {9, 20, 29, 0, 0, 40, 41};

/* ---- Texts ----------------------------------------------------------------------------------- */

void ladder_seconds(char *out, size_t size, double seconds)
{
    static const struct {
        double unit;
        const char *name;
    } units[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}};
    size_t u = 0;
    while (u < 3 && seconds < units[u].unit)
        u++;
    double value = seconds / units[u].unit * (1 + 1e-12); /* 2.125 rounds up */
    snprintf(out, size, "%.*f %s", value < 10 ? 2 : value < 1000 ? 1 : 0, value, units[u].name);
}

void ladder_amount(char *out, size_t size, double value)
{
    if (value < 1e4)
        snprintf(out, size, "%.0f", value);
    else if (value < 1e7)
        snprintf(out, size, "%.1fk", value / 1e3);
    else
        snprintf(out, size, "%.1fM", value / 1e6);
}

void ladder_time_text(char *out, size_t size, const struct ladder *ladder, int i)
{
    double time = ladder_time(ladder, i);
    if (time > 0 && ladder->measured)
        ladder_seconds(out, size, time * 1e-9);
    else if (time > 0)
        ladder_amount(out, size, time);
    else if (ladder->rows[i].coming)
        snprintf(out, size, "%s", _("loading…"));
    else
        snprintf(out, size, "–");
}

static void format_ratio(char *out, size_t size, double ratio)
{
    if (ratio <= 0)
        snprintf(out, size, "–");
    else
        snprintf(out, size, ratio < 0.95 ? "%.2g" : ratio < 100 ? "%.1f" : "%.0f", ratio);
}

/* ---- Table ----------------------------------------------------------------------------------- */

static const struct columns *columns_of(const struct ladder *ladder)
{
    return ladder->measured ? &measured_columns : &model_columns;
}

/* A column that does not fit whole is left out. */
static void put(struct canvas *canvas, int x, int column, int y, enum style style, const char *text)
{
    if (column && x + column <= canvas->clip.x + canvas->clip.columns)
        canvas_text_right(canvas, x + column, y, style, text);
}

static void draw_head(const struct ladder *ladder, struct canvas *canvas, struct rect line)
{
    const struct columns *at = columns_of(ladder);
    int x = line.x + line.columns - at->width, y = line.y;
    canvas_text(canvas, line.x + 4, y, STYLE_DIM, ladder->launches ? _("launch") : _("stage"));
    put(canvas, x, at->time, y, STYLE_DIM, ladder->measured ? _("time") : _("model"));
    put(canvas, x, at->first, y, STYLE_DIM, _("× (row)"));
    put(canvas, x, at->before, y, STYLE_DIM, _("× above"));
    put(canvas, x, at->rate, y, STYLE_DIM, _("GB/s"));
    put(canvas, x, at->share, y, STYLE_DIM, _("of peak"));
    put(canvas, x, at->published, y, STYLE_DIM, _("published"));
}

static bool any_wider(const struct ladder *ladder, int columns)
{
    for (int i = 0; i < ladder->count; i++)
        if (ladder->rows[i].launch == TRACE_NONE && canvas_width(ladder->rows[i].title) > columns)
            return true;
    return false;
}

static int widest_name(const struct ladder *ladder)
{
    enum { NUMBER = 6 }; /* before a launch's shape */
    int widest = 0;
    for (int i = 0; i < ladder->count; i++) {
        const struct ladder_row *row = &ladder->rows[i];
        int width = row->launch == TRACE_NONE ? canvas_width(row->title)
                                              : canvas_width(row->shape) + NUMBER;
        if (width > widest) widest = width;
    }
    return widest;
}

/* The whole title, or its short form where some title is too long. */
static void draw_name(const struct ladder *ladder, const struct ladder_row *row,
                      struct canvas *canvas, int x, int y, enum style style, int columns)
{
    char launch[192];
    const char *name = row->title;
    if (row->launch != TRACE_NONE && ladder->launches) {
        name = canvas_width(row->shape) <= columns ? row->shape : row->title;
    } else if (row->launch != TRACE_NONE) {
        snprintf(launch, sizeof launch, "  %u %s", row->number, row->shape);
        name = launch;
    } else if (*row->brief && any_wider(ladder, columns)) {
        name = row->brief;
    }
    canvas_text_fit(canvas, x, y, style, columns, name);
}

/* How many times as fast as the first of its series, and which that is: "21.6 (1)"; of the first
 * itself that it is one, if others are compared with it. */
static void first_text(const struct ladder *ladder, int i, char *out, size_t size)
{
    int first = ladder_first_alike(ladder, i);
    if (first == i) {
        const char *none = ladder->coming ? "" : "–"; /* what it is compared with may be coming */
        snprintf(out, size, "%s", ladder_is_base(ladder, i) ? _("base") : none);
        return;
    }
    format_ratio(out, size, ladder_speed_up(ladder, i, first));
    size_t used = strlen(out);
    snprintf(out + used, size - used, " (%u)", ladder->rows[first].number);
}

/* Part of the device's peak bandwidth that the row reached; 0: not known. */
static double share_of_peak(const struct ladder_row *row)
{
    if (row->measured <= 0 || row->timed_bytes <= 0 || row->peak <= 0) return 0;
    return row->timed_bytes / row->measured * 1e9 / row->peak; /* bytes per ns = GB/s */
}

static void draw_row(const struct ladder *ladder, int i, struct canvas *canvas, struct rect line)
{
    const struct columns *at = columns_of(ladder);
    const struct ladder_row *row = &ladder->rows[i];
    int x = line.x + line.columns - at->width, y = line.y, before = ladder_before(ladder, i);
    bool here = i == ladder->selected;
    char text[48];
    canvas_text(canvas, line.x, y, here ? STYLE_SELECTED : STYLE_NORMAL, here ? "→" : " ");
    if (ladder->launches || row->launch == TRACE_NONE)
        canvas_textf(canvas, line.x + 1, y, here ? STYLE_SELECTED : STYLE_NORMAL, "%2u",
                     row->number);
    draw_name(ladder, row, canvas, line.x + 4, y, here ? STYLE_STRONG : STYLE_NORMAL,
              line.columns - at->width - 4);
    ladder_time_text(text, sizeof text, ladder, i);
    put(canvas, x, at->time, y, STYLE_STRONG, text);
    first_text(ladder, i, text, sizeof text);
    put(canvas, x, at->first, y, STYLE_NORMAL, text);
    format_ratio(text, sizeof text, before < 0 ? 0 : ladder_speed_up(ladder, i, before));
    if (ladder->coming && before != i - 1) text[0] = 0; /* another row will be the one above */
    put(canvas, x, at->before, y, STYLE_NORMAL, text);
    if (row->measured > 0 && row->timed_bytes > 0) {
        double rate = row->timed_bytes / row->measured; /* bytes per ns = GB/s */
        snprintf(text, sizeof text, row->rough ? "≈%.1f" : "%.1f", rate);
        put(canvas, x, at->rate, y, STYLE_NORMAL, text);
        snprintf(text, sizeof text, "%.2f %%", share_of_peak(row) * 100);
        if (row->peak > 0) put(canvas, x, at->share, y, STYLE_NORMAL, text);
    }
    if (row->published > 0) {
        ladder_seconds(text, sizeof text, row->published);
        put(canvas, x, at->published, y, STYLE_DIM, text);
    }
}

/* ---- Bars beside the table: all of the space is the device's peak bandwidth -------------------
 */

enum { BARS_LEAST = 24, BARS_MOST = 50 };

static void draw_bars(const struct ladder *ladder, int first, int rows, struct canvas *canvas,
                      struct rect area)
{
    bool any = false;
    for (int i = 0; i < ladder->count; i++)
        any |= share_of_peak(&ladder->rows[i]) > 0;
    if (!any || area.columns < BARS_LEAST) return;
    if (area.columns > BARS_MOST) area.columns = BARS_MOST;
    canvas_text(canvas, area.x, area.y, STYLE_DIM, _("bandwidth"));
    canvas_text_right(canvas, area.x + area.columns, area.y, STYLE_DIM, _("peak"));
    for (int i = 0; i < rows && first + i < ladder->count; i++) {
        double share = share_of_peak(&ladder->rows[first + i]);
        int columns = (int)lround(fmin(share, 1) * area.columns);
        if (share > 0 && columns == 0) /* less than half a cell */
            canvas_text(canvas, area.x, area.y + 1 + i, STYLE_DIM, "·");
        canvas_fill(canvas, (struct rect){area.x, area.y + 1 + i, columns, 1}, STYLE_BAR, 0x2588);
    }
}

/* ---- Dots on a logarithmic axis: lengths of bars would mean nothing there -------------------- */

struct axis {
    double low, high; /* powers of ten, in the unit of row_time */
    double low_time, high_time;
    int x, columns;
};

static bool make_axis(const struct ladder *ladder, struct axis *axis)
{
    double least = 0, most = 0;
    for (int i = 0; i < ladder->count; i++) {
        double time = ladder_time(ladder, i);
        if (time <= 0) continue;
        if (least <= 0 || time < least) least = time;
        if (time > most) most = time;
        double published = ladder->rows[i].published * 1e9;
        if (ladder->measured && published > most) most = published;
    }
    if (least <= 0) return false;
    axis->low = floor(log10(least));
    axis->high = ceil(log10(most));
    if (axis->high <= axis->low) axis->high = axis->low + 1;
    axis->low_time = pow(10, axis->low);
    axis->high_time = pow(10, axis->high);
    return true;
}

static int axis_column(const struct axis *axis, double time)
{
    double part = (log10(time) - axis->low) / (axis->high - axis->low);
    return axis->x + (int)lround(part * (axis->columns - 1));
}

static void draw_axis(const struct ladder *ladder, const struct axis *axis, struct canvas *canvas,
                      struct rect area)
{
    canvas_text(canvas, area.x + 4, area.y, STYLE_DIM,
                ladder->measured ? _("● here  ○ published") : _("log scale"));
    int free_from = 0;
    for (double power = axis->low; power <= axis->high; power++) {
        char text[32];
        if (ladder->measured)
            ladder_seconds(text, sizeof text, pow(10, power) * 1e-9 * (1 + 1e-12));
        else
            ladder_amount(text, sizeof text, pow(10, power));
        int width = canvas_width(text), x = axis_column(axis, pow(10, power));
        if (x + width >= area.x + area.columns) x = area.x + area.columns - 1 - width;
        if (x < free_from) continue;
        canvas_text(canvas, x, area.y, STYLE_DIM, text);
        free_from = x + width + 2;
    }
}

/* The published time stands on the same axis where it fits and times are measured ones. */
static void draw_dots(const struct ladder *ladder, int i, const struct axis *axis,
                      struct canvas *canvas, int y)
{
    double time = ladder_time(ladder, i), published = ladder->rows[i].published * 1e9;
    if (ladder->measured && published >= axis->low_time && published <= axis->high_time)
        canvas_text(canvas, axis_column(axis, published), y, STYLE_DIM, "○");
    if (time > 0) canvas_text(canvas, axis_column(axis, time), y, STYLE_BAR, "●");
}

static void aim_at_row(struct canvas *canvas, struct rect area, int y, int row, int first)
{
    canvas_target(canvas, (struct rect){area.x, y, area.columns, 1},
                  target_pack_row(TARGET_ROW, 0, (uint32_t)row, (uint32_t)first));
}

static void draw_chart(const struct ladder *ladder, int first, int rows, struct canvas *canvas,
                       struct rect area)
{
    struct axis axis;
    if (!make_axis(ladder, &axis)) return;
    int title = area.columns / 3;
    axis.x = area.x + title;
    axis.columns = area.columns - title - 2;
    draw_axis(ladder, &axis, canvas, area);
    for (int i = 0; i < rows && first + i < ladder->count; i++) {
        int y = area.y + 1 + i;
        const struct ladder_row *row = &ladder->rows[first + i];
        bool here = first + i == ladder->selected;
        if (here) canvas_text(canvas, area.x, y, STYLE_SELECTED, "→");
        if (ladder->launches || row->launch == TRACE_NONE)
            canvas_textf(canvas, area.x + 1, y, STYLE_NORMAL, "%2u", row->number);
        draw_name(ladder, row, canvas, area.x + 4, y, here ? STYLE_STRONG : STYLE_NORMAL,
                  title - 5);
        draw_dots(ladder, first + i, &axis, canvas, y);
        aim_at_row(canvas, area, y, first + i, first);
    }
}

void ladder_draw(const struct state *state, const struct pane *pane, struct canvas *canvas,
                 struct rect area)
{
    struct ladder ladder = ladder_make(pane);
    int rows = area.rows - 1;
    bool below = ladder.count >= 2 && area.rows >= 2 * ladder.count + CHART_LEAST;
    bool chart = !below && state->bars;
    if (below) rows = ladder.count;
    int first = ladder.selected - rows / 2, held = (int)pane->cursor.top - 1;
    if (held >= 0 && ladder.selected >= held && ladder.selected - held < rows) first = held;
    if (first > ladder.count - rows) first = ladder.count - rows;
    if (first < 0) first = 0;
    struct rect table = area;
    int least = columns_of(&ladder)->width + TITLE_LEAST;
    int wide = columns_of(&ladder)->width + widest_name(&ladder) + NAME_LEFT + 2;
    if (table.columns > wide) table.columns = wide; /* figures stand beside the names */
    if (table.columns < least) table.columns = least;
    if (!chart) draw_head(&ladder, canvas, table);
    for (int i = 0; i < rows && first + i < ladder.count && !chart; i++) {
        draw_row(&ladder, first + i, canvas,
                 (struct rect){table.x, table.y + 1 + i, table.columns, 1});
        aim_at_row(canvas, area, table.y + 1 + i, first + i, first);
    }
    if (!chart)
        draw_bars(&ladder, first, rows, canvas,
                  (struct rect){table.x + table.columns + 2, table.y,
                                area.columns - table.columns - 3, rows + 1});
    if (chart)
        draw_chart(&ladder, first, rows, canvas, area);
    else if (below)
        draw_chart(&ladder, 0, ladder.count, canvas,
                   (struct rect){area.x, area.y + rows + 2, area.columns, rows + 1});
    canvas_cursor(canvas, area.x, area.y + 1 + ladder.selected - first);
    free(ladder.rows);
}
