#include "analysis/phrase.h"

#include "base/i18n.h"
#include "base/str.h"

#include <stdio.h>
#include <string.h>

/* Threads, operands and sets of warps as people write them. */

static bool phrase_flat(const struct trace_launch *launch)
{
    return launch->block[1] <= 1 && launch->block[2] <= 1;
}

void sentence_thread(const struct trace_launch *launch, uint32_t thread, char *out, size_t size)
{
    uint32_t xyz[3];
    round_thread_xyz(launch, thread, xyz);
    if (phrase_flat(launch))
        snprintf(out, size, _("thread %u"), thread);
    else if (launch->block[2] <= 1)
        snprintf(out, size, _("thread (%u,%u)"), xyz[0], xyz[1]);
    else
        snprintf(out, size, _("thread (%u,%u,%u)"), xyz[0], xyz[1], xyz[2]);
}

void sentence_thread_number(const struct trace_launch *launch, uint32_t thread, char *out,
                            size_t size)
{
    uint32_t xyz[3];
    round_thread_xyz(launch, thread, xyz);
    if (phrase_flat(launch))
        snprintf(out, size, "%u", thread);
    else if (launch->block[2] <= 1)
        snprintf(out, size, "(%u,%u)", xyz[0], xyz[1]);
    else
        snprintf(out, size, "(%u,%u,%u)", xyz[0], xyz[1], xyz[2]);
}

/* The member of a struct that an operand is, or NULL. */
static const char *field_name(const struct trace *trace, const struct trace_launch *launch,
                              const struct round_operand *operand)
{
    uint32_t type = TRACE_NONE;
    if (operand->space == TRACE_SHARED && operand->object < launch->array_count)
        type = launch->arrays[operand->object].type;
    else if (operand->space != TRACE_SHARED && operand->object != TRACE_NONE)
        type = trace_allocation_type(trace, launch, operand->object);
    if (type == TRACE_NONE || trace->types[type].kind != TRACE_STRUCT) return NULL;
    for (uint32_t i = 0; i < trace->types[type].field_count; i++)
        if (trace->types[type].fields[i].offset == operand->field)
            return trace->types[type].fields[i].name;
    return NULL;
}

/* Does no index say where it lies? */
bool phrase_nowhere(const struct round_operand *operand)
{
    for (uint32_t d = 0; d < operand->dims; d++)
        if (!operand->fits[d].refuted) return false;
    return true;
}

/* "[4t..4t+3]": an int in memory of char covers four elements. */
static bool spans(const struct round_operand *operand, bool flat, char *out, size_t size)
{
    char first[48], last[48];
    struct fit end = operand->fits[0];
    if (operand->span < 2 || operand->dims != 1) return false;
    if (!fit_text(&end, flat, first, sizeof first)) return false;
    end.index += operand->span - 1;
    if (!fit_text(&end, flat, last, sizeof last)) return false;
    snprintf(out, size, "[%s..%s]", first, last);
    return true;
}

void sentence_operand(const struct trace *trace, const struct round *round,
                      const struct round_operand *operand, char *out, size_t size)
{
    const struct trace_launch *launch = round->launch;
    const char *name = "";
    bool flat = phrase_flat(launch), shared = operand->space == TRACE_SHARED;
    if (shared && operand->object < launch->array_count)
        name = launch->arrays[operand->object].name;
    else if (!shared && operand->object != TRACE_NONE)
        name = trace_allocation_name(trace, launch, operand->object);
    if (!*name) name = shared ? _("shared memory") : _("global memory");
    size_t used = (size_t)snprintf(out, size, "%s", name);
    if (operand->object == TRACE_NONE) return; /* an address in memory that nobody declared */
    if (shared && operand->object < launch->array_count &&
        launch->arrays[operand->object].dim_count == 0)
        return; /* a scalar */
    const char *field = field_name(trace, launch, operand);
    if (!shared && trace_allocation_is_scalar(trace, launch, operand->object)) {
        if (field) snprintf(out + used, size - used, ".%s", field);
        return;
    }
    char first[48], next[48], last[48];
    struct fit end = operand->high;
    if (shared && operand->span > 1) end.index += operand->span - 1;
    if (operand->dims == 1 && operand->fits[0].refuted && operand->low.points &&
        fit_text(&operand->low, flat, first, sizeof first) &&
        fit_text(&end, flat, last, sizeof last)) {
        struct fit second = operand->low;
        second.index += operand->step;
        if (operand->step > 1 && fit_text(&second, flat, next, sizeof next))
            snprintf(out + used, size - used, "[%s, %s, .. %s]", first, next, last);
        else
            used += (size_t)snprintf(out + used, size - used, "[%s..%s]", first, last);
        if (operand->rows && used < size)
            snprintf(out + used, size - used, _(" (%u elements in each of %u rows, %u apart)"),
                     operand->row_elements, operand->rows, operand->row_apart);
        return;
    }
    if (!shared && operand->fits[0].refuted) return;
    if (shared && spans(operand, flat, out + used, size - used)) return;
    if (shared && operand->slots > 1 && phrase_nowhere(operand)) {
        char array[96];
        snprintf(array, sizeof array, "%s", name);
        snprintf(out, size, _("%u slots of %s"), operand->slots, array);
        return;
    }
    for (uint32_t d = 0; d < operand->dims && used < size; d++) {
        char index[64];
        bool fits = fit_text(&operand->fits[d], flat, index, sizeof index);
        used += (size_t)snprintf(out + used, size - used, "[%s]", fits ? index : "*");
    }
    if (field && used < size) snprintf(out + used, size - used, ".%s", field);
}

void sentence_list(const bool *set, uint32_t count, int columns, char *out, size_t size)
{
    struct str text;
    str_init(&text);
    for (uint32_t i = 0; i < count; i++) {
        if (!set[i]) continue;
        uint32_t last = i;
        while (last + 1 < count && set[last + 1])
            last++;
        if (text.length) str_adds(&text, _(", "));
        if (last > i + 1)
            str_addf(&text, "%u-%u", i, last);
        else
            str_addf(&text, "%u", last = i);
        i = last;
    }
    snprintf(out, size, "%s", text.length <= (size_t)columns ? text.text : "");
    str_fini(&text);
}
