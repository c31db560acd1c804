/* A warp's request to global memory: which sectors it moves, and what of them it asked for. */
#include "view/access.h"

#include "base/i18n.h"
#include "canvas/canvas.h"
#include "view/view.h"

#include <stdio.h>

extern const struct view view_access;

static void draw(const struct state *state, const struct pane *pane, struct canvas *canvas,
                 struct rect area)
{
    struct pick pick;
    (void)state;
    canvas_cursor(canvas, -1, -1);
    if (!pick_request(pane, false, &pick)) {
        canvas_paragraph(canvas, (struct rect){area.x + 1, area.y, area.columns - 2, area.rows}, 0,
                         STYLE_DIM, _("No access to global memory in this round."));
        canvas_cursor(canvas, area.x, area.y);
        return;
    }
    if (pane->cursor.zoom < 0) {
        enum access_by by = pane->cursor.zoom == -1   ? ACCESS_BY_THREAD
                            : pane->cursor.zoom == -2 ? ACCESS_BY_WARP
                                                      : ACCESS_BY_BLOCK;
        access_map_draw(pane, &pick, by, canvas, area);
    } else {
        access_request_draw(pane, &pick, canvas, area);
    }
    if (canvas->cursor_x < 0) canvas_cursor(canvas, area.x, area.y);
}

static bool available(const struct pane *pane, const char **why)
{
    if (pick_any(pane, false)) return true;
    *why = _("This launch does not access global memory.");
    return false;
}

static void caption(const struct state *state, const struct pane *pane, char *out, int size)
{
    struct pick pick;
    (void)state;
    *out = 0;
    if (!pick_request(pane, false, &pick)) return;
    const struct trace_site *site = &pane->trace->sites[pick.request->site];
    int lanes = __builtin_popcount(pick.lanes.mask);
    i18n_counted(out, (size_t)size, _("warp %u, line %u: %s %u {byte|bytes}, %d {lane|lanes}"),
                 pick.warp, site->line, pick_verb(pick.request), pick.request->width, lanes);
}

static void sentence_both(const struct pick *a, const struct pick *b, char *out, size_t size)
{
    i18n_counted(out, size,
                 _("%u {lane asks|lanes ask} for %u {byte|bytes} on the left, which takes %u "
                   "{sector|sectors}; on the right %u {lane asks|lanes ask} for %u {byte|bytes}, "
                   "which takes %u. "
                   "A sector is always moved whole."),
                 a->cost.lanes, a->cost.distinct, a->cost.sectors, b->cost.lanes, b->cost.distinct,
                 b->cost.sectors);
}

static void sentence_constant(const struct pick *pick, char *out, size_t size)
{
    uint32_t lanes = pick->cost.lanes, passes = access_constant_passes(pick);
    snprintf(out, size,
             lanes == 1    ? _("Request %u: %u lane wants a word of constant memory.")
             : passes == 1 ? _("Request %u: all %u lanes want the same word of constant memory: "
                               "it is read once and sent to all of them.")
                           : _("Request %u: %u lanes want %u different words of constant memory: "
                               "they are read one after another."),
             pick->at + 1, lanes, passes);
}

/* Lanes that change the same bytes: nothing is read once for all of them. */
static void sentence_changed(const struct pick *pick, char *out, size_t size)
{
    const struct request_cost *cost = &pick->cost;
    bool atomic = request_machine_kind(pick->request) == TRACE_ATOMIC;
    if (cost->distinct == pick->request->width)
        i18n_counted(out, size,
                     atomic ? _("Request %u: all %u lanes update the same %u {byte|bytes} by an "
                                "atomic: %u {sector|sectors}, but one update after another.")
                            : _("Request %u: all %u lanes write the same %u {byte|bytes}: %u "
                                "{sector|sectors}. Which lane's value stays is not defined."),
                     pick->at + 1, cost->lanes, cost->distinct, cost->sectors);
    else
        i18n_counted(out, size,
                     atomic ? _("Request %u: %u lanes update %u {byte|bytes} in %u "
                                "{sector|sectors} by an atomic; those that share bytes, one after "
                                "another.")
                            : _("Request %u: %u lanes write %u {byte|bytes} in %u "
                                "{sector|sectors}, several the same ones: which lane's value stays "
                                "there is not defined."),
                     pick->at + 1, cost->lanes, cost->distinct, cost->sectors);
}

