/* Diagnostics of the run: those that the program's run-time reported, with the names of arrays and
 * the indices filled in, and those that only the collector sees. */
#include "run/collect_impl.h"

#include "base/i18n.h"
#include "base/mem.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGE = 512 };

/* ---- What is meant ----------------------------------------------------------------------- */

struct meant { /* the array or allocation that a finding is about */
    const char *name;
    uint64_t count;   /* elements; 0 unknown */
    uint32_t element; /* bytes; 0 unknown */
    int64_t offset;   /* bytes from its base */
    bool row;         /* count is that of one dimension of several */
};

static struct launch_info *launch_of(struct collect *c, uint32_t ordinal)
{
    for (size_t i = 0; i < c->launch_count; i++)
        if (c->launches[i].record->ordinal == ordinal) return &c->launches[i];
    return NULL;
}

/* The array of the program that a region offset lies in, or ends before it. */
static const struct program_array *program_array_at(const struct collect *c, uint64_t region)
{
    const struct program_array *best = NULL;
    for (uint32_t i = 0; i < c->resolver->array_count; i++) {
        const struct program_array *a = &c->resolver->arrays[i];
        if (a->dynamic != (region >= SPOOL_DYNAMIC)) continue;
        if (a->dynamic) return a;
        if (region - a->region < a->bytes) return a;
        if (a->region <= region && (!best || a->region > best->region)) best = a;
    }
    return best;
}

static void meant_shared(struct collect *c, const struct spool_diagnostic *d, struct meant *meant)
{
    const struct program_array *a = program_array_at(c, d->address);
    const struct launch_info *launch = launch_of(c, d->launch);
    if (launch && launch->kernel && d->address >= SPOOL_DYNAMIC)
        for (uint32_t i = 0; i < c->resolver->array_count; i++)
            if (c->resolver->arrays[i].dynamic &&
                c->resolver->arrays[i].kernel == launch->kernel->identity)
                a = &c->resolver->arrays[i];
    if (!a) return;
    meant->name = a->name;
    meant->element = builder_type_at(c->builder, a->type)->bytes;
    meant->count = a->count;
    meant->offset = (int64_t)(d->address - (a->dynamic ? SPOOL_DYNAMIC : a->region));
    if (a->dynamic && launch) meant->count = launch->record->dynamic_bytes / meant->element;
}

static void meant_memory(struct collect *c, const struct spool_diagnostic *d, struct meant *meant)
{
    struct memory_block *b = memory_of_id(c, d->allocation);
    if (!b && d->address)
        for (size_t i = c->memory.count; i-- > 0 && !b;)
            if (d->address - c->memory.blocks[i].address < c->memory.blocks[i].bytes)
                b = &c->memory.blocks[i];
    if (!b) return;
    meant->name = b->parameter ? b->parameter
                  : b->symbol  ? b->symbol->name
                               : spool_text(&b->record->record, sizeof *b->record);
    meant->element = b->type == TRACE_NONE ? 0 : builder_type_at(c->builder, b->type)->bytes;
    meant->count = meant->element ? b->bytes / meant->element : 0;
    meant->offset = (int64_t)(d->address - b->address);
}

/* Whether a line of source text indexes a variable: its name, then a bracket. */
static bool indexed_in(const char *line, const char *end, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = line; length && at + length < end; at++) {
        if (strncmp(at, name, length) != 0 ||
            (at > line && (isalnum((unsigned char)at[-1]) || at[-1] == '_')))
            continue;
        const char *next = at + length;
        while (next < end && *next == ' ')
            next++;
        if (next < end && *next == '[') return true;
    }
    return false;
}

static const char *line_of(struct collect *c, const struct trace_diagnostic *d, const char **end)
{
    if (d->source == TRACE_NONE) return NULL;
    const char *at = builder_source_at(c->builder, d->source)->text;
    for (uint32_t line = 1; at && line < d->line; line++) {
        at = strchr(at, '\n');
        if (at) at++;
    }
    if (at) *end = at + strcspn(at, "\n");
    return at;
}

/* The size that the sanitizer's sentence names, "... of type 'float [16][17]'": 16. */
static uint64_t size_in(const char *text, const char **dims)
{
    const char *quote = strchr(text, '\'');
    *dims = quote ? strchr(quote, '[') : NULL;
    return *dims ? strtoull(*dims + 1, NULL, 10) : 0;
}

