#include "view/pick.h"

#include "analysis/race.h"
#include "app/cursor.h"
#include "base/i18n.h"

#include <stdio.h>
#include <string.h>

static bool is_kind(const struct trace_request *request, bool shared)
{
    if (!request_is_access(request)) return false;
    return shared ? request->space == TRACE_SHARED
                  : request->space == TRACE_GLOBAL || request->space == TRACE_CONSTANT;
}

static uint32_t count_warp(const struct trace_launch *launch, const struct trace_round *round,
                           bool shared, uint32_t warp, uint32_t stop, uint32_t *found)
{
    uint32_t count = 0;
    for (uint32_t i = round->first; i < round->first + round->count; i++) {
        const struct trace_request *request = &launch->requests[i];
        if (request->warp < warp) continue;
        if (request->warp > warp) break;
        if (!is_kind(request, shared)) continue;
        if (found && count == stop) *found = i;
        count++;
    }
    return count;
}

static const struct trace_round *cursor_requests(const struct pane *pane)
{
    if (!pane->trace || !cursor_rounds(pane)) return NULL;
    return trace_block_round(cursor_launch(pane), pane->cursor.block, pane->cursor.round);
}

/* The cursor's warp, or the first that has something to show. */
static uint32_t choose_warp(const struct pane *pane, const struct trace_round *round, bool shared,
                            uint32_t *count)
{
    const struct trace_launch *launch = cursor_launch(pane);
    uint32_t warp = pane->cursor.thread / TRACE_LANES;
    *count = count_warp(launch, round, shared, warp, 0, NULL);
    if (*count) return warp;
    for (uint32_t i = round->first; i < round->first + round->count; i++) {
        if (!is_kind(&launch->requests[i], shared)) continue;
        warp = launch->requests[i].warp;
        *count = count_warp(launch, round, shared, warp, 0, NULL);
        break;
    }
    return warp;
}

uint32_t pick_count(const struct pane *pane, bool shared)
{
    uint32_t count = 0;
    const struct trace_round *round = cursor_requests(pane);
    if (round) choose_warp(pane, round, shared, &count);
    return count;
}

bool pick_request(const struct pane *pane, bool shared, struct pick *pick)
{
    const struct trace_round *round = cursor_requests(pane);
    memset(pick, 0, sizeof *pick);
    if (!round) return false;
    pick->launch = cursor_launch(pane);
    pick->warp = choose_warp(pane, round, shared, &pick->count);
    if (!pick->count) return false;
    pick->at = pane->cursor.request < pick->count ? pane->cursor.request : pick->count - 1;
    count_warp(pick->launch, round, shared, pick->warp, pick->at, &pick->index);
    pick->request = &pick->launch->requests[pick->index];
    pick->lane = pane->cursor.lane;
    if (!(pick->request->mask >> pick->lane & 1))
        pick->lane = (unsigned)__builtin_ctz(pick->request->mask);
    trace_request_offsets(pick->launch, pick->request, pick->offsets);
    request_cost(pane->trace, pick->launch, pick->request, NULL, &pick->cost);
    return true;
}

void pick_move(const struct pane *pane, struct cursor *cursor, int dx, int dy, bool large)
{
    const struct trace_launch *launch = cursor_launch(pane);
    if (!launch) return;
    int64_t threads = trace_threads(launch);
    int64_t thread = (int64_t)cursor->thread;
    thread += large ? (int64_t)dy * TRACE_LANES : dy;
    thread += (int64_t)dx * TRACE_LANES;
    if (thread < 0) thread = dx ? cursor->thread % TRACE_LANES : 0;
    if (thread >= threads) thread = threads - 1;
    cursor_set_thread(pane, cursor, (uint32_t)thread);
}

bool pick_any(const struct pane *pane, bool shared)
{
    const struct trace_launch *launch = cursor_launch(pane);
    for (uint32_t i = 0; launch && i < launch->request_count; i++)
        if (is_kind(&launch->requests[i], shared)) return true;
    return false;
}

/* ---- Words ------------------------------------------------------------------------------------
 */

const char *pick_verb(const struct trace_request *request)
{
    return request->kind == TRACE_LOAD    ? _("reads")
           : request->kind == TRACE_STORE ? _("writes")
                                          : _("updates");
}

static const char *object_name(const struct trace *trace, const struct pick *pick)
{
    const struct trace_request *request = pick->request;
    if (request->object == TRACE_NONE) return _("memory");
    const char *name = request->space == TRACE_SHARED
                           ? pick->launch->arrays[request->object].name
                           : trace_allocation_name(trace, pick->launch, request->object);
    return *name ? name : _("memory");
}

static int64_t element_bytes(const struct trace *trace, const struct pick *pick)
{
    if (pick->request->object == TRACE_NONE) return 1;
    return race_element_bytes(trace, pick->launch, pick->request->space, pick->request->object);
}

