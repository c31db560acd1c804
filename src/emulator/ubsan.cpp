/* ubsan.cpp - what -fsanitize=bounds,signed-integer-overflow,shift-exponent calls; the layouts are
 * GCC's. */
#include "core.h"

#include <stdio.h>
#include <string.h>

using namespace ss;

struct ubsan_place {
    const char *file;
    uint32_t line, column;
};

struct ubsan_type {
    uint16_t kind; /* 0 integer, 1 float */
    uint16_t info; /* integer: 1 signed, log2 of the bits << 1 */
    char name[1];  /* 'int [256]' in quotes */
};

struct ubsan_bounds {
    struct ubsan_place place;
    struct ubsan_type *array, *index;
};

struct ubsan_overflow {
    struct ubsan_place place;
    struct ubsan_type *type;
};

struct ubsan_shift {
    struct ubsan_place place;
    struct ubsan_type *value, *places;
};

static int64_t integer(const struct ubsan_type *type, uint64_t handle)
{
    unsigned bits = 1u << (type->info >> 1);

    if (type->kind != 0) return 0;
    if (bits > 64) return (int64_t) * (const uint64_t *)handle;
    if (bits == 64) return (int64_t)handle;
    if (!(type->info & 1)) return (int64_t)(handle & ((1ull << bits) - 1));
    return (int64_t)(handle << (64 - bits)) >> (64 - bits);
}

static struct finding begin(uint32_t fault, uint32_t severity, uint64_t pc)
{
    struct finding finding = {};

    finding.fault = fault;
    finding.severity = severity;
    finding.thread = ss_hot.lane ? ss_hot.lane->thread : UINT32_MAX;
    finding.pc = pc;
    finding.space = TRACE_NO_SPACE;
    return finding;
}

static void overflow(const struct ubsan_overflow *data, uint64_t left, uint64_t right,
                     const char *operation, uint64_t pc)
{
    struct finding finding;

    if (!ss_hot.lane) return; /* the host's arithmetic is not what is studied */
    finding = begin(TRACE_INTEGER_OVERFLOW, TRACE_WARNING, pc);
    if (*operation == '!')
        snprintf(finding.text, sizeof finding.text,
                 "-(%lld) does not fit in %s: thread %u of block %u in round %u.",
                 (long long)integer(data->type, left), data->type->name, finding.thread,
                 ss_hot.engine->block, ss_hot.engine->round);
    else
        snprintf(finding.text, sizeof finding.text,
                 "%lld %s %lld does not fit in %s: thread %u of block %u in round %u.",
                 (long long)integer(data->type, left), operation,
                 (long long)integer(data->type, right), data->type->name, finding.thread,
                 ss_hot.engine->block, ss_hot.engine->round);
    find(ss_hot.engine, &finding);
}

#define HOOK_PC ((uint64_t)__builtin_return_address(0))

extern "C" {

void __ubsan_handle_out_of_bounds(struct ubsan_bounds *data, uint64_t index);
void __ubsan_handle_out_of_bounds(struct ubsan_bounds *data, uint64_t index)
{
    struct finding finding = begin(TRACE_OUT_OF_BOUNDS, TRACE_ERROR, HOOK_PC);
    struct lane *lane = ss_hot.lane;

    finding.has_index = true;
    finding.index = integer(data->index, index);
    finding.end = finding.index < 0 ? -1 : 1;
    snprintf(finding.text, sizeof finding.text, "Index %lld is outside an array of type %s.",
             (long long)finding.index, data->array->name);
    find(lane ? ss_hot.engine : NULL, &finding);
    if (!lane) return;
    /* From here on the lane's addresses are looked at before they are used. */
    lane->careful = lane->touched = true;
    ss_hot.end = NULL;
}

#define OVERFLOW(name, operation)                                                                  \
    void __ubsan_handle_##name(struct ubsan_overflow *data, uint64_t left, uint64_t right);        \
    void __ubsan_handle_##name(struct ubsan_overflow *data, uint64_t left, uint64_t right)         \
    {                                                                                              \
        overflow(data, left, right, operation, HOOK_PC);                                           \
    }
OVERFLOW(add_overflow, "+")
OVERFLOW(sub_overflow, "-")
OVERFLOW(mul_overflow, "*")
OVERFLOW(divrem_overflow, "/")

void __ubsan_handle_negate_overflow(struct ubsan_overflow *data, uint64_t value);
void __ubsan_handle_negate_overflow(struct ubsan_overflow *data, uint64_t value)
{
    overflow(data, value, 0, "!", HOOK_PC);
}

/* Too far, or a negative number of places. */
void __ubsan_handle_shift_out_of_bounds(struct ubsan_shift *data, uint64_t value, uint64_t places);
void __ubsan_handle_shift_out_of_bounds(struct ubsan_shift *data, uint64_t value, uint64_t places)
{
    struct finding finding;
    (void)value;

    if (!ss_hot.lane || data->value->kind != 0) return;
    finding = begin(TRACE_INTEGER_OVERFLOW, TRACE_WARNING, HOOK_PC);
    snprintf(finding.text, sizeof finding.text,
             "%s is shifted by %lld places, where 0 to %u are defined: thread %u of block %u in "
             "round %u.",
             data->value->name, (long long)integer(data->places, places),
             (1u << (data->value->info >> 1)) - 1, finding.thread, ss_hot.engine->block,
             ss_hot.engine->round);
    find(ss_hot.engine, &finding);
}
}
