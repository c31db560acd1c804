/* Diagnostics of the run: those that the program's run-time reported, with the names of arrays and
 * the indices filled in, and those that only the collector sees. */
#include "run/collect_diagnostics.h"

#include "base/i18n.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Merging ----------------------------------------------------------------------------- */

static bool earlier(const struct trace_diagnostic *a, const struct trace_diagnostic *b)
{
    if (a->block != b->block) return a->block < b->block;
    if (a->round != b->round) return a->round < b->round;
    return a->thread < b->thread;
}

/* One in front of an array, one behind it. */
static bool other_end(const struct trace_diagnostic *a, const struct trace_diagnostic *b)
{
    return a->fault == TRACE_OUT_OF_BOUNDS && a->has_index && b->has_index &&
           (a->index < 0) != (b->index < 0);
}

/* Blocks that ran side by side report the same thing: the first in program order stands for all. */
void diagnostics_add(struct diagnostic_list *list, const struct trace_diagnostic *d)
{
    for (size_t i = 0; i < list->count; i++) {
        struct trace_diagnostic *other = &list->at[i];
        if (other->fault != d->fault || other->severity != d->severity ||
            other->launch != d->launch || other->site != d->site || d->site == TRACE_NONE ||
            other_end(other, d))
            continue;
        uint64_t count = other->count + d->count;
        if (earlier(d, other)) *other = *d;
        other->count = count;
        return;
    }
    MEM_GROW(list->at, list->count, list->capacity);
    list->at[list->count++] = *d;
}

/* By launch and in program order; how the records of several workers lie in the spool is chance. */
static int in_program(const void *pa, const void *pb)
{
    const struct trace_diagnostic *a = *(struct trace_diagnostic *const *)pa,
                                  *b = *(struct trace_diagnostic *const *)pb;
    if (a->launch != b->launch) return a->launch < b->launch ? -1 : 1;
    if (earlier(a, b)) return -1;
    if (earlier(b, a)) return 1;
    return a < b ? -1 : a > b; /* of one thread: as it met them */
}

static void sort_diagnostics(struct diagnostic_list *list)
{
    struct trace_diagnostic *sorted = mem_array(list->count + 1, sizeof *sorted);
    struct trace_diagnostic **order = mem_array(list->count + 1, sizeof(struct trace_diagnostic *));
    for (size_t i = 0; i < list->count; i++)
        order[i] = &list->at[i];
    if (list->count) qsort(order, list->count, sizeof *order, in_program);
    for (size_t i = 0; i < list->count; i++)
        sorted[i] = *order[i];
    free(order);
    free(list->at);
    list->at = sorted;
    list->capacity = list->count + 1;
}

/* Two barriers of one line are one barrier, of which the compiler made two copies. */
static bool same_barrier(struct collect *c, const struct spool_diagnostic *d)
{
    if (d->fault != TRACE_DIVERGENT_BARRIER || !d->address || !d->site) return false;
    uint32_t one = c->resolver->site(c->resolver, d->site);
    uint32_t two = c->resolver->site(c->resolver, d->address);
    const struct trace_site *a = builder_site_at(c->builder, one);
    const struct trace_site *b = builder_site_at(c->builder, two);
    return a->line && a->source == b->source && a->line == b->line && a->column == b->column;
}

/* Two places belong to a barrier that some miss: the other one's line is said too. */
static void describe_other_place(struct collect *c, const struct spool_diagnostic *from,
                                 const char *text, uint32_t line, char *out)
{
    if (from->fault != TRACE_DIVERGENT_BARRIER && from->fault != TRACE_DEADLOCK) return;
    if (!from->address || !*text) return;
    uint32_t site = c->resolver->site(c->resolver, from->address);
    const struct trace_site *other = builder_site_at(c->builder, site);
    if (other->line && other->line != line)
        snprintf(out, DIAGNOSTIC_MESSAGE, N_("%s The other place is line %u."), text, other->line);
}

static bool is_own(struct collect *c, uint64_t number)
{
    uint32_t site = c->resolver->site(c->resolver, number);
    const struct trace_site *place = builder_site_at(c->builder, site);
    return place->line && builder_source_at(c->builder, place->source)->own;
}

/* Of a crash in a library the nearest call that the person has written. */
static uint64_t nearest_own(struct collect *c, const struct spool_diagnostic *d)
{
    if (!d->callers[0] || is_own(c, d->site)) return d->site;
    for (uint32_t i = 0; i < SPOOL_CALLERS && d->callers[i]; i++)
        if (is_own(c, d->callers[i])) return d->callers[i];
    return d->site;
}