/* Does an array, or a row of it, have these dimensions? */
static bool has_dims(const uint32_t *dims, uint32_t count, const char *text, bool *row)
{
    for (uint32_t first = 0; first < count; first++) {
        char own[64] = "";
        for (uint32_t i = first, at = 0; i < count && at < sizeof own - 16; i++)
            at += (uint32_t)snprintf(own + at, sizeof own - at, "[%u]", dims[i]);
        size_t length = strlen(own);
        if (!strncmp(own, text, length) && text[length] == '\'') {
            *row = count > 1;
            return true;
        }
    }
    return false;
}

/* For a bad index the sanitizer knows the index, the line, and the array's type. The array is one
 * of that size that the line indexes. */
static void meant_by_line(struct collect *c, const struct trace_diagnostic *d, const char *text,
                          struct meant *meant)
{
    const char *end = NULL, *dims, *line = line_of(c, d, &end);
    uint64_t size = size_in(text, &dims);
    if (!line || !size) return;
    for (uint32_t i = 0; i < c->resolver->array_count && !*meant->name; i++) {
        const struct program_array *a = &c->resolver->arrays[i];
        if (a->dynamic || !indexed_in(line, end, a->name) ||
            !has_dims(a->dims, a->dim_count, dims, &meant->row))
            continue;
        meant->name = a->name;
    }
    for (uint32_t i = 0; i < c->resolver->symbol_count && !*meant->name; i++) {
        const struct program_symbol *symbol = &c->resolver->symbols[i];
        uint32_t count =
            (uint32_t)(symbol->bytes / builder_type_at(c->builder, symbol->type)->bytes);
        if (!indexed_in(line, end, symbol->name) || !has_dims(&count, 1, dims, &meant->row))
            continue;
        meant->name = symbol->name;
    }
    if (*meant->name) meant->count = size;
}

/* ---- Sentences --------------------------------------------------------------------------- */

