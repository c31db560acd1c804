#include "syncstep/trace.h"

#include "base/i18n.h"
#include "trace/fault.h"

#include <stdio.h>
#include <string.h>

void trace_request_offsets(const struct trace_launch *launch, const struct trace_request *request,
                           int64_t offsets[TRACE_LANES])
{
    uint32_t rest = request->mask;
    if (!rest) return;
    if (request->flags & TRACE_SCATTERED) {
        const int64_t *from = launch->scattered + request->scattered;
        for (; rest; rest &= rest - 1)
            offsets[__builtin_ctz(rest)] = *from++;
        return;
    }
    int first = __builtin_ctz(rest);
    for (; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        offsets[lane] = request->offset + (int64_t)request->stride * (lane - first);
    }
}

bool trace_request_values(const struct trace_launch *launch, const struct trace_request *request,
                          uint8_t *out)
{
    if (!(request->flags & TRACE_VALUES)) return false;
    const uint8_t *from = launch->values + request->values;
    for (uint32_t rest = request->mask; rest; rest &= rest - 1, from += request->width)
        memcpy(out + (size_t)__builtin_ctz(rest) * request->width, from, request->width);
    return true;
}

static bool snapshot_row(const struct trace_launch *launch, uint32_t array, uint32_t block,
                         uint32_t round, size_t *row)
{
    if (array >= launch->array_count || block >= launch->block_count) return false;
    const struct trace_snapshots *s = &launch->snapshots[array];
    if (!s->data || round >= s->rounds) return false;
    *row = (size_t)block * s->rounds + round;
    return true;
}

const uint8_t *trace_snapshot(const struct trace_launch *launch, uint32_t array, uint32_t block,
                              uint32_t round)
{
    size_t row;
    if (!snapshot_row(launch, array, block, round, &row)) return NULL;
    return launch->snapshots[array].data + row * launch->arrays[array].bytes;
}

const uint8_t *trace_written(const struct trace_launch *launch, uint32_t array, uint32_t block,
                             uint32_t round)
{
    size_t row;
    if (!snapshot_row(launch, array, block, round, &row)) return NULL;
    return launch->snapshots[array].written + row * launch->arrays[array].count;
}

uint32_t trace_find_block(const struct trace_launch *launch, uint32_t index)
{
    uint32_t low = 0, high = launch->block_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (launch->blocks[middle].index < index)
            low = middle + 1;
        else
            high = middle;
    }
    return low < launch->block_count && launch->blocks[low].index == index ? low : TRACE_NONE;
}

/* The parameter that points into the allocation; the one nearest to its start if there are two. */
static const struct trace_parameter *parameter_of(const struct trace_launch *launch,
                                                  uint32_t allocation)
{
    const struct trace_parameter *best = NULL;
    if (!launch || allocation == TRACE_NONE) return NULL;
    for (uint32_t i = 0; i < launch->parameter_count; i++) {
        const struct trace_parameter *p = &launch->parameters[i];
        if (p->allocation == allocation && (!best || p->offset < best->offset)) best = p;
    }
    return best;
}

const char *trace_allocation_name(const struct trace *trace, const struct trace_launch *launch,
                                  uint32_t allocation)
{
    const struct trace_parameter *p = parameter_of(launch, allocation);
    const char *name =
        allocation < trace->allocation_count ? trace->allocations[allocation].name : "";
    if (p && *p->name && (p->offset == 0 || !*name)) return p->name;
    return name; /* indices count from the allocation's start, where the parameter does not point */
}

/* Of the parameters that point into the allocation the last one up to that place. */
static const struct trace_parameter *parameter_before(const struct trace_launch *launch,
                                                      uint32_t allocation, int64_t offset)
{
    const struct trace_parameter *nearest = NULL;
    for (uint32_t i = 0; i < launch->parameter_count; i++) {
        const struct trace_parameter *p = &launch->parameters[i];
        if (p->allocation != allocation || p->offset > offset || !p->name || !*p->name) continue;
        if (!nearest || p->offset > nearest->offset) nearest = p;
    }
    return nearest;
}

const char *trace_place_name(const struct trace *trace, const struct trace_launch *launch,
                             uint32_t allocation, int64_t offset)
{
    const struct trace_parameter *nearest = parameter_before(launch, allocation, offset);
    return nearest ? nearest->name : trace_allocation_name(trace, launch, allocation);
}

int64_t trace_place_start(const struct trace_launch *launch, uint32_t allocation, int64_t offset)
{
    const struct trace_parameter *nearest = parameter_before(launch, allocation, offset);
    return nearest ? nearest->offset : 0;
}

