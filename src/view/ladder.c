/* All stages of a lesson, or all launches of a program: time, speed-up, bandwidth, share of peak,
 * and the published figure. */
#include "view/ladder.h"

#include "base/i18n.h"
#include "state/session.h"

#include <stdio.h>
#include <stdlib.h>

extern const struct view view_ladder;

/* Where the times were measured; NULL while there are none. */
static const struct trace_device *timing_device(const struct ladder *ladder)
{
    for (int i = ladder->count; ladder->measured && i-- > 0;)
        if (ladder->rows[i].measured > 0) return ladder->rows[i].device;
    return NULL;
}

static void caption(const struct state *state, const struct pane *pane, char *out, int size)
{
    (void)state;
    struct ladder ladder = ladder_make(pane);
    const struct trace_device *device = timing_device(&ladder);
    const struct ladder_row *row = ladder.count ? &ladder.rows[ladder.selected] : NULL;
    if (ladder.coming)
        snprintf(out, (size_t)size,
                 ladder.measured ? _("measured times are being loaded: %d of %d rows to come")
                                 : _("being run: %d of %d rows to come"),
                 ladder.coming, ladder.count);
    else if (device && row && row->measured > 0 && *row->stepped && !*row->timed)
        snprintf(out, (size_t)size, _("times measured on %s; %u without %s"), device->name,
                 row->number, row->stepped);
    else if (device && row && row->measured > 0 && *row->stepped)
        snprintf(out, (size_t)size, _("times measured on %s; %u with %s"), device->name,
                 row->number, row->timed);
    else if (device)
        snprintf(out, (size_t)size, _("times measured on %s"), device->name);
    else
        snprintf(out, (size_t)size, "%s", _("clocks of the emulator's model, not times"));
    free(ladder.rows);
}

/* The title names whose times these are, not whose run the pane shows. */
static void origin(const struct state *state, const struct pane *pane, char *out, int size)
{
    (void)state;
    struct ladder ladder = ladder_make(pane);
    const struct trace_device *device = timing_device(&ladder);
    if (device)
        snprintf(out, (size_t)size, "%s", device->name);
    else
        snprintf(out, (size_t)size, "%s", ladder.coming ? _("loading…") : _("emulator's model"));
    free(ladder.rows);
}

static void add_published(const struct ladder *ladder, char *out, size_t size, size_t used)
{
    int now = ladder->selected, before = ladder_before(ladder, now);
    const struct ladder_row *row = &ladder->rows[now];
    if (before < 0 || row->published <= 0 || ladder->rows[before].published <= 0) return;
    double gained = ladder_speed_up(ladder, now, before);
    if (gained <= 0) return;
    snprintf(out + used, size - used,
             ladder->measured
                 ? _(" Against stage %u: published %.1f times as fast, here %.1f times.")
                 : _(" Against stage %u: published %.1f times as fast, by the model "
                     "%.1f times."),
             ladder->rows[before].number, ladder->rows[before].published / row->published, gained);
}

/* There may be more rows than are in sight. */
static void selection(const struct state *state, const struct pane *pane, char *out, int size)
{
    (void)state;
    struct ladder ladder = ladder_make(pane);
    snprintf(out, (size_t)size, _("row %d of %d"), ladder.selected + 1, ladder.count);
    free(ladder.rows);
}

static void format_bytes(char *out, size_t size, double bytes)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB"};
    size_t u = 0;
    for (; u < 3 && bytes >= 1024; u++)
        bytes /= 1024;
    snprintf(out, size, u ? "%.1f %s" : "%.0f %s", bytes, units[u]);
}

static int base_sentence(const struct ladder *ladder, const char *time, const char *bytes,
                         char *out, size_t size)
{
    const struct ladder_row *row = &ladder->rows[ladder->selected];
    bool another = false; /* that rows beside the series are compared with */
    for (int i = 0; i < ladder->selected; i++)
        another |= ladder_speed_up(ladder, ladder->selected, i) > 0;
    return snprintf(out, size,
                    another
                        ? _("%s: %s. It begins a series, published for one card: the rows marked "
                            "(%u), with %s of global memory as well, are compared with it.")
                        : _("%s: %s. The rows marked (%u), with as much global memory (%s), are "
                            "compared with it."),
                    row->title, time, row->number, bytes);
}