static int64_t floor_divide(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static void describe_bounds(const struct meant *meant, const struct trace_diagnostic *d, char *out)
{
    char who[64] = "";
    if (d->thread != TRACE_NONE && d->block != TRACE_NONE)
        snprintf(who, sizeof who, _("Thread %u of block %u"), d->thread, d->block);
    else if (d->thread != TRACE_NONE)
        snprintf(who, sizeof who, _("Thread %u"), d->thread);
    else
        snprintf(who, sizeof who, "%s", _("The program"));
    if (meant->row)
        snprintf(out, MESSAGE,
                 _("%s uses index %lld in %s, where a dimension has %llu: 0 to %llu."), who,
                 (long long)d->index, meant->name, (unsigned long long)meant->count,
                 (unsigned long long)meant->count - 1);
    else if (meant->count)
        snprintf(out, MESSAGE,
                 _("%s uses %s[%lld], which does not exist: %s has %llu elements, 0 to %llu."), who,
                 meant->name, (long long)d->index, meant->name, (unsigned long long)meant->count,
                 (unsigned long long)meant->count - 1);
    else
        snprintf(out, MESSAGE, _("%s uses %s[%lld], which does not exist: %s has no elements."),
                 who, meant->name, (long long)d->index, meant->name);
}

static const char *const plain_sentences[TRACE_FAULT_COUNT] = {
    [TRACE_OUT_OF_BOUNDS] = N_("An address outside every array is used."),
    [TRACE_UNINITIALISED_READ] = N_("Memory is read that nobody has written."),
    [TRACE_DIVERGENT_BARRIER] = N_("Not all threads of the block reach this barrier."),
    [TRACE_DEADLOCK] = N_("Threads wait for each other for ever."),
    [TRACE_TIMEOUT] = N_("The program did not end in time and was stopped."),
    [TRACE_CRASH] = N_("The program crashed."),
    [TRACE_LAUNCH_ERROR] = N_("The launch failed."),
    [TRACE_INTEGER_OVERFLOW] = N_("A signed integer overflows."),
    [TRACE_STACK_OVERFLOW] = N_("A thread's stack is full."),
    [TRACE_ASSERTION] = N_("An assertion failed."),
    [TRACE_LIMIT] = N_("Something was not recorded."),
};

/* ---- Merging ----------------------------------------------------------------------------- */

struct finding_list {
    struct trace_diagnostic *at;
    size_t count, capacity;
};

static bool earlier(const struct trace_diagnostic *a, const struct trace_diagnostic *b)
{
    if (a->block != b->block) return a->block < b->block;
    if (a->round != b->round) return a->round < b->round;
    return a->thread < b->thread;
}

/* Blocks that ran side by side report the same thing: the first in program order stands for all. */
static void add_finding(struct finding_list *list, const struct trace_diagnostic *d)
{
    for (size_t i = 0; i < list->count; i++) {
        struct trace_diagnostic *other = &list->at[i];
        if (other->fault != d->fault || other->severity != d->severity ||
            other->launch != d->launch || other->site != d->site || d->site == TRACE_NONE)
            continue;
        uint64_t count = other->count + d->count;
        if (earlier(d, other)) *other = *d;
        other->count = count;
        return;
    }
    MEM_GROW(list->at, list->count, list->capacity);
    list->at[list->count++] = *d;
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

static void read_diagnostic(struct collect *c, const struct spool_diagnostic *from,
                            struct finding_list *list)
{
    struct meant meant = {.name = ""};
    const struct launch_info *launch = launch_of(c, from->launch);
    const char *text = spool_text(&from->record, sizeof *from);
    char message[MESSAGE] = "";
    if (from->fault >= TRACE_FAULT_COUNT || from->severity > TRACE_NOTE) return;
    if (same_barrier(c, from)) return;
    struct trace_diagnostic d = {.fault = from->fault,
                                 .severity = from->severity,
                                 .launch = launch ? launch->index : TRACE_NONE,
                                 .block = from->block,
                                 .round = from->round,
                                 .thread = from->thread,
                                 .site = TRACE_NONE,
                                 .source = TRACE_NONE,
                                 .has_index = from->has_index,
                                 .index = from->index,
                                 .count = from->count ? from->count : 1};
    if (from->site) {
        d.site = c->resolver->site(c->resolver, from->site);
        const struct trace_site *place = builder_site_at(c->builder, d.site);
        d.line = place->line;
        if (place->line) d.source = place->source;
    }
    if (from->fault == TRACE_OUT_OF_BOUNDS || from->fault == TRACE_UNINITIALISED_READ) {
        if (from->space == TRACE_SHARED && from->address)
            meant_shared(c, from, &meant);
        else if (from->address || from->allocation)
            meant_memory(c, from, &meant);
        else
            meant_by_line(c, &d, text, &meant);
        if (!d.has_index && meant.element) {
            d.has_index = true;
            d.index = floor_divide(meant.offset, meant.element);
        }
    }
    if (from->fault == TRACE_OUT_OF_BOUNDS && *meant.name && d.has_index &&
        (d.index < 0 || (uint64_t)d.index >= meant.count))
        describe_bounds(&meant, &d, message);
    else if (!*text && plain_sentences[from->fault])
        snprintf(message, sizeof message, "%s", _(plain_sentences[from->fault]));
    d.array = meant.name;
    d.message = *message ? builder_name(c->builder, message) : text;
    add_finding(list, &d);
}

/* ---- Accesses outside shared arrays -------------------------------------------------------- */

void finding_outside(struct collect *c, const struct spool_request *head, uint32_t site,
                     uint32_t lane, const struct shared_array *array, int64_t offset,
                     uint32_t block, uint32_t round)
{
    char message[MESSAGE];
    if (array->array->dynamic) return; /* the run-time knows its size, and reports it */
    for (size_t i = 0; i < c->outside_count; i++)
        if (c->outside[i].site == site && c->outside[i].launch == c->launch->index) {
            c->outside[i].count++;
            return;
        }
    const struct trace_site *place = builder_site_at(c->builder, site);
    struct trace_diagnostic d = {.fault = TRACE_OUT_OF_BOUNDS,
                                 .severity = TRACE_ERROR,
                                 .launch = c->launch->index,
                                 .block = block,
                                 .round = round,
                                 .thread = head->warp * (uint32_t)TRACE_LANES + lane,
                                 .site = site,
                                 .source = place->line ? place->source : TRACE_NONE,
                                 .line = place->line,
                                 .array = array->array->name,
                                 .has_index = true,
                                 .index = floor_divide(offset, array->element),
                                 .count = 1};
    struct meant meant = {.name = array->array->name,
                          .element = array->element,
                          .count = array->bytes / array->element};
    describe_bounds(&meant, &d, message);
    d.message = builder_name(c->builder, message);
    MEM_GROW(c->outside, c->outside_count, c->outside_capacity);
    c->outside[c->outside_count++] = d;
}

/* Those that the run-time has not reported for the same line. */
static void add_outside(struct collect *c, struct finding_list *list)
{
    size_t reported = list->count;
    for (size_t i = 0; i < c->outside_count; i++) {
        const struct trace_diagnostic *d = &c->outside[i];
        bool known = false;
        for (size_t k = 0; k < reported && !known; k++)
            known = list->at[k].fault == d->fault && list->at[k].launch == d->launch &&
                    list->at[k].line == d->line && list->at[k].source == d->source && d->line;
        if (!known) add_finding(list, d);
    }
}

/* ---- Launches that failed ------------------------------------------------------------------ */

static bool has_cause(const struct finding_list *list, uint32_t launch)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i].launch == launch && list->at[i].severity == TRACE_ERROR) return true;
    return false;
}