uint32_t trace_allocation_type(const struct trace *trace, const struct trace_launch *launch,
                               uint32_t allocation)
{
    const struct trace_parameter *p = parameter_of(launch, allocation);
    if (p && p->type != TRACE_NONE) return p->type;
    return allocation < trace->allocation_count ? trace->allocations[allocation].type : TRACE_NONE;
}

bool trace_allocation_is_scalar(const struct trace *trace, const struct trace_launch *launch,
                                uint32_t allocation)
{
    if (allocation >= trace->allocation_count) return false;
    const struct trace_allocation *a = &trace->allocations[allocation];
    const uint32_t type = trace_allocation_type(trace, launch, allocation);
    const uint32_t element = type < trace->type_count ? trace->types[type].bytes : 0;
    return (a->kind == TRACE_DEVICE_SYMBOL || a->kind == TRACE_CONSTANT_SYMBOL) &&
           a->bytes <= (element ? element : sizeof(int));
}

static bool shared_name(const struct trace *trace, const struct trace_array *array)
{
    for (uint32_t i = 0; i < trace->launch_count; i++)
        for (uint32_t k = 0; k < trace->launches[i].array_count; k++) {
            const struct trace_array *other = &trace->launches[i].arrays[k];
            if (!strcmp(other->name, array->name) && strcmp(other->function, array->function))
                return true;
        }
    return false;
}

int trace_array_key(const struct trace *trace, const struct trace_launch *launch, uint32_t array,
                    char *out, size_t size)
{
    const struct trace_array *a = &launch->arrays[array];
    unsigned instance = 1;
    for (uint32_t i = 0; i < array; i++)
        if (!strcmp(launch->arrays[i].name, a->name) &&
            !strcmp(launch->arrays[i].function, a->function))
            instance++;
    bool function = *a->function && shared_name(trace, a);
    char number[16] = "";
    if (instance > 1) snprintf(number, sizeof number, "#%u", instance);
    return snprintf(out, size, "%s%s%s%s", function ? a->function : "", function ? "." : "",
                    a->name, number);
}

const char *const trace_fault_names[TRACE_FAULT_COUNT + 1] = {
    [TRACE_RACE] = "race",
    [TRACE_OUT_OF_BOUNDS] = "out-of-bounds",
    [TRACE_UNINITIALISED_READ] = "uninitialised-read",
    [TRACE_DIVERGENT_BARRIER] = "divergent-barrier",
    [TRACE_DEADLOCK] = "deadlock",
    [TRACE_TIMEOUT] = "timeout",
    [TRACE_CRASH] = "crash",
    [TRACE_LAUNCH_ERROR] = "launch-error",
    [TRACE_INTEGER_OVERFLOW] = "integer-overflow",
    [TRACE_UNREAD_SLOT] = "unread-slot",
    [TRACE_IMPOSSIBLE_BANDWIDTH] = "impossible-bandwidth",
    [TRACE_STACK_OVERFLOW] = "stack-overflow",
    [TRACE_ASSERTION] = "assertion",
    [TRACE_LIMIT] = "limit",
    [TRACE_MISALIGNED] = "misaligned-address",
};

const char *trace_fault_name(enum trace_fault fault)
{
    return (unsigned)fault < TRACE_FAULT_COUNT ? trace_fault_names[fault] : "";
}

static const char *const kind_names[TRACE_KIND_COUNT] = {
    [TRACE_LOAD] = "load",           [TRACE_STORE] = "store",         [TRACE_ATOMIC] = "atomic",
    [TRACE_BARRIER] = "barrier",     [TRACE_WARP_SYNC] = "warp-sync", [TRACE_SHUFFLE] = "shuffle",
    [TRACE_COPY] = "copy",           [TRACE_VOTE] = "vote",           [TRACE_FENCE] = "fence",
    [TRACE_GRID_SYNC] = "grid-sync", [TRACE_EXIT] = "exit",           [TRACE_ARRIVE] = "arrive",
    [TRACE_WAIT] = "wait",
};

const char *trace_kind_name(enum trace_kind kind)
{
    return (unsigned)kind < TRACE_KIND_COUNT ? kind_names[kind] : "";
}

const char *trace_severity_name(enum trace_severity severity)
{
    static const char *const names[] = {
        [TRACE_ERROR] = N_("error"), [TRACE_WARNING] = N_("warning"), [TRACE_NOTE] = N_("note")};
    return (unsigned)severity <= TRACE_NOTE ? names[severity] : "";
}