static int first_sentence(const struct ladder *ladder, const char *time, const char *bytes,
                          char *out, size_t size)
{
    int now = ladder->selected, first = ladder_first_alike(ladder, now);
    double gained = ladder_speed_up(ladder, now, first);
    bool series = ladder_in_series(ladder, now);
    char times[32];
    snprintf(times, sizeof times, gained < 100 ? "%.1f" : "%.0f", gained);
    return snprintf(out, size,
                    series
                        ? _("%s: %s, %s times as fast as row %u, the first of its series that uses "
                            "as much global memory (%s).")
                        : _("%s: %s, %s times as fast as row %u, the first that uses as much "
                            "global memory (%s)."),
                    ladder->rows[now].title, time, times, ladder->rows[first].number, bytes);
}

/* What a row with a time is compared with: what (row) and – mean in its columns. */
static int time_sentence(const struct ladder *ladder, const char *time, char *out, size_t size)
{
    int now = ladder->selected;
    const struct ladder_row *row = &ladder->rows[now];
    char bytes[48];
    format_bytes(bytes, sizeof bytes, row->bytes);
    if (ladder_first_alike(ladder, now) != now)
        return first_sentence(ladder, time, bytes, out, size);
    if (ladder_is_base(ladder, now)) return base_sentence(ladder, time, bytes, out, size);
    if (ladder->coming)
        return snprintf(out, size, _("%s: %s. Other rows are still being loaded."), row->title,
                        time);
    return snprintf(
        out, size,
        ladder_in_series(ladder, now)
            ? _("%s: %s. No row above it of its series uses as much global memory (%s): "
                "nothing is compared (–).")
            : _("%s: %s. No row above it uses as much global memory (%s): nothing is "
                "compared (–)."),
        row->title, time, bytes);
}

static void sentence(const struct state *state, const struct pane *pane, char *out, int size)
{
    (void)state;
    struct ladder ladder = ladder_make(pane);
    const struct ladder_row *row = &ladder.rows[ladder.selected];
    double time = ladder_time(&ladder, ladder.selected);
    char text[48];
    int used = 0;
    ladder_time_text(text, sizeof text, &ladder, ladder.selected);
    if (row->launch != TRACE_NONE && time > 0)
        used = snprintf(out, (size_t)size, _("Launch %u, %s: %s. Enter opens it."), row->number,
                        row->shape, text);
    else if (time > 0)
        used = time_sentence(&ladder, text, out, (size_t)size);
    else if (row->coming)
        used = snprintf(out, (size_t)size, _("%s: its times are being loaded."), row->title);
    else
        used = snprintf(out, (size_t)size, _("%s: no time to compare with (–)."), row->title);
    if (used > 0 && used < size) add_published(&ladder, out, (size_t)size, (size_t)used);
    free(ladder.rows);
}

static void why_measured(const struct ladder_row *row, struct view_why *out)
{
    char bytes[48], time[48], least[48];
    double rate = row->timed_bytes / row->measured;
    format_bytes(bytes, sizeof bytes, row->timed_bytes);
    ladder_seconds(time, sizeof time, row->measured * 1e-9);
    out->explanation =
        _("The time is the median of runs without instruments. GB/s counts each byte of global "
          "memory that is read or written once and divides by it; the peak is what the memory's "
          "clock and width allow.");
    out->beliefs =
        _("\"GB/s says how fast the threads compute\", \"more threads always move more\", "
          "\"a faster card mends a bad pattern\".");
    if (row->timed_bytes <= 0) {
        view_why_add(out, _("here"), _("%s; no access to global memory is known"), time);
        return;
    }
    view_why_add(out, _("here"), _("%s for %s of global memory%s: %.1f GB/s"), time, bytes,
                 row->rough ? _(" (estimated)") : "", rate);
    if (row->peak <= 0) return;
    view_why_add(out, _("of peak"), _("%.3g %% of the %.0f GB/s that %s can move"),
                 rate * 1e9 / row->peak * 100, row->peak / 1e9, row->device->name);
    ladder_seconds(least, sizeof least, row->timed_bytes / row->peak);
    view_why_add(out, _("at best"), _("%s: these bytes at the peak; now %.1f times as long"), least,
                 row->measured * 1e-9 / (row->timed_bytes / row->peak));
}

