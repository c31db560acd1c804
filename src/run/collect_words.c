/* The sentences of the run's diagnostics. */
#include "run/collect_diagnostics.h"

#include "base/ctext.h"
#include "base/i18n.h"
#include "trace/member.h"

#include <stdio.h>
#include <string.h>

int64_t diagnostics_divide(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* What 32 bits make of a small negative number where they have no sign. */
static bool is_below_zero(int64_t index)
{
    return index >> 16 == UINT32_MAX >> 16;
}

static void say_sign(int64_t index, char *out)
{
    char text[DIAGNOSTIC_MESSAGE - 128];
    if (!is_below_zero(index) || strlen(out) >= sizeof text) return;
    memcpy(text, out, strlen(out) + 1);
    snprintf(out, DIAGNOSTIC_MESSAGE,
             N_("%s Without a sign (unsigned, such as threadIdx.x) %lld becomes %lld."), text,
             (long long)(index - (INT64_C(1) << 32)), (long long)index);
}

void diagnostics_say_bounds(const struct meant *meant, const struct trace_diagnostic *d, char *out)
{
    char who[64] = "";
    if (d->thread != TRACE_NONE && d->block != TRACE_NONE)
        snprintf(who, sizeof who, N_("Thread %u of block %u"), d->thread, d->block);
    else if (d->thread != TRACE_NONE)
        snprintf(who, sizeof who, N_("Thread %u"), d->thread);
    else
        snprintf(who, sizeof who, "%s", N_("The program"));
    if (meant->dimension && meant->shape)
        snprintf(out, DIAGNOSTIC_MESSAGE,
                 N_("%s uses index %lld in dimension %u of %s, which has %llu there: 0 to %llu."),
                 who, (long long)d->index, meant->dimension, meant->shape,
                 (unsigned long long)meant->count, (unsigned long long)meant->count - 1);
    else if (meant->row)
        snprintf(out, DIAGNOSTIC_MESSAGE,
                 N_("%s uses index %lld in %s, where a dimension has %llu: 0 to %llu."), who,
                 (long long)d->index, meant->name, (unsigned long long)meant->count,
                 (unsigned long long)meant->count - 1);
    else if (meant->count)
        snprintf(out, DIAGNOSTIC_MESSAGE,
                 N_("%s uses %s[%lld], which does not exist: %s has %llu elements, 0 to %llu."),
                 who, meant->name, (long long)d->index, meant->name,
                 (unsigned long long)meant->count, (unsigned long long)meant->count - 1);
    else
        snprintf(out, DIAGNOSTIC_MESSAGE,
                 N_("%s uses %s[%lld], which does not exist: %s has no elements."), who,
                 meant->name, (long long)d->index, meant->name);
    say_sign(d->index, out);
}

/* A kernel's parameter that points to no device memory. */
void diagnostics_say_pointer(const struct meant *meant, const struct trace_diagnostic *d, char *out)
{
    snprintf(
        out, DIAGNOSTIC_MESSAGE,
        meant->pointer == MEANT_NULL
            ? N_("Thread %u of block %u uses %s[%lld], and %s is a null pointer.")
            : N_("Thread %u of block %u uses %s[%lld], and %s does not point to device memory; "
                 "a kernel cannot use a pointer to the host's memory."),
        d->thread, d->block, meant->name, (long long)d->index, meant->name);
}

/* Where the expression before `end` begins: p, p->next, nodes[i].next. */
static const char *expression_start(const char *line, const char *end)
{
    const char *at = end;
    while (at > line) {
        if (ctext_is_name(at[-1]) || at[-1] == '.') {
            at--;
        } else if (at - line > 1 && at[-1] == '>' && at[-2] == '-') {
            at -= 2;
        } else if (at[-1] == ']') {
            int depth = 0;
            for (; at > line; at--)
                if ((depth += (at[-1] == ']') - (at[-1] == '[')) == 0) break;
            if (at == line) return end;
            at--;
        } else {
            break;
        }
    }
    return at;
}

/* The pointer that a line follows at the column of a member: p->next of p->next->value. */
static bool pointer_at(struct collect *c, const struct trace_diagnostic *d, char *out, size_t size)
{
    if (d->site == TRACE_NONE || !d->line) return false;
    const struct trace_site *site = builder_site_at(c->builder, d->site);
    size_t length;
    const char *line = collect_line(c, d, &length), *end = line + site->column - 3;
    if (site->line != d->line || site->column < 4 || site->column > length) return false;
    if (end[0] != '-' || end[1] != '>') return false;
    const char *start = expression_start(line, end);
    if (start == end || (size_t)(end - start) >= size) return false;
    snprintf(out, size, "%.*s", (int)(end - start), start);
    return true;
}

bool diagnostics_say_null(struct collect *c, const struct launch_info *launch,
                          const struct trace_diagnostic *d, const char *text, char *out)
{
    unsigned thread;
    char doing[16], pointer[64];
    unsigned long long address;
    if (d->fault != TRACE_OUT_OF_BOUNDS || !launch || d->launch == TRACE_NONE ||
        d->thread == TRACE_NONE || d->block == TRACE_NONE || !strstr(text, "(a null pointer?)") ||
        sscanf(text, "Thread %u %15s address %llu,", &thread, doing, &address) != 3)
        return false;
    const char *kernel = launch->kernel ? launch->kernel->name : "";
    if (pointer_at(c, d, pointer, sizeof pointer))
        snprintf(out, DIAGNOSTIC_MESSAGE,
                 N_("Thread %u of block %u %s address %llu, which is not device memory: %s is a "
                    "null pointer, in launch %u (%.80s)."),
                 thread, d->block, doing, address, pointer, d->launch, kernel);
    else
        snprintf(out, DIAGNOSTIC_MESSAGE,
                 N_("Thread %u of block %u %s address %llu, which is not device memory: through a "
                    "null pointer, in launch %u (%.80s)."),
                 thread, d->block, doing, address, d->launch, kernel);
    return true;
}

const char *const diagnostics_plain[TRACE_FAULT_COUNT] = {
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

/* "data[5]", "data[5].mass" for `bytes` of a struct, or the bytes where elements are not known. */
void diagnostics_place(struct collect *c, const struct meant *meant, uint64_t bytes, char *out,
                       size_t size)
{
    char member[64] = "";
    int64_t within = meant->element
                         ? meant->offset - diagnostics_divide(meant->offset, meant->element) *
                                               (int64_t)meant->element
                         : 0;
    if (meant->element && meant->type != TRACE_NONE && bytes)
        trace_member_path(builder_type_at(c->builder, 0), meant->type + 1, meant->type,
                          (uint64_t)within, (uint64_t)within + bytes, member, sizeof member);
    const char *name = *meant->name ? meant->name : N_("device memory");
    if (meant->element)
        snprintf(out, size, "%s[%lld]%s", name,
                 (long long)diagnostics_divide(meant->offset, meant->element), member);
    else
        snprintf(out, size, N_("%s, byte %lld"), name, (long long)meant->offset);
}

/* Device memory that was read and is unset; `bytes` of it. */
void diagnostics_say_unset(struct collect *c, const struct meant *meant,
                           const struct trace_diagnostic *d, const char *doing, uint64_t bytes,
                           char *out)
{
    char place[128];
    diagnostics_place(c, meant, bytes, place, sizeof place);
    snprintf(out, DIAGNOSTIC_MESSAGE,
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
void diagnostics_say_misaligned(const struct meant *meant, const struct trace_diagnostic *d,
                                const char *doing, uint32_t width, char *out)
{
    const char *name = *meant->name ? meant->name : N_("memory");
    const char *verb = !strcmp(doing, "reads")    ? N_("reads")
                       : !strcmp(doing, "writes") ? N_("writes")
                                                  : N_("updates");
    snprintf(
        out, DIAGNOSTIC_MESSAGE,
        N_("Misaligned address: thread %u of block %u %s %u bytes at byte %lld of %s, which is "
           "not divisible by %u. A GPU ends the kernel there (cudaErrorMisalignedAddress)."),
        d->thread, d->block, verb, width, (long long)meant->offset, name, width);
}

const char *collect_line(struct collect *c, const struct trace_diagnostic *d, size_t *length)
{
    *length = 0;
    if (d->source == TRACE_NONE) return "";
    return ctext_line(builder_source_at(c->builder, d->source)->text, d->line, length);
}

/* The n-th argument (from 0) of the call whose name a message begins with, as its line spells it;
 * "" when it runs over lines. */
static const char *argument_name(struct collect *c, const struct trace_diagnostic *d,
                                 const char *text, int64_t n)
{
    size_t length = strcspn(text, "("), bytes;
    const char *at = collect_line(c, d, &bytes), *end = at + bytes;
    if (!length || text[length] != '(') return "";
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
void diagnostics_say_host_buffer(struct collect *c, const char *text, int64_t argument,
                                 struct trace_diagnostic *d, char *out)
{
    const char *name = argument_name(c, d, text, argument), *at = strchr(text, '@');
    if (!at) return;
    snprintf(out, DIAGNOSTIC_MESSAGE, "%.*s%s%s", (int)(at - text), text,
             *name ? name : N_("the host's buffer"), at + 1);
    d->array = name;
}

bool diagnostics_say_unwaited(struct collect *c, const struct meant *meant,
                              struct trace_diagnostic *d, const struct launch_info *launch,
                              const char *deeds, uint64_t at, char *out)
{
    char place[128];
    uint32_t site = at ? c->resolver->site(c->resolver, at) : TRACE_NONE;
    uint32_t line = site == TRACE_NONE ? 0 : builder_site_at(c->builder, site)->line;
    if (strlen(deeds) != 2 || diagnostics_in_a_loop(c, d)) return false;
    d->other_line = line;
    if (line) d->other_source = builder_site_at(c->builder, site)->source;
    const bool reads = *deeds == 'r', read = deeds[1] == 'r';
    if (meant->element && meant->count > 1)
        diagnostics_place(c, meant, 0, place, sizeof place);
    else
        snprintf(place, sizeof place, "%s", *meant->name ? meant->name : N_("device memory"));
    if (!launch) {
        snprintf(out, DIAGNOSTIC_MESSAGE,
                 reads  ? N_("The host reads %s while cudaMemcpyAsync() (line %u) may still be "
                              "writing it. Such a copy goes on when the call has returned, and "
                              "nothing has waited for it.")
                 : read ? N_("The host writes %s while cudaMemcpyAsync() (line %u) may still be "
                             "reading it. Such a copy goes on when the call has returned, and "
                             "nothing has waited for it.")
                        : N_("The host writes %s while cudaMemcpyAsync() (line %u) may still be "
                             "writing it. Such a copy goes on when the call has returned, and "
                             "nothing has waited for it."),
                 place, line);
        return true;
    }
    const char *name = c->resolver->told && launch->kernel
                           ? launch->kernel->name
                           : spool_text(&launch->record->record, sizeof *launch->record);
    snprintf(out, DIAGNOSTIC_MESSAGE,
             reads ? N_("The host reads %s while %s (launched in line %u) may still be writing it. "
                        "A launch returns before the kernel has ended, and nothing has waited "
                        "for it.")
             : read ? N_("The host writes %s while %s (launched in line %u) may still be reading "
                         "it. A launch returns before the kernel has ended, and nothing has "
                         "waited for it.")
                    : N_("The host writes %s while %s (launched in line %u) may still be writing "
                         "it. A launch returns before the kernel has ended, and nothing has "
                         "waited for it."),
             place, name, line);
    return true;
}