static void sentence_sectors(const struct pick *pick, char *out, size_t size)
{
    const struct request_cost *cost = &pick->cost;
    uint32_t least = request_least_sectors(cost);
    uint32_t moved = cost->sectors * REQUEST_SECTOR;
    if (pick->request->kind != TRACE_LOAD && cost->distinct < cost->lanes * pick->request->width)
        sentence_changed(pick, out, size);
    else if (cost->lanes > 1 && cost->distinct == pick->request->width)
        i18n_counted(
            out, size,
            _("Request %u: all %u lanes want the same %u {byte|bytes}: %u {sector|sectors}, "
              "read once for all of them."),
            pick->at + 1, cost->lanes, cost->distinct, cost->sectors);
    else if (cost->sectors > least && cost->distinct < cost->lanes * pick->request->width)
        i18n_counted(out, size,
                     _("Request %u: %u lanes ask for %u {byte|bytes}, several for the same "
                       "ones, but move %u {sector|sectors} (%u bytes); side by side %u would do."),
                     pick->at + 1, cost->lanes, cost->distinct, cost->sectors, moved, least);
    else if (cost->sectors == least)
        i18n_counted(
            out, size,
            cost->lanes == 1
                ? _("Request %u: %u lane asks for %u {byte|bytes} and moves %u {sector|sectors}.")
                : _("Request %u: %u lanes ask for %u bytes and move %u {sector|sectors}, as few "
                    "as can be: neighbouring lanes want neighbouring bytes."),
            pick->at + 1, cost->lanes, cost->distinct, cost->sectors);
    else
        i18n_counted(
            out, size,
            cost->lanes == 1
                ? _("Request %u: %u lane asks for %u {byte|bytes} but moves %u {sector|sectors} "
                    "(%u bytes); %u would do.")
                : _("Request %u: %u lanes ask for %u bytes but move %u {sector|sectors} (%u "
                    "bytes); side by side %u would do. What else is in them may be used later, "
                    "if cached."),
            pick->at + 1, cost->lanes, cost->distinct, cost->sectors, moved, least);
}

/* ---- Requests of one line that ask for the same ---- */

static bool same_line(const struct trace *trace, uint32_t a, uint32_t b)
{
    return trace->sites[a].source == trace->sites[b].source &&
           trace->sites[a].line == trace->sites[b].line;
}

/* The same lanes for the same bytes, on the same line. */
static bool same_request(const struct trace *trace, const struct pick *a, const struct pick *b)
{
    if (!same_line(trace, a->request->site, b->request->site)) return false;
    if (a->request->kind != b->request->kind || a->lanes.mask != b->lanes.mask) return false;
    for (uint32_t rest = a->lanes.mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        const struct trace_request *left = a->lanes.row[lane], *right = b->lanes.row[lane];
        if (left->object != right->object || left->space != right->space) return false;
        if (left->width != right->width || a->offsets[lane] != b->offsets[lane]) return false;
    }
    return true;
}

/* Of requests one after another that are the same, those of one turn of the line: which of how
 * many is this? False where there is but one, or where the turn cannot be told. */
static bool repeated(const struct trace *trace, const struct pick *pick, uint32_t *number,
                     uint32_t *count)
{
    enum { FAR = 256 };
    const uint32_t *requests = pick->list->requests;
    const struct trace_request *rows = pick->launch->requests;
    struct pick other = *pick;
    uint32_t start = pick->at;
    while (start > 0) {
        pick_take(trace, &other, requests[start - 1]);
        if (!same_request(trace, pick, &other)) break;
        if (pick->at - --start > FAR) return false;
    }
    /* a turn begins at the site that comes first */
    uint32_t begin = rows[requests[start]].site, from = pick->at;
    while (rows[requests[from]].site != begin)
        from--;
    uint32_t last = pick->at;
    while (last + 1 < pick->list->count && last - from < FAR) {
        if (rows[requests[last + 1]].site == begin) break;
        pick_take(trace, &other, requests[last + 1]);
        if (!same_request(trace, pick, &other)) break;
        last++;
    }
    *number = pick->at - from + 1;
    *count = last - from + 1;
    return *count > 1;
}

