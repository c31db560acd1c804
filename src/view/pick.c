#include "view/pick.h"

#include "analysis/lines.h"
#include "analysis/race.h"
#include "base/i18n.h"
#include "state/cursor.h"

#include <stdio.h>
#include <string.h>

static const struct warp_requests *requests_of(const struct pane *pane, bool shared)
{
    if (!pane->trace || !cursor_rounds(pane)) return NULL;
    const struct cursor *c = &pane->cursor;
    const struct warp_requests *list = warp_requests_get(pane->analysis, c->launch, c->block,
                                                         c->round, c->thread / TRACE_LANES, shared);
    return list->count ? list : NULL;
}

uint32_t pick_count(const struct pane *pane, bool shared)
{
    const struct warp_requests *list = requests_of(pane, shared);
    return list ? list->count : 0;
}

uint32_t pick_at(const struct pane *pane, bool shared, uint32_t row)
{
    const struct warp_requests *list = requests_of(pane, shared);
    uint32_t at = TRACE_NONE;
    for (uint32_t i = 0; list && i < list->count && list->requests[i] <= row; i++)
        at = i; /* the leading row comes first */
    if (at == TRACE_NONE) return at;
    const struct trace_request *lead = &cursor_launch(pane)->requests[list->requests[at]];
    return lead->site == cursor_launch(pane)->requests[row].site ? at : TRACE_NONE;
}

void pick_take(const struct trace *trace, struct pick *pick, uint32_t index)
{
    const struct trace_request *last = NULL;
    pick->index = index;
    pick->request = &pick->launch->requests[index];
    request_join(trace, pick->launch, pick->request, &pick->lanes);
    for (uint32_t rest = pick->lanes.mask; rest; rest &= rest - 1) {
        const struct trace_request *row = pick->lanes.row[__builtin_ctz(rest)];
        if (row != last) trace_request_offsets(pick->launch, row, pick->offsets);
        last = row;
    }
}

bool pick_outside(const struct trace *trace, const struct pick *pick, unsigned lane)
{
    const struct trace_request *row = pick->lanes.row[lane];
    if (row->object == TRACE_NONE) return false; /* nothing is known of whose it is */
    uint64_t bytes = row->space == TRACE_SHARED ? pick->launch->arrays[row->object].bytes
                                                : trace->allocations[row->object].bytes;
    int64_t offset = pick->offsets[lane];
    return offset < 0 || (uint64_t)offset + row->width > bytes;
}

bool pick_request(const struct pane *pane, bool shared, struct pick *pick)
{
    memset(pick, 0, sizeof *pick);
    pick->list = requests_of(pane, shared);
    if (!pick->list) return false;
    pick->launch = cursor_launch(pane);
    pick->warp = pick->list->warp;
    pick->count = pick->list->count;
    pick->at = pane->cursor.request < pick->count ? pane->cursor.request : pick->count - 1;
    pick_take(pane->trace, pick, pick->list->requests[pick->at]);
    pick->lane = pane->cursor.lane;
    if (!(pick->lanes.mask >> pick->lane & 1))
        pick->lane = (unsigned)__builtin_ctz(pick->lanes.mask);
    request_cost(pane->trace, pick->launch, pick->request, NULL, &pick->cost);
    return true;
}

bool pick_any(const struct pane *pane, bool shared)
{
    if (!cursor_launch(pane)) return false;
    const struct line_tally *classes =
        lines_of_launch(pane->analysis, pane->cursor.launch)->total.classes;
    if (shared)
        return classes[LINE_SHARED_LOAD].requests || classes[LINE_SHARED_STORE].requests ||
               classes[LINE_SHARED_ATOMIC].requests;
    return classes[LINE_GLOBAL_LOAD].requests || classes[LINE_GLOBAL_STORE].requests ||
           classes[LINE_GLOBAL_ATOMIC].requests || classes[LINE_CONSTANT_LOAD].requests;
}

/* ---- Words ----------------------------------------------------------------------------------- */

const char *pick_verb(const struct trace_request *request)
{
    return request->kind == TRACE_LOAD    ? _("reads")
           : request->kind == TRACE_STORE ? _("writes")
                                          : _("updates");
}

/* Nothing lies at that address; the run itself may have seen which array the index was meant for.
 */
