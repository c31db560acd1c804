/* Diagnostics of the run: those that the program's run-time reported, with the names of arrays and
 * the indices filled in, and those that only the collector sees. */
#include "run/collect_impl.h"

#include "base/i18n.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGE = 512 };

/* ---- Sentences --------------------------------------------------------------------------- */

static int64_t floor_divide(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static void describe_bounds(const struct meant *meant, const struct trace_diagnostic *d, char *out)
{
    char who[64] = "";
    if (d->thread != TRACE_NONE && d->block != TRACE_NONE)
        snprintf(who, sizeof who, N_("Thread %u of block %u"), d->thread, d->block);
    else if (d->thread != TRACE_NONE)
        snprintf(who, sizeof who, N_("Thread %u"), d->thread);
    else
        snprintf(who, sizeof who, "%s", N_("The program"));
    if (meant->row)
        snprintf(out, MESSAGE,
                 N_("%s uses index %lld in %s, where a dimension has %llu: 0 to %llu."), who,
                 (long long)d->index, meant->name, (unsigned long long)meant->count,
                 (unsigned long long)meant->count - 1);
    else if (meant->count)
        snprintf(out, MESSAGE,
                 N_("%s uses %s[%lld], which does not exist: %s has %llu elements, 0 to %llu."),
                 who, meant->name, (long long)d->index, meant->name,
                 (unsigned long long)meant->count, (unsigned long long)meant->count - 1);
    else
        snprintf(out, MESSAGE, N_("%s uses %s[%lld], which does not exist: %s has no elements."),
                 who, meant->name, (long long)d->index, meant->name);
}

/* A kernel's parameter that points to no device memory. */
static void describe_pointer(const struct meant *meant, const struct trace_diagnostic *d, char *out)
{
    snprintf(
        out, MESSAGE,
        meant->pointer == MEANT_NULL
            ? N_("Thread %u of block %u uses %s[%lld], and %s is a null pointer.")
            : N_("Thread %u of block %u uses %s[%lld], and %s does not point to device memory; "
                 "a kernel cannot use a pointer to the host's memory."),
        d->thread, d->block, meant->name, (long long)d->index, meant->name);
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
    [TRACE_MISALIGNED] = N_("An address is no multiple of the width of the access."),
    [TRACE_LIMIT] = N_("Something was not recorded."),
};

/* "data[5]", or the bytes where elements are not known. */
static void place_words(const struct meant *meant, char *out, size_t size)
{
    const char *name = *meant->name ? meant->name : N_("device memory");
    if (meant->element)
        snprintf(out, size, "%s[%lld]", name,
                 (long long)floor_divide(meant->offset, meant->element));
    else
        snprintf(out, size, N_("%s, byte %lld"), name, (long long)meant->offset);
}

/* Device memory that was read and is unset. */
static void describe_unset(const struct meant *meant, const struct trace_diagnostic *d,
                           const char *doing, char *out)
{
    char place[128];
    place_words(meant, place, sizeof place);
    snprintf(out, MESSAGE,
             !strcmp(doing, "updates")
                 ? N_("read of %s, which nobody has written: thread %u of block %u updates it "
                      "atomically in round %u. Memory from cudaMalloc() does not start at 0: it "
                      "holds whatever was there before.")
                 : N_("read of %s, which nobody has written: thread %u of block %u reads it in "
                      "round %u. Memory from cudaMalloc() does not start at 0: it holds whatever "
                      "was there before."),
             place, d->thread, d->block, d->round);
}

/* An access of `width` bytes at an address that is no multiple of it. */
static void describe_misaligned(const struct meant *meant, const struct trace_diagnostic *d,
                                const char *doing, uint32_t width, char *out)
{
    const char *name = *meant->name ? meant->name : N_("memory");
    const char *verb = !strcmp(doing, "reads")    ? N_("reads")
                       : !strcmp(doing, "writes") ? N_("writes")
                                                  : N_("updates");
    snprintf(
        out, MESSAGE,
        N_("Misaligned address: thread %u of block %u %s %u bytes at byte %lld of %s, which is "
           "not divisible by %u. A GPU ends the kernel there (cudaErrorMisalignedAddress)."),
        d->thread, d->block, verb, width, (long long)meant->offset, name, width);
}

/* The n-th argument (from 0) of the call whose name a message begins with, as its line spells it;
 * "" when it runs over lines. */
static const char *argument_name(struct collect *c, const struct trace_diagnostic *d,
                                 const char *text, int64_t n)
{
    size_t length = strcspn(text, "(");
    const char *at =
        d->source == TRACE_NONE ? NULL : builder_source_at(c->builder, d->source)->text;
    for (uint32_t line = 1; at && line < d->line; line++) {
        at = strchr(at, '\n');
        if (at) at++;
    }
    if (!at || !length || text[length] != '(') return "";
    const char *end = at + strcspn(at, "\n");
    const char *from = memmem(at, (size_t)(end - at), text, length + 1);
    if (!from) return "";
    from += length + 1;
    for (const char *p = from; p < end; p++) {
        int depth = 0;
        for (; p < end && (depth > 0 || (*p != ',' && *p != ')')); p++)
            depth += (*p == '(') - (*p == ')');
        if (p == end || n-- == 0) {
            while (from < p && *from == ' ')
                from++;
            return p == end ? ""
                            : arena_strndup(builder_arena(c->builder), from, (size_t)(p - from));
        }
        from = p + 1;
    }
    return "";
}

/* A buffer of the host's that is too small. */
static void describe_host_buffer(struct collect *c, const char *text, int64_t argument,
                                 struct trace_diagnostic *d, char *out)
{
    const char *name = argument_name(c, d, text, argument), *at = strchr(text, '@');
    if (!at) return;
    snprintf(out, MESSAGE, "%.*s%s%s", (int)(at - text), text,
             *name ? name : N_("the host's buffer"), at + 1);
    d->array = name;
}

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

/* Two places belong to a barrier that some miss: the other one's line is said too. */
static void describe_other_place(struct collect *c, const struct spool_diagnostic *from,
                                 const char *text, uint32_t line, char *out)
{
    if (from->fault != TRACE_DIVERGENT_BARRIER && from->fault != TRACE_DEADLOCK) return;
    if (!from->address || !*text) return;
    uint32_t site = c->resolver->site(c->resolver, from->address);
    const struct trace_site *other = builder_site_at(c->builder, site);
    if (other->line && other->line != line)
        snprintf(out, MESSAGE, N_("%s The other place is line %u."), text, other->line);
}

static void read_diagnostic(struct collect *c, const struct spool_diagnostic *from,
                            struct finding_list *list)
{
    struct meant meant = {.name = ""};
    const struct launch_info *launch = collect_launch_of(c, from->launch);
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
    bool misaligned = from->fault == TRACE_MISALIGNED;
    if (misaligned) d.has_index = false; /* it is the width */
    if (from->fault == TRACE_OUT_OF_BOUNDS || from->fault == TRACE_UNINITIALISED_READ ||
        misaligned) {
        if (from->space == TRACE_SHARED && from->address)
            meant_shared(c, from, &meant);
        else if (from->address || from->allocation)
            meant_memory(c, from, &meant);
        else
            meant_by_line(c, &d, text, &meant);
        if (!*meant.name && from->fault == TRACE_OUT_OF_BOUNDS && from->space == TRACE_GLOBAL)
            meant_far(c, from, &d, &meant);
        if (!d.has_index && meant.element && (from->address || meant.pointer)) {
            d.has_index = true;
            d.index = floor_divide(meant.offset, meant.element);
        }
    }
    if (from->fault == TRACE_OUT_OF_BOUNDS && *meant.name && d.has_index && !meant.pointer &&
        (d.index < 0 || (uint64_t)d.index >= meant.count))
        describe_bounds(&meant, &d, message);
    else if (meant.pointer)
        describe_pointer(&meant, &d, message);
    else if (from->fault == TRACE_UNINITIALISED_READ && from->space == TRACE_GLOBAL)
        describe_unset(&meant, &d, text, message);
    else if (misaligned)
        describe_misaligned(&meant, &d, text, (uint32_t)from->index, message);
    else if (!*text && plain_sentences[from->fault])
        snprintf(message, sizeof message, "%s", plain_sentences[from->fault]);
    else
        describe_other_place(c, from, text, d.line, message);
    d.array = meant.name;
    if (from->fault == TRACE_OUT_OF_BOUNDS && from->space == TRACE_NO_SPACE && strchr(text, '@'))
        describe_host_buffer(c, text, from->index, &d, message);
    d.message = *message ? builder_name(c->builder, message) : text;
    add_finding(list, &d);
}

/* ---- Accesses outside shared arrays -------------------------------------------------------- */

/* Counts one more of what was found at a place before. */
static bool outside_again(struct collect *c, uint32_t site)
{
    for (size_t i = 0; i < c->outside_count; i++)
        if (c->outside[i].site == site && c->outside[i].launch == c->launch->index) {
            c->outside[i].count++;
            return true;
        }
    return false;
}

static struct trace_diagnostic *outside_new(struct collect *c, const struct spool_request *head,
                                            uint32_t site, uint32_t lane, uint32_t block,
                                            uint32_t round)
{
    const struct trace_site *place = builder_site_at(c->builder, site);
    MEM_GROW(c->outside, c->outside_count, c->outside_capacity);
    struct trace_diagnostic *d = &c->outside[c->outside_count++];
    *d = (struct trace_diagnostic){.fault = TRACE_OUT_OF_BOUNDS,
                                   .severity = TRACE_ERROR,
                                   .launch = c->launch->index,
                                   .block = block,
                                   .round = round,
                                   .thread = head->warp * (uint32_t)TRACE_LANES + lane,
                                   .site = site,
                                   .source = place->line ? place->source : TRACE_NONE,
                                   .line = place->line,
                                   .array = "",
                                   .count = 1};
    return d;
}

void finding_outside(struct collect *c, const struct spool_request *head, uint32_t site,
                     uint32_t lane, const struct shared_array *array, int64_t offset,
                     uint32_t block, uint32_t round)
{
    char message[MESSAGE];
    if (array->array->dynamic) return; /* the run-time knows its size, and reports it */
    if (outside_again(c, site)) return;
    struct trace_diagnostic *d = outside_new(c, head, site, lane, block, round);
    struct meant meant = {.name = array->array->name,
                          .element = array->element,
                          .count = array->bytes / array->element};
    d->array = array->array->name;
    d->has_index = true;
    d->index = floor_divide(offset, array->element);
    describe_bounds(&meant, d, message);
    d->message = builder_name(c->builder, message);
}

void finding_host(struct collect *c, const struct spool_request *head, uint32_t lane,
                  uint64_t address, uint32_t block, uint32_t round)
{
    const struct program_symbol *variable = NULL;
    char message[MESSAGE];
    if (head->space != TRACE_GLOBAL) return;
    for (uint32_t i = 0; i < c->resolver->host_count && !variable; i++)
        if (address - c->image_base - c->resolver->host[i].address < c->resolver->host[i].bytes)
            variable = &c->resolver->host[i];
    if (!variable) return;
    uint32_t site = c->resolver->site(c->resolver, head->site);
    if (outside_again(c, site)) return;
    struct trace_diagnostic *d = outside_new(c, head, site, lane, block, round);
    snprintf(message, sizeof message,
             N_("Thread %u of block %u uses %s, a variable of the host (line %u); a kernel cannot "
                "use the host's memory"),
             d->thread, block, variable->name, variable->line);
    d->message = builder_name(c->builder, message);
}

/* A launch that the device ended for an address: the accesses to what belongs to nothing. */
void finding_wild(struct collect *c, const struct spool_request *head, uint32_t lane,
                  uint32_t block, uint32_t round)
{
    enum { ILLEGAL_ADDRESS = 700 };
    char message[MESSAGE];
    const struct spool_launch_end *end = c->launch->end;
    if (!c->resolver->told || !end || end->error != ILLEGAL_ADDRESS || head->space != TRACE_GLOBAL)
        return;
    uint32_t site = c->resolver->site(c->resolver, head->site);
    if (outside_again(c, site)) return;
    struct trace_diagnostic *d = outside_new(c, head, site, lane, block, round);
    snprintf(message, sizeof message,
             N_("Thread %u of block %u uses an address that belongs to nothing the program has "
                "allocated; there the device ended the kernel (%s)."),
             d->thread, block, cuda_error_name(end->error));
    d->message = builder_name(c->builder, message);
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

static void drop_consequences(struct finding_list *list)
{
    bool *drop = mem_array(list->count + 1, sizeof *drop);
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        for (size_t k = 0; k < list->count; k++)
            drop[i] |= k != i && is_consequence(&list->at[i], &list->at[k]);
    for (size_t i = 0; i < list->count; i++)
        if (!drop[i]) list->at[kept++] = list->at[i];
    list->count = kept;
    free(drop);
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
             seen ? N_("The launch of %s with (%u,%u,%u) blocks of (%u,%u,%u) threads failed: %s.")
                  : N_("The launch of %s with (%u,%u,%u) blocks of (%u,%u,%u) threads failed: %s, "
                       "and the program never looked."),
             c->resolver->told && launch->kernel ? launch->kernel->name
                                                 : spool_text(&r->record, sizeof *r),
             r->grid[0], r->grid[1], r->grid[2], r->block[0], r->block[1], r->block[2], name);
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

/* ---- Calls that failed --------------------------------------------------------------------- */

/* A copy or an allocation that was refused leaves everything as it was; a program that does not
 * look goes on with old data. Other calls that fail (queries, attributes) are asked on purpose. */
static bool moves_memory(const char *call)
{
    static const char *const calls[] = {"cudaMalloc", "cudaMemcpy", "cudaMemset", "cudaFree"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (!strncmp(call, calls[i], strlen(calls[i]))) return true;
    return false;
}

static bool seen_later(const struct collect *c, size_t at, int32_t error)
{
    for (size_t i = at + 1; i < c->index.host_count; i++) {
        const struct spool_error *e = (const void *)c->index.host[i];
        if (e->record.type == SPOOL_ERROR && e->seen && e->error == error) return true;
    }
    return false;
}

static void add_call_error(struct collect *c, size_t at, struct finding_list *list)
{
    enum { OUT_OF_MEMORY = 2 }; /* programs try how much there is */
    char message[MESSAGE];
    const struct spool_error *e = (const void *)c->index.host[at];
    const char *call = spool_text(&e->record, sizeof *e);
    if (e->seen || e->sticky || !e->site || !moves_memory(call)) return;
    bool harmless = e->error == OUT_OF_MEMORY || seen_later(c, at, e->error);
    struct trace_diagnostic d = {.fault = TRACE_LAUNCH_ERROR,
                                 .severity = harmless ? TRACE_NOTE : TRACE_WARNING,
                                 .launch = TRACE_NONE,
                                 .block = TRACE_NONE,
                                 .round = TRACE_NONE,
                                 .thread = TRACE_NONE,
                                 .source = TRACE_NONE,
                                 .array = "",
                                 .count = 1};
    d.site = c->resolver->site(c->resolver, e->site);
    const struct trace_site *place = builder_site_at(c->builder, d.site);
    if (!place->line) return;
    d.source = place->source;
    d.line = place->line;
    for (size_t i = 0; i < list->count; i++) /* the reason has been given */
        if (list->at[i].fault == TRACE_OUT_OF_BOUNDS && list->at[i].source == d.source &&
            list->at[i].line == d.line)
            return;
    snprintf(message, sizeof message, N_("%s failed: %s"), call, cuda_error_name(e->error));
    d.message = builder_name(c->builder, message);
    add_finding(list, &d);
}

void findings_read(struct collect *c)
{
    struct finding_list list = {0};
    for (size_t i = 0; i < c->index.host_count; i++)
        if (c->index.host[i]->type == SPOOL_DIAGNOSTIC)
            read_diagnostic(c, (const void *)c->index.host[i], &list);
    drop_consequences(&list);
    add_outside(c, &list);
    for (size_t i = 0; i < c->launch_count; i++)
        add_launch_error(c, &c->launches[i], &list);
    for (size_t i = 0; i < c->index.host_count; i++)
        if (c->index.host[i]->type == SPOOL_ERROR) add_call_error(c, i, &list);
    for (size_t i = 0; i < list.count; i++)
        builder_diagnostic(c->builder, &list.at[i]);
    free(list.at);
}
