#include "analysis/request.h"

#include <string.h>

/* Addresses of the active lanes in ascending order; returns how many. */
static unsigned sorted(const uint64_t address[TRACE_LANES], uint32_t mask,
                       uint64_t out[TRACE_LANES])
{
    unsigned count = 0;
    for (; mask; mask &= mask - 1) {
        uint64_t value = address[__builtin_ctz(mask)];
        unsigned i = count++;
        for (; i && out[i - 1] > value; i--)
            out[i] = out[i - 1];
        out[i] = value;
    }
    return count;
}

uint32_t request_sectors(const uint64_t address[TRACE_LANES], uint32_t mask, uint32_t width,
                         uint32_t unit)
{
    uint64_t order[TRACE_LANES], next = 0; /* first unit not yet counted */
    unsigned count = sorted(address, mask, order);
    uint32_t units = 0;
    for (unsigned i = 0; i < count; i++) {
        uint64_t first = order[i] / unit, last = (order[i] + width - 1) / unit;
        if (first < next) first = next;
        if (last + 1 > first) {
            units += (uint32_t)(last + 1 - first);
            next = last + 1;
        }
    }
    return units;
}

uint32_t request_distinct(const uint64_t address[TRACE_LANES], uint32_t mask, uint32_t width)
{
    uint64_t order[TRACE_LANES];
    unsigned count = sorted(address, mask, order);
    uint32_t bytes = 0;
    for (unsigned i = 0; i < count; i++) {
        uint64_t room = i + 1 < count ? order[i + 1] - order[i] : width;
        bytes += room < width ? (uint32_t)room : width;
    }
    return bytes;
}

/* Every active lane wants what the lane at this distance wants, if that is active. */
static bool paired(const uint64_t address[TRACE_LANES], uint32_t mask, uint32_t distance)
{
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(rest), other = lane ^ distance;
        if (mask >> other & 1 && address[lane] != address[other]) return false;
    }
    return true;
}

/* How many lanes are served together. */
static uint32_t bank_group(const uint64_t address[TRACE_LANES], uint32_t mask, uint32_t width,
                           enum trace_kind kind)
{
    if (width <= 4) return 32;
    uint32_t lanes = width == 8 ? 16 : 8;
    bool joint = kind == TRACE_LOAD && (paired(address, mask, 1) || paired(address, mask, 2));
    return joint ? 2 * lanes : lanes;
}

struct group { /* the words one group of lanes has asked for so far, by bank */
    uint64_t words[REQUEST_BANKS][TRACE_LANES];
    uint8_t count[REQUEST_BANKS];
    uint32_t distinct;
};

/* Position of `word` among its bank's words, added when new. */
static unsigned group_serve(struct group *group, uint64_t word, bool alone, bool *shared)
{
    unsigned bank = word % REQUEST_BANKS;
    unsigned i = 0;
    while (!alone && i < group->count[bank] && group->words[bank][i] != word)
        i++;
    if (alone) i = group->count[bank];
    *shared = i < group->count[bank];
    if (!*shared) {
        group->words[bank][group->count[bank]++] = word;
        group->distinct++;
    }
    return i;
}

void request_serve(const uint64_t address[TRACE_LANES], uint32_t mask, uint32_t width,
                   enum trace_kind kind, struct request_banks *banks)
{
    uint32_t lanes = banks->group = bank_group(address, mask, width, kind);
    banks->passes = banks->least = banks->merged = 0;
    for (uint32_t start = 0; start < TRACE_LANES; start += lanes) {
        struct group group;
        memset(group.count, 0, sizeof group.count);
        group.distinct = 0;
        uint32_t passes = 0;
        for (uint32_t lane = start; lane < start + lanes; lane++) {
            if (!(mask >> lane & 1)) continue;
            uint64_t first = address[lane] / REQUEST_WORD;
            uint64_t last = (address[lane] + (width ? width - 1 : 0)) / REQUEST_WORD;
            bool all_shared = true;
            unsigned pass = 0;
            for (uint64_t word = first; word <= last; word++) {
                bool shared;
                unsigned at = group_serve(&group, word, kind == TRACE_ATOMIC, &shared);
                all_shared &= shared;
                if (at > pass) pass = at;
            }
            if (all_shared) banks->merged |= 1u << lane;
            if (pass + 1 > passes) passes = pass + 1;
            banks->address[lane] = address[lane];
            banks->bank[lane] = first % REQUEST_BANKS;
            banks->words[lane] = (uint8_t)(last - first + 1);
            banks->pass[lane] = (uint8_t)(banks->passes + pass);
        }
        banks->passes += passes;
        banks->least += (group.distinct + REQUEST_BANKS - 1) / REQUEST_BANKS;
    }
}