/* "4096t + 12" with a for the factor of the lane and b for lane 0. */
static int format_linear(int64_t a, int64_t b, char *out, size_t size)
{
    char factor[32] = "", rest[32] = "";
    if (a == 1)
        snprintf(factor, sizeof factor, "t");
    else if (a == -1)
        snprintf(factor, sizeof factor, "-t");
    else if (a)
        snprintf(factor, sizeof factor, "%lldt", (long long)a);
    if (!a)
        snprintf(rest, sizeof rest, "%lld", (long long)b);
    else if (b)
        snprintf(rest, sizeof rest, b < 0 ? " - %lld" : " + %lld", (long long)(b < 0 ? -b : b));
    if (a < 0 && b > 0) /* "31 - t" reads better than "-t + 31" */
        return snprintf(out, size, "%lld - %s", (long long)b, factor + 1);
    return snprintf(out, size, "%s%s", factor, rest);
}

static const struct trace_array *plane_of(const struct pick *pick)
{
    if (pick->request->space != TRACE_SHARED || pick->request->object == TRACE_NONE) return NULL;
    const struct trace_array *array = &pick->launch->arrays[pick->request->object];
    return array->dim_count == 2 && array->dims[1] ? array : NULL;
}

/* Index a t + b of a two-dimensional array: by rows, along one row, or flat. */
static void plane_expression(const struct trace_array *array, int64_t a, int64_t b, int64_t low,
                             int64_t high, const char *name, char *out, size_t size)
{
    int64_t n = array->dims[1];
    char first[64], second[64];
    if (a % n == 0) {
        int64_t column = ((b % n) + n) % n;
        format_linear(a / n, (b - column) / n, first, sizeof first);
        snprintf(out, size, "%s[%s][%lld]", name, first, (long long)column);
    } else if (low >= 0 && low / n == high / n) {
        format_linear(a, b - low / n * n, second, sizeof second);
        snprintf(out, size, "%s[%lld][%s]", name, (long long)(low / n), second);
    } else {
        format_linear(a, b, first, sizeof first);
        snprintf(out, size, _("%s, element %s"), name, first);
    }
}

void pick_expression(const struct trace *trace, const struct pick *pick, char *out, size_t size)
{
    const struct trace_request *request = pick->request;
    const char *name = object_name(trace, pick);
    int64_t element = element_bytes(trace, pick);
    uint32_t lanes = (uint32_t)__builtin_popcount(request->mask);
    if (lanes == 1) {
        pick_element(trace, pick, (unsigned)__builtin_ctz(request->mask), out, size);
        return;
    }
    if (request->flags & TRACE_SCATTERED || request->stride % element) {
        snprintf(out, size, _("%s at %u places"), name, lanes);
        return;
    }
    int first = __builtin_ctz(request->mask), last = 31 - __builtin_clz(request->mask);
    int64_t a = request->stride / element, start = request->offset / element;
    int64_t end = start + a * (last - first), b = start - a * first;
    const struct trace_array *plane = plane_of(pick);
    if (plane) {
        plane_expression(plane, a, b, start < end ? start : end, start < end ? end : start, name,
                         out, size);
        return;
    }
    char index[64];
    format_linear(a, b, index, sizeof index);
    snprintf(out, size, "%s[%s]", name, index);
}

void pick_element(const struct trace *trace, const struct pick *pick, unsigned lane, char *out,
                  size_t size)
{
    int64_t element = element_bytes(trace, pick), offset = pick->offsets[lane];
    int64_t index = offset / element - (offset < 0 && offset % element);
    const struct trace_array *plane = plane_of(pick);
    if (plane && index >= 0)
        snprintf(out, size, "%s[%lld][%lld]", object_name(trace, pick),
                 (long long)(index / plane->dims[1]), (long long)(index % plane->dims[1]));
    else
        snprintf(out, size, "%s[%lld]", object_name(trace, pick), (long long)index);
}

void pick_lanes(uint32_t mask, char *out, size_t size)
{
    unsigned count = (unsigned)__builtin_popcount(mask);
    if (!count) {
        snprintf(out, size, "%s", "");
        return;
    }
    unsigned low = (unsigned)__builtin_ctz(mask), high = 31 - (unsigned)__builtin_clz(mask);
    if (count == 1)
        snprintf(out, size, _("lane %u"), low);
    else if (high - low + 1 == count)
        snprintf(out, size, _("lanes %u-%u"), low, high);
    else if (count <= 3) {
        uint32_t rest = mask & (mask - 1);
        unsigned second = (unsigned)__builtin_ctz(rest);
        if (count == 2)
            snprintf(out, size, _("lanes %u,%u"), low, second);
        else
            snprintf(out, size, _("lanes %u,%u,%u"), low, second, high);
    } else
        snprintf(out, size, _("%u lanes"), count);
}