static void why_model(const struct ladder_row *row, struct view_why *out)
{
    char bytes[48], clocks[48];
    format_bytes(bytes, sizeof bytes, row->bytes);
    ladder_amount(clocks, sizeof clocks, row->model);
    out->explanation =
        _("Nothing was measured here. The emulator's model counts clocks for what warps issue and "
          "for sectors and passes; it compares stages and is no time.");
    out->beliefs = _("\"clocks of the model are nanoseconds\", \"the emulator's own speed says "
                     "something about a GPU\".");
    view_why_add(out, _("here"), _("%s clocks of the model for %s of global memory"), clocks,
                 bytes);
    view_why_add(out, _("at best"), "%s",
                 _("known with a peak only: that is measured on a GPU, or in a recording of one"));
}

static bool why(const struct state *state, const struct pane *pane, struct view_why *out)
{
    (void)state;
    struct ladder ladder = ladder_make(pane);
    bool known = ladder.selected >= 0 && ladder_time(&ladder, ladder.selected) > 0;
    if (known) {
        const struct ladder_row *row = &ladder.rows[ladder.selected];
        int first = ladder_first_alike(&ladder, ladder.selected);
        snprintf(out->title, sizeof out->title,
                 row->launch == TRACE_NONE ? _("why: stage %u, %.60s") : _("why: launch %u, %.60s"),
                 row->number, row->launch == TRACE_NONE ? row->title : row->shape);
        if (ladder.measured)
            why_measured(row, out);
        else
            why_model(row, out);
        if (first != ladder.selected)
            view_why_add(out, _("so far"),
                         ladder_in_series(&ladder, ladder.selected)
                             ? _("%.4g times as fast as %u, the first of its series with as much "
                                 "work")
                             : _("%.4g times as fast as %u, the first with as much work"),
                         ladder_speed_up(&ladder, ladder.selected, first),
                         ladder.rows[first].number);
    }
    free(ladder.rows);
    return known;
}

static void move(const struct pane *pane, struct cursor *cursor, int dx, int dy, bool large)
{
    enum { PAGE = 10 };
    int count = ladder_row_count(pane);
    double row = cursor->scroll + dx + (double)dy * (large && dy > -1000 && dy < 1000 ? PAGE : 1);
    cursor->scroll = row < 0 ? 0 : row >= count ? count - 1 : (int)row;
}

static void enter(const struct state *state, const struct pane *pane, struct view_goal *goal)
{
    struct ladder ladder = ladder_make(pane);
    struct ladder_row row = ladder.rows[ladder.selected];
    free(ladder.rows);
    goal->launch = row.launch;
    goal->view = (uint32_t)view_about(VIEW_ROUNDS);
    if (!ladder_of_stages(pane)) return;
    goal->stage = row.stage;
    const struct stage *stage = session_stage(state->session, row.stage);
    if (stage->start_view != TRACE_NONE) goal->view = stage->start_view;
}

static const char *const hints[] = {
    "up down", N_("row"), "enter", N_("open it"), "bars", N_("figures or dots"), NULL};

const struct view view_ladder = {
    .name = N_("ladder"),
    .about = N_("time, speed-up and bandwidth of all stages"),
    .sort = VIEW_LIST,
    .step = STEP_ROW,
    .every_stage = true,
    .selects_row = true,
    .draw = ladder_draw,
    .caption = caption,
    .sentence = sentence,
    .selection = selection,
    .move = move,
    .enter = enter,
    .why = why,
    .origin = origin,
    .hints = hints,
};