static const char *named_by_finding(const struct trace *trace, const struct pick *pick,
                                    const struct trace_request *request)
{
    for (uint32_t i = 0; i < trace->diagnostic_count; i++) {
        const struct trace_diagnostic *d = &trace->diagnostics[i];
        if (d->fault == TRACE_OUT_OF_BOUNDS && d->site == request->site && *d->array &&
            d->launch < trace->launch_count && &trace->launches[d->launch] == pick->launch)
            return d->array;
    }
    return _("memory");
}

static const char *object_name(const struct trace *trace, const struct pick *pick,
                               const struct trace_request *request)
{
    if (request->object == TRACE_NONE) return named_by_finding(trace, pick, request);
    const char *name = request->space == TRACE_SHARED
                           ? pick->launch->arrays[request->object].name
                           : trace_allocation_name(trace, pick->launch, request->object);
    return *name ? name : _("memory");
}

static int64_t element_bytes(const struct trace *trace, const struct pick *pick,
                             const struct trace_request *request)
{
    if (request->object == TRACE_NONE) return 1;
    return race_element_bytes(trace, pick->launch, request->space, request->object);
}

/* ".number" where the lane's access is a member of a struct, else "". */
static void member_name(const struct trace *trace, const struct pick *pick, unsigned lane,
                        char *out, size_t size)
{
    *out = 0;
    const struct trace_request *request = pick->lanes.row[lane];
    if (request->object == TRACE_NONE || pick->offsets[lane] < 0) return;
    uint32_t type = request->space == TRACE_SHARED
                        ? pick->launch->arrays[request->object].type
                        : trace_allocation_type(trace, pick->launch, request->object);
    if (type >= trace->type_count || trace->types[type].kind != TRACE_STRUCT) return;
    const struct trace_type *t = &trace->types[type];
    uint64_t within = (uint64_t)pick->offsets[lane] % t->bytes;
    for (uint32_t i = 0; i < t->field_count && request->width < t->bytes; i++)
        if (t->fields[i].offset == within) {
            snprintf(out, size, ".%s", t->fields[i].name);
            return;
        }
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

static const struct trace_array *plane_of(const struct pick *pick,
                                          const struct trace_request *request)
{
    if (request->space != TRACE_SHARED || request->object == TRACE_NONE) return NULL;
    const struct trace_array *array = &pick->launch->arrays[request->object];
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

/* ---- Blocks of two or three dimensions: a tx + b ty + c tz + d ------------------------------- */

struct plane_fit {
    int64_t factor[3], rest;
};

static void thread_of(const struct pick *pick, unsigned lane, int64_t at[3])
{
    const uint32_t *dim = pick->launch->block;
    uint32_t thread = pick->warp * TRACE_LANES + lane;
    at[0] = thread % dim[0];
    at[1] = thread / dim[0] % dim[1];
    at[2] = thread / dim[0] / dim[1];
}

/* Factors from lanes that differ in one coordinate only, then checked on all. */
static bool fit_threads(const struct pick *pick, const int64_t value[TRACE_LANES],
                        struct plane_fit *fit)
{
    uint32_t mask = pick->lanes.mask;
    unsigned first = (unsigned)__builtin_ctz(mask);
    int64_t origin[3], at[3];
    *fit = (struct plane_fit){{0}, 0};
    thread_of(pick, first, origin);
    for (uint32_t rest = mask & (mask - 1); rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        thread_of(pick, lane, at);
        int differ = 0, which = 0;
        for (int d = 0; d < 3; d++)
            if (at[d] != origin[d]) differ++, which = d;
        if (differ != 1 || fit->factor[which]) continue;
        int64_t step = at[which] - origin[which], change = value[lane] - value[first];
        if (change % step) return false;
        fit->factor[which] = change / step;
    }
    fit->rest = value[first];
    for (int d = 0; d < 3; d++)
        fit->rest -= fit->factor[d] * origin[d];
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        thread_of(pick, lane, at);
        int64_t expected = fit->rest;
        for (int d = 0; d < 3; d++)
            expected += fit->factor[d] * at[d];
        if (expected != value[lane]) return false;
    }
    return true;
}

static void format_threads(const struct plane_fit *fit, char *out, size_t size)
{
    static const char names[] = "xyz";
    int used = 0;
    *out = 0;
    for (int d = 2; d >= 0 && (size_t)used < size; d--) {
        int64_t a = fit->factor[d];
        if (!a) continue;
        const char *sign = a < 0 ? (used ? " - " : "-") : used ? " + " : "";
        used += snprintf(out + used, size - (size_t)used, "%s", sign);
        if ((a < 0 ? -a : a) != 1 && (size_t)used < size)
            used += snprintf(out + used, size - (size_t)used, "%lld", (long long)(a < 0 ? -a : a));
        if ((size_t)used < size) used += snprintf(out + used, size - (size_t)used, "t%c", names[d]);
    }
    if ((size_t)used >= size || (used && !fit->rest)) return;
    int64_t rest = fit->rest;
    snprintf(out + used, size - (size_t)used, "%s%lld",
             !used      ? ""
             : rest < 0 ? " - "
                        : " + ",
             (long long)(used && rest < 0 ? -rest : rest));
}

/* The array of a request to shared memory, or NULL. */
static const struct trace_array *shared_array(const struct pick *pick,
                                              const struct trace_request *request)
{
    if (request->space != TRACE_SHARED || request->object == TRACE_NONE) return NULL;
    return &pick->launch->arrays[request->object];
}

/* "A[64ty + tx]", "As[ty][0]"; false when the places follow no such rule. */
static bool threads_expression(const struct trace *trace, const struct pick *pick, const char *name,
                               char *out, size_t size)
{
    int64_t element = element_bytes(trace, pick, pick->request), rest[TRACE_LANES];
    const struct trace_array *array = shared_array(pick, pick->request);
    uint32_t dims = array && array->dim_count > 1 ? array->dim_count : 1;
    char index[TRACE_MAX_DIMS][96];
    for (uint32_t lanes = pick->lanes.mask; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctz(lanes);
        if (pick->offsets[lane] < 0 || pick->offsets[lane] % element) return false;
        rest[lane] = pick->offsets[lane] / element;
    }
    for (uint32_t d = dims; d-- > 0;) { /* the last index first: it is what is left of a row */
        const int64_t n = d && array->dims[d] ? array->dims[d] : INT64_MAX;
        int64_t at[TRACE_LANES];
        struct plane_fit fit;
        for (uint32_t lanes = pick->lanes.mask; lanes; lanes &= lanes - 1) {
            unsigned lane = (unsigned)__builtin_ctz(lanes);
            at[lane] = rest[lane] % n;
            rest[lane] /= n;
        }
        if (!fit_threads(pick, at, &fit)) return false;
        format_threads(&fit, index[d], sizeof index[d]);
    }
    size_t used = (size_t)snprintf(out, size, "%s", name);
    for (uint32_t d = 0; d < dims && used < size; d++)
        used += (size_t)snprintf(out + used, size - used, "[%s]", index[d]);
    return true;
}

/* Places that the lanes touch: lanes that meet in one count once. */
static uint32_t distinct_places(const struct pick *pick)
{
    uint32_t count = 0;
    for (uint32_t rest = pick->lanes.mask; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        bool again = false;
        for (uint32_t others = rest & (rest - 1); others; others &= others - 1) {
            const int other = __builtin_ctz(others);
            again |= pick->offsets[other] == pick->offsets[lane] &&
                     pick->lanes.row[other]->object == pick->lanes.row[lane]->object;
        }
        count += !again;
    }
    return count;
}

/* "s at 32 places", "s, 32 lanes at 13 places" */
static void places_expression(const struct pick *pick, const char *name, char *out, size_t size)
{
    const uint32_t lanes = (uint32_t)__builtin_popcount(pick->lanes.mask),
                   places = distinct_places(pick);
    if (places == lanes)
        snprintf(out, size, _("%s at %u places"), name, lanes);
    else
        snprintf(out, size,
                 ONE_OR(places, _("%s, %u lanes at %u place"), _("%s, %u lanes at %u places")),
                 name, lanes, places);
}

/* Lanes that touch several arrays or allocations: "a and b at 32 places", "a and b, 32 lanes at 12
 * places" */
static void objects_expression(const struct trace *trace, const struct pick *pick, char *out,
                               size_t size)
{
    const uint32_t lanes = (uint32_t)__builtin_popcount(pick->lanes.mask),
                   places = distinct_places(pick);
    const struct trace_request *other = NULL;
    char names[256];
    for (uint32_t rest = pick->lanes.mask; rest && !other; rest &= rest - 1) {
        const struct trace_request *row = pick->lanes.row[__builtin_ctz(rest)];
        if (row != pick->request) other = row;
    }
    if (pick->lanes.rows == 2 && other)
        snprintf(names, sizeof names, _("%s and %s"), object_name(trace, pick, pick->request),
                 object_name(trace, pick, other));
    else
        snprintf(names, sizeof names, _("%s and %u others"),
                 object_name(trace, pick, pick->request), pick->lanes.rows - 1);
    if (places == lanes)
        snprintf(out, size, _("%s at %u places"), names, places);
    else
        snprintf(out, size, _("%s, %u lanes at %u places"), names, lanes, places);
}

/* A variable of the device; those of shared memory have a number of dimensions. */
static bool is_scalar(const struct trace *trace, const struct pick *pick,
                      const struct trace_request *request)
{
    return request->space != TRACE_SHARED && request->object != TRACE_NONE &&
           trace_allocation_is_scalar(trace, pick->launch, request->object);
}

void pick_expression(const struct trace *trace, const struct pick *pick, char *out, size_t size)
{
    const struct trace_request *request = pick->request;
    const char *name = object_name(trace, pick, request);
    int64_t element = element_bytes(trace, pick, request);
    uint32_t lanes = (uint32_t)__builtin_popcount(pick->lanes.mask);
    if (request->object == TRACE_NONE && pick->lanes.rows == 1) { /* an address, and no index */
        snprintf(out, size, _("%s at %u places outside of every array"), name, lanes);
        return;
    }
    if (lanes == 1) {
        pick_element(trace, pick, (unsigned)__builtin_ctz(request->mask), out, size);
        return;
    }
    if (pick->lanes.rows > 1) {
        objects_expression(trace, pick, out, size);
        return;
    }
    const struct trace_array *array = shared_array(pick, request);
    if (is_scalar(trace, pick, request) && !(request->flags & TRACE_SCATTERED) &&
        request->stride == 0) {
        pick_element(trace, pick, (unsigned)__builtin_ctz(request->mask), out, size);
        return;
    }
    if (array && !array->dim_count) { /* a scalar */
        snprintf(out, size, "%s", name);
        return;
    }
    bool flat = pick->launch->block[1] == 1 && pick->launch->block[2] == 1;
    if (!flat && threads_expression(trace, pick, name, out, size)) return;
    if (request->flags & TRACE_SCATTERED || request->stride % element) {
        places_expression(pick, name, out, size);
        return;
    }
    int first = __builtin_ctz(request->mask), last = 31 - __builtin_clz(request->mask);
    int64_t a = request->stride / element, start = request->offset / element;
    int64_t end = start + a * (last - first), b = start - a * first;
    const struct trace_array *plane = plane_of(pick, request);
    if (plane) {
        plane_expression(plane, a, b, start < end ? start : end, start < end ? end : start, name,
                         out, size);
        return;
    }
    char index[64], member[64];
    format_linear(a, b, index, sizeof index);
    member_name(trace, pick, (unsigned)first, member, sizeof member);
    snprintf(out, size, array && array->dim_count > 2 ? _("%s, element %s%s") : "%s[%s]%s", name,
             index, member);
}

void pick_element(const struct trace *trace, const struct pick *pick, unsigned lane, char *out,
                  size_t size)
{
    const struct trace_request *row = pick->lanes.row[lane];
    int64_t element = element_bytes(trace, pick, row), offset = pick->offsets[lane];
    int64_t index = offset / element - (offset < 0 && offset % element);
    const struct trace_array *array = shared_array(pick, row);
    if (row->object == TRACE_NONE)
        snprintf(out, size, _("%s outside of every array"), object_name(trace, pick, row));
    else if (array && array->dim_count != 1 && index >= 0 && index < array->count)
        trace_slot_name(array, (uint32_t)index, out, size);
    else {
        char member[64];
        member_name(trace, pick, lane, member, sizeof member);
        if (!index && is_scalar(trace, pick, row))
            snprintf(out, size, "%s%s", object_name(trace, pick, row), member);
        else
            snprintf(out, size, "%s[%lld]%s", object_name(trace, pick, row), (long long)index,
                     member);
    }
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