uint32_t diagnostics_next_launch(const struct collect *c, size_t at)
{
    size_t low = 0, high = c->launch_count; /* they begin in the order of their numbers */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c->launches[middle].begin < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? c->launches[low - 1].next : 0;
}

/* How far an address is from the allocation it was taken to be meant for. */
static uint64_t astray(struct collect *c, const struct spool_diagnostic *d)
{
    const struct memory_block *b = memory_of_id(c, d->allocation);
    if (!b) return UINT64_MAX;
    if (d->address < b->address) return b->address - d->address;
    return d->address - b->address < b->bytes ? 0 : d->address - b->address - b->bytes;
}

/* Far from everything what lies nearest says little: one instruction that has strayed less far from
 * an allocation before is meant for that one. */
static uint64_t allocation_meant(struct collect *c, size_t at, const struct spool_diagnostic *d)
{
    uint64_t best = astray(c, d), meant = d->allocation;
    for (size_t i = 0; i < at && best != UINT64_MAX; i++) {
        const struct spool_diagnostic *other = (const void *)c->index.host[i];
        if (other->record.type != SPOOL_DIAGNOSTIC || other->fault != d->fault ||
            other->space != d->space || other->launch != d->launch || other->site != d->site ||
            !other->address || astray(c, other) >= best)
            continue;
        best = astray(c, other);
        meant = other->allocation;
    }
    return meant;
}

/* A time that was asked for too early, by a program that reckons with that. */
static bool is_polled(struct collect *c, const struct trace_diagnostic *d, const char *text)
{
    static const char call[] = "cudaEventElapsedTime";
    return d->fault == TRACE_LAUNCH_ERROR && !strncmp(text, call, strlen(call)) &&
           diagnostics_asks_again(c, d, call);
}

static void read_diagnostic(struct collect *c, size_t at, struct diagnostic_list *list)
{
    struct spool_diagnostic own = *(const struct spool_diagnostic *)(const void *)c->index.host[at];
    const struct spool_diagnostic *from = (const void *)c->index.host[at];
    struct meant meant = {.name = "", .type = TRACE_NONE};
    const struct launch_info *launch = collect_launch_of(c, from->launch);
    const char *text = spool_text(&from->record, sizeof *from);
    char message[DIAGNOSTIC_MESSAGE] = "";
    if (from->fault >= TRACE_FAULT_COUNT || from->severity > TRACE_NOTE) return;
    if (same_barrier(c, from) || collect_left_out(launch, from->block)) return;
    struct trace_diagnostic d = builder_blank_diagnostic(from->fault, from->severity);
    if (launch) d.launch = launch->index;
    if (from->launch == UINT32_MAX && from->fault == TRACE_OUT_OF_BOUNDS)
        d.next_launch = diagnostics_next_launch(c, at);
    d.block = from->block;
    d.round = from->round;
    d.thread = from->thread;
    d.has_index = from->has_index;
    d.index = from->index;
    if (from->count) d.count = from->count;
    if (from->site) collect_place(c, nearest_own(c, from), &d);
    if (is_polled(c, &d, text)) return;
    bool misaligned = from->fault == TRACE_MISALIGNED;
    if (misaligned) d.has_index = false; /* it is the width */
    if (!d.has_index) d.index = 0;
    if (from->fault == TRACE_OUT_OF_BOUNDS || from->fault == TRACE_UNINITIALISED_READ ||
        from->fault == TRACE_RACE || misaligned) {
        if (from->space == TRACE_SHARED && from->address)
            meant_shared(c, from, &meant);
        else if (from->address || from->allocation) {
            if (from->fault == TRACE_OUT_OF_BOUNDS && from->launch != UINT32_MAX && from->site)
                own.allocation = allocation_meant(c, at, from);
            meant_memory(c, &own, &meant);
        } else
            meant_by_line(c, &d, text, &meant);
        if (!*meant.name && from->fault == TRACE_OUT_OF_BOUNDS && from->space == TRACE_GLOBAL)
            meant_far(c, from, &d, &meant);
        if (!d.has_index && meant.element && (from->address || meant.pointer)) {
            d.has_index = true;
            d.index = diagnostics_divide(meant.offset, meant.element);
        }
    }
    d.dimension = meant.dimension;
    if (from->fault == TRACE_OUT_OF_BOUNDS && *meant.name && d.has_index && !meant.pointer &&
        (d.index < 0 || (uint64_t)d.index >= meant.count))
        diagnostics_say_bounds(&meant, &d, message);
    else if (meant.pointer)
        diagnostics_say_pointer(&meant, &d, message);
    else if (from->fault == TRACE_UNINITIALISED_READ && from->space == TRACE_GLOBAL)
        diagnostics_say_unset(c, &meant, &d, text, (uint64_t)from->index, message);
    else if (from->fault == TRACE_RACE) {
        if (!diagnostics_say_unwaited(c, &meant, &d, launch, text, (uint64_t)from->index, message))
            return;
    } else if (misaligned)
        diagnostics_say_misaligned(&meant, &d, text, (uint32_t)from->index, message);
    else if (!*text && diagnostics_plain[from->fault])
        snprintf(message, sizeof message, "%s", diagnostics_plain[from->fault]);
    else if (!diagnostics_say_null(c, launch, &d, text, message))
        describe_other_place(c, from, text, d.line, message);
    d.array = meant.name;
    if (from->fault == TRACE_OUT_OF_BOUNDS && from->space == TRACE_NO_SPACE && strchr(text, '@'))
        diagnostics_say_host_buffer(c, text, from->index, &d, message);
    d.message = *message ? builder_name(c->builder, message) : text;
    diagnostics_add(list, &d);
}