/* Whether the program asked for the error of a launch. */
static bool was_seen(const struct collect *c, const struct launch_info *launch)
{
    for (size_t i = launch->begin; i < c->index.host_count; i++) {
        const struct spool_error *e = (const void *)c->index.host[i];
        if (e->record.type == SPOOL_ERROR && e->seen && e->error == launch->end->error) return true;
    }
    return false;
}

static void add_launch_error(struct collect *c, const struct launch_info *launch,
                             struct finding_list *list)
{
    char message[MESSAGE];
    const struct spool_launch *r = launch->record;
    if (!launch->end || !launch->end->error || has_cause(list, launch->index)) return;
    bool seen = was_seen(c, launch);
    const char *name = cuda_error_name(launch->end->error);
    snprintf(message, sizeof message,
             seen ? _("The launch of %s with (%u,%u,%u) blocks of (%u,%u,%u) threads failed: %s.")
                  : _("The launch of %s with (%u,%u,%u) blocks of (%u,%u,%u) threads failed: %s, "
                      "and the program never looked."),
             spool_text(&r->record, sizeof *r), r->grid[0], r->grid[1], r->grid[2], r->block[0],
             r->block[1], r->block[2], name);
    struct trace_diagnostic d = {.fault = TRACE_LAUNCH_ERROR,
                                 .severity = seen ? TRACE_NOTE : TRACE_ERROR,
                                 .launch = launch->index,
                                 .block = TRACE_NONE,
                                 .round = TRACE_NONE,
                                 .thread = TRACE_NONE,
                                 .site = TRACE_NONE,
                                 .source = TRACE_NONE,
                                 .array = "",
                                 .count = 1};
    if (r->site) {
        d.site = c->resolver->site(c->resolver, r->site);
        const struct trace_site *place = builder_site_at(c->builder, d.site);
        d.line = place->line;
        if (place->line) d.source = place->source;
    }
    d.message = builder_name(c->builder, message);
    add_finding(list, &d);
}

/* ---- Limits ------------------------------------------------------------------------------ */

static void add_limit(struct finding_list *list, struct collect *c, const char *message)
{
    struct trace_diagnostic d = {.fault = TRACE_LIMIT,
                                 .severity = TRACE_NOTE,
                                 .launch = TRACE_NONE,
                                 .block = TRACE_NONE,
                                 .round = TRACE_NONE,
                                 .thread = TRACE_NONE,
                                 .site = TRACE_NONE,
                                 .source = TRACE_NONE,
                                 .array = "",
                                 .count = 1,
                                 .message = builder_name(c->builder, message)};
    add_finding(list, &d);
}

static void add_limits(struct collect *c, struct finding_list *list)
{
    char message[MESSAGE];
    size_t recorded = 0;
    for (size_t i = 0; i < c->launch_count; i++)
        recorded += c->launches[i].index != TRACE_NONE;
    if (recorded < c->launch_count) {
        snprintf(message, sizeof message,
                 _("%zu of %zu launches were recorded; --launches chooses which."), recorded,
                 c->launch_count);
        add_limit(list, c, message);
    }
    if (c->index.overflow)
        add_limit(list, c,
                  _("The recording was full before the program ended; --blocks and "
                    "--launches choose what is kept."));
}

void findings_read(struct collect *c)
{
    struct finding_list list = {0};
    for (size_t i = 0; i < c->index.host_count; i++)
        if (c->index.host[i]->type == SPOOL_DIAGNOSTIC)
            read_diagnostic(c, (const void *)c->index.host[i], &list);
    add_outside(c, &list);
    for (size_t i = 0; i < c->launch_count; i++)
        add_launch_error(c, &c->launches[i], &list);
    add_limits(c, &list);
    for (size_t i = 0; i < list.count; i++)
        builder_diagnostic(c->builder, &list.at[i]);
    free(list.at);
}