void request_addresses(const struct trace *trace, const struct trace_launch *launch,
                       const struct trace_request *request, uint64_t address[TRACE_LANES])
{
    int64_t offsets[TRACE_LANES];
    trace_request_offsets(launch, request, offsets);
    uint64_t base = 0;
    if (request->object != TRACE_NONE) {
        if (request->space == TRACE_SHARED)
            base = launch->arrays[request->object].offset;
        else if (request->space != TRACE_NO_SPACE)
            base = trace->allocations[request->object].address;
    }
    for (uint32_t rest = request->mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        address[lane] = base + (uint64_t)offsets[lane];
    }
}

bool request_is_part(const struct trace_launch *launch, const struct trace_request *request)
{
    if (!(request->flags & TRACE_CONTINUED) || request <= launch->requests) return false;
    const struct trace_request *before = request - 1;
    return before->site == request->site && before->warp == request->warp &&
           before->kind == request->kind && before->width == request->width &&
           !(before->mask & request->mask);
}

const struct trace_request *request_lead(const struct trace_launch *launch,
                                         const struct trace_request *request)
{
    const struct trace_request *lead = request;
    while (request_is_part(launch, request)) {
        request--;
        if (request->space == lead->space) lead = request;
    }
    return lead;
}

static const struct trace_request *end_of(const struct trace_launch *launch)
{
    return launch->requests + launch->request_count;
}

/* Does another row go on with this one? */
static bool goes_on(const struct trace_launch *launch, const struct trace_request *request)
{
    return request + 1 < end_of(launch) && request_is_part(launch, request + 1);
}

void request_join(const struct trace *trace, const struct trace_launch *launch,
                  const struct trace_request *lead, struct request_lanes *lanes)
{
    const struct trace_request *row = lead;
    lanes->mask = lanes->rows = 0;
    do {
        if (row->space != lead->space) continue;
        request_addresses(trace, launch, row, lanes->address);
        for (uint32_t rest = row->mask & ~lanes->mask; rest; rest &= rest - 1)
            lanes->row[__builtin_ctz(rest)] = row;
        lanes->mask |= row->mask;
        lanes->rows++;
    } while (++row < end_of(launch) && request_is_part(launch, row));
}

void request_banks(const struct trace_launch *launch, const struct trace_request *request,
                   struct request_banks *banks)
{
    struct request_lanes lanes;
    request_join(NULL, launch, request, &lanes);
    request_serve(lanes.address, lanes.mask, request->width, request_machine_kind(request), banks);
}

static void compute(const uint64_t address[TRACE_LANES], uint32_t mask,
                    const struct trace_request *request, struct request_cost *cost)
{
    cost->lanes = (uint32_t)__builtin_popcount(mask);
    cost->asked = cost->lanes * request->width;
    cost->distinct = request_distinct(address, mask, request->width);
    if (request->space == TRACE_SHARED) {
        struct request_banks banks;
        request_serve(address, mask, request->width, request_machine_kind(request), &banks);
        cost->passes = banks.passes;
        cost->least = banks.least;
    } else {
        cost->sectors = request_sectors(address, mask, request->width, REQUEST_SECTOR);
        cost->lines = request_sectors(address, mask, request->width, REQUEST_LINE);
    }
}

static void joined_cost(const struct trace *trace, const struct trace_launch *launch,
                        const struct trace_request *request, struct request_cost *cost)
{
    struct request_lanes lanes;
    if (request_lead(launch, request) != request) return;
    request_join(trace, launch, request, &lanes);
    compute(lanes.address, lanes.mask, request, cost);
    cost->requests = !request_is_part(launch, request);
}

void request_cost(const struct trace *trace, const struct trace_launch *launch,
                  const struct trace_request *request, struct request_memo *memo,
                  struct request_cost *cost)
{
    *cost = (struct request_cost){0};
    if (!request_is_access(request) || !request->width) return;
    if (request->flags & TRACE_CONTINUED || goes_on(launch, request)) {
        joined_cost(trace, launch, request, cost);
        return;
    }
    struct request_memo_entry *entry = NULL;
    uint64_t key = 0, mask_stride = 0;
    if (memo && !(request->flags & TRACE_SCATTERED)) {
        uint64_t base = 0;
        if (request->object != TRACE_NONE)
            base = request->space == TRACE_SHARED ? launch->arrays[request->object].offset
                                                  : trace->allocations[request->object].address;
        /* Costs repeat every 128 bytes; the top bit tells a filled entry from an empty one. */
        key = ((base + (uint64_t)request->offset) & 127) | (uint64_t)request->width << 8 |
              (uint64_t)request_machine_kind(request) << 16 | (uint64_t)request->space << 24 |
              1ull << 63;
        mask_stride = (uint64_t)request->mask << 32 | (uint32_t)request->stride;
        uint64_t hash = (key ^ mask_stride) * 0x9e3779b97f4a7c15ull;
        entry = &memo->entries[hash >> 58];
        if (entry->key == key && entry->mask_stride == mask_stride) {
            *cost = entry->cost;
            return;
        }
    }
    uint64_t address[TRACE_LANES];
    request_addresses(trace, launch, request, address);
    compute(address, request->mask, request, cost);
    cost->requests = 1;
    if (entry) *entry = (struct request_memo_entry){key, mask_stride, *cost};
}