static bool same_thread_and_line(const struct trace_diagnostic *a, const struct trace_diagnostic *b)
{
    return a->launch == b->launch && a->block == b->block && a->thread == b->thread && a->line &&
           a->line == b->line && a->source == b->source;
}

/* Of a thread whose index or pointer is known to be wrong: the address that came of it. */
static bool is_consequence(const struct trace_diagnostic *d, const struct trace_diagnostic *cause)
{
    bool indexed = *cause->array && cause->has_index;
    if (cause->fault != TRACE_OUT_OF_BOUNDS || !same_thread_and_line(d, cause)) return false;
    if (d->fault == TRACE_MISALIGNED) return !*d->array;
    if (d->fault != TRACE_OUT_OF_BOUNDS || !indexed) return false;
    return !*d->array || (cause < d && !strcmp(cause->array, d->array) && cause->index == d->index);
}

/* Of a sorted list: both are of one launch. */
static void drop_consequences(struct diagnostic_list *list)
{
    bool *drop = mem_array(list->count + 1, sizeof *drop);
    size_t kept = 0, end = 0;
    for (size_t first = 0; first < list->count; first = end) {
        while (end < list->count && list->at[end].launch == list->at[first].launch)
            end++;
        for (size_t i = first; i < end; i++)
            for (size_t k = first; k < end; k++)
                drop[i] |= k != i && is_consequence(&list->at[i], &list->at[k]);
    }
    for (size_t i = 0; i < list->count; i++)
        if (!drop[i]) list->at[kept++] = list->at[i];
    list->count = kept;
    free(drop);
}

/* Those that the run-time has not reported for the same line. */
static void add_outside(struct collect *c, struct diagnostic_list *list)
{
    size_t reported = list->count;
    for (size_t i = 0; i < c->outside_count; i++) {
        const struct trace_diagnostic *d = &c->outside[i];
        bool known = false;
        for (size_t k = 0; k < reported && !known; k++)
            known = list->at[k].fault == d->fault && list->at[k].launch == d->launch &&
                    list->at[k].line == d->line && list->at[k].source == d->source && d->line;
        if (!known) diagnostics_add(list, d);
    }
}

void diagnostics_read(struct collect *c)
{
    struct diagnostic_list list = {0};
    uint32_t next = 0;
    for (size_t i = 0; i < c->launch_count; i++) {
        if (c->launches[i].index != TRACE_NONE) next = c->launches[i].index + 1;
        c->launches[i].next = next;
    }
    for (size_t i = 0; i < c->index.host_count; i++)
        if (c->index.host[i]->type == SPOOL_DIAGNOSTIC) read_diagnostic(c, i, &list);
    sort_diagnostics(&list);
    drop_consequences(&list);
    add_outside(c, &list);
    diagnostics_failed(c, &list);
    for (size_t i = 0; i < list.count; i++)
        builder_diagnostic(c->builder, &list.at[i]);
    free(list.at);
}
