#include "claims_moment.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool has_name(const struct moment *m, const struct trace_request *request, const char *name)
{
    if (request->space == TRACE_SHARED)
        return request->object < m->launch->array_count &&
               strcmp(m->launch->arrays[request->object].name, name) == 0;
    return request->object != TRACE_NONE &&
           strcmp(trace_allocation_name(m->trace, m->launch, request->object), name) == 0;
}

/* sum of terms: "16ty+tx+8", "63-t" */
static bool evaluate(const char *text, const uint32_t thread[3], bool flat, long *value)
{
    *value = 0;
    if (!*text) return false;
    while (*text) {
        long sign = 1, number = 1;
        if (*text == '+' || *text == '-') sign = *text++ == '-' ? -1 : 1;
        bool digits = isdigit((unsigned char)*text);
        if (digits) number = strtol(text, (char **)&text, 10);
        if (*text == 't') {
            int axis = text[1] == 'x' ? 0 : text[1] == 'y' ? 1 : text[1] == 'z' ? 2 : -1;
            text += axis < 0 ? 1 : 2;
            if (axis < 0 && !flat) return false;
            number *= thread[axis < 0 ? 0 : axis];
        } else if (!digits) {
            return false;
        }
        *value += sign * number;
        if (*text && *text != '+' && *text != '-') return false;
    }
    return true;
}

/* Does a lane's access lie where the operand says? Where it has no rule: in its array. */
static bool lies_there(const struct moment *m, const struct trace_request *request, unsigned lane,
                       const struct operand *operand)
{
    uint32_t xyz[3], type = TRACE_NONE, count[TRACE_MAX_DIMS] = {0};
    const bool flat = m->launch->block[1] <= 1 && m->launch->block[2] <= 1;
    round_thread_xyz(m->launch, request->warp * (uint32_t)TRACE_LANES + lane, xyz);
    uint32_t unit = request->width, dims = 1;
    if (request->space == TRACE_SHARED) {
        const struct trace_array *a = &m->launch->arrays[request->object];
        unit = a->count ? a->bytes / a->count : 1;
        dims = a->dim_count > 1 ? a->dim_count : 1;
        memcpy(count, a->dims, sizeof count);
    } else if ((type = trace_allocation_type(m->trace, m->launch, request->object)) != TRACE_NONE) {
        unit = m->trace->types[type].bytes ? m->trace->types[type].bytes : unit;
    }
    int64_t index = round_lane_offset(m->launch, request, lane) / unit;
    if (operand->dims == 0) return true;
    if ((uint32_t)operand->dims != dims) return false;
    for (uint32_t d = dims; d-- > 0;) {
        int64_t at = d ? index % count[d] : index;
        long wanted;
        if (d) index /= count[d];
        if (evaluate(operand->index[d], xyz, flat, &wanted) && wanted != at) return false;
    }
    return true;
}

static bool does(const struct trace_request *request, enum doing doing)
{
    if (request->kind == TRACE_ATOMIC) return true;
    return doing != UPDATES && request->kind == (doing == WRITES ? TRACE_STORE : TRACE_LOAD);
}

/* The lanes of each warp that do it on a line; 0: on any. */
static uint32_t *lanes_of(const struct moment *m, uint32_t round, uint32_t line, enum doing doing,
                          const char *name)
{
    const struct trace_round *range = trace_block_round(m->launch, m->block, round);
    uint32_t *lanes = calloc(trace_warps(m->launch) + 1, sizeof *lanes);
    for (uint32_t i = range->first; i < range->first + range->count; i++) {
        const struct trace_request *request = &m->launch->requests[i];
        if (!does(request, doing) || (name && !has_name(m, request, name))) continue;
        if (line && m->trace->sites[request->site].line != line) continue;
        lanes[request->warp] |= request->mask;
    }
    return lanes;
}

long count_threads(const struct moment *m, uint32_t round, const struct operand *operand,
                   enum doing doing, long thread, uint32_t line)
{
    const struct trace_round *range = trace_block_round(m->launch, m->block, round);
    uint32_t threads = trace_warps(m->launch) * (uint32_t)TRACE_LANES;
    uint32_t *among = lanes_of(m, round, line, line ? WRITES : READS, NULL);
    char *seen = calloc(threads + 1, 1);
    long count = 0;
    for (uint32_t i = range->first; i < range->first + range->count; i++) {
        const struct trace_request *request = &m->launch->requests[i];
        if (!does(request, doing) || !has_name(m, request, operand->name)) continue;
        const uint32_t lanes = line ? request->mask & among[request->warp] : request->mask;
        for (uint32_t mask = lanes; mask; mask &= mask - 1) {
            unsigned lane = (unsigned)__builtin_ctz(mask);
            long number = request->warp * TRACE_LANES + lane;
            if (seen[number] || (thread >= 0 && number != thread)) continue;
            if (!lies_there(m, request, lane, operand)) continue;
            seen[number] = 1;
            count++;
        }
    }
    free(among);
    free(seen);
    return count;
}

long count_on_line(const struct moment *m, uint32_t round, uint32_t line, enum doing doing,
                   const char *name)
{
    uint32_t *lanes = lanes_of(m, round, line, doing, name);
    long count = 0;
    for (uint32_t w = 0; w < trace_warps(m->launch); w++)
        count += __builtin_popcount(lanes[w]);
    free(lanes);
    return count;
}

long count_movers(const struct moment *m, uint32_t round, uint32_t line)
{
    const struct trace_round *range = trace_block_round(m->launch, m->block, round);
    uint32_t threads = trace_warps(m->launch) * (uint32_t)TRACE_LANES;
    struct first {
        uint32_t site;
        int64_t offset;
        bool seen, moved;
    } *first = calloc(threads + 1, sizeof *first);
    long count = 0;
    for (uint32_t i = range->first; first && i < range->first + range->count; i++) {
        const struct trace_request *request = &m->launch->requests[i];
        if (request->kind != TRACE_STORE || m->trace->sites[request->site].line != line) continue;
        for (uint32_t mask = request->mask; mask; mask &= mask - 1) {
            unsigned lane = (unsigned)__builtin_ctz(mask);
            struct first *at = &first[request->warp * TRACE_LANES + lane];
            int64_t offset = round_lane_offset(m->launch, request, lane);
            if (!at->seen) *at = (struct first){request->site, offset, true, false};
            if (at->moved || at->site != request->site || at->offset == offset) continue;
            at->moved = true;
            count++;
        }
    }
    free(first);
    return count;
}

long count_turns(const struct moment *m, uint32_t round, uint32_t line)
{
    const struct trace_round *range = trace_block_round(m->launch, m->block, round);
    const uint32_t threads = trace_warps(m->launch) * (uint32_t)TRACE_LANES;
    uint32_t *times = calloc((size_t)threads * m->trace->site_count + 1, sizeof *times), most = 0;
    for (uint32_t i = range->first; times && i < range->first + range->count; i++) {
        const struct trace_request *request = &m->launch->requests[i];
        if (request->kind > TRACE_ATOMIC || m->trace->sites[request->site].line != line) continue;
        for (uint32_t mask = request->mask; mask; mask &= mask - 1) {
            const uint32_t lane = (uint32_t)__builtin_ctz(mask);
            const uint32_t thread = request->warp * (uint32_t)TRACE_LANES + lane;
            uint32_t *at = &times[(size_t)request->site * threads + thread];
            if (++*at > most) most = *at;
        }
    }
    free(times);
    return most;
}