static uint32_t lanes_outside(const struct trace *trace, const struct pick *pick)
{
    uint32_t outside = 0;
    for (uint32_t rest = pick->lanes.mask; rest; rest &= rest - 1)
        outside += pick_outside(trace, pick, (unsigned)__builtin_ctz(rest));
    return outside;
}

static void sentence(const struct state *state, const struct pane *pane, char *out, int size)
{
    struct pick pick, other;
    *out = 0;
    if (state->pane_count == 2 && pick_request(&state->panes[0], false, &pick) &&
        pick_request(&state->panes[1], false, &other)) {
        sentence_both(&pick, &other, out, (size_t)size);
        return;
    }
    if (!pick_request(pane, false, &pick)) return;
    uint32_t outside = lanes_outside(pane->trace, &pick), number, count;
    if (outside)
        snprintf(out, (size_t)size,
                 ONE_OR(outside,
                        _("Request %u: %u of %u lanes asks for bytes outside of what was "
                          "allocated: before its beginning or past its end."),
                        _("Request %u: %u of %u lanes ask for bytes outside of what was "
                          "allocated: before its beginning or past its end.")),
                 pick.at + 1, outside, pick.cost.lanes);
    else if (pick.request->space == TRACE_CONSTANT)
        sentence_constant(&pick, out, (size_t)size);
    else if (pick.request->kind == TRACE_LOAD && repeated(pane->trace, &pick, &number, &count) &&
             number > 1)
        i18n_counted(out, (size_t)size,
                     _("Request %u: the same addresses again (request %u of %u of this line), %u "
                       "{sector|sectors} once more. They may still be in a cache."),
                     pick.at + 1, number, count, pick.cost.sectors);
    else
        sentence_sectors(&pick, out, (size_t)size);
}

static void selection(const struct state *state, const struct pane *pane, char *out, int size)
{
    struct pick pick;
    char element[160];
    (void)state;
    *out = 0;
    if (!pick_request(pane, false, &pick)) return;
    pick_element(pane->trace, &pick, pick.lane, element, sizeof element);
    snprintf(out, (size_t)size, _("lane %u %s %s"), pick.lane, pick_verb(pick.request), element);
}

static uint32_t site_of(const struct pane *pane)
{
    struct pick pick;
    return pick_request(pane, false, &pick) ? pick.request->site : TRACE_NONE;
}

static uint32_t request_count(const struct pane *pane)
{
    return pick_count(pane, false);
}

static uint32_t request_at(const struct pane *pane, uint32_t request)
{
    return pick_at(pane, false, request);
}

static enum why_topic topic_here(const struct pane *pane)
{
    struct pick pick;
    const bool constant = pick_request(pane, false, &pick) && pick.request->space == TRACE_CONSTANT;
    return constant ? WHY_CONSTANT : WHY_GLOBAL;
}

static void move(const struct pane *pane, struct cursor *cursor, int dx, int dy, bool large)
{
    pick_move(pane, false, cursor, dx, dy, large);
}

static const char *const hints[] = {
    "back forward", N_("request"),     "previous-barrier next-barrier",
    N_("barrier"),  "up down",         N_("lane"),
    "zoom-out",     N_("whole array"), NULL};

const struct view view_access = {
    .name = N_("access"),
    .about = N_("a warp's request: lanes, addresses, sectors"),
    .subject = VIEW_GLOBAL,
    .sort = VIEW_PICTURE,
    .step = STEP_REQUEST,
    .draw = draw,
    .available = available,
    .opens = view_always,
    .caption = caption,
    .sentence = sentence,
    .selection = selection,
    .site = site_of,
    .request_count = request_count,
    .request_at = request_at,
    .move = move,
    .topic_here = topic_here,
    .adds_sectors = true,
    .hints = hints,
};
