#include "analysis/finding_draft.h"
#include "analysis/finding_text.h"
#include "analysis/told.h"
#include "base/i18n.h"
#include "base/str.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Where in its round the diagnostic's site is first met. */
static void locate(const struct trace *trace, const struct trace_diagnostic *d,
                   struct finding_draft *draft)
{
    draft->request = UINT32_MAX;
    draft->before = d->next_launch;
    if (d->launch == TRACE_NONE || d->block == TRACE_NONE) return;
    const struct trace_launch *launch = &trace->launches[d->launch];
    uint32_t block = trace_find_block(launch, d->block);
    if (block == TRACE_NONE) return;
    draft->at_block = block;
    if (d->round == TRACE_NONE || d->round >= launch->blocks[block].rounds) return;
    const struct trace_round *round = trace_block_round(launch, block, d->round);
    draft->request = round->first + round->count;
    for (uint32_t i = round->first; i < round->first + round->count; i++) {
        const struct trace_request *r = &launch->requests[i];
        const struct trace_site *site = &trace->sites[r->site];
        if (d->thread != TRACE_NONE && d->thread / TRACE_LANES != r->warp) continue;
        if (r->site == d->site) {
            draft->request = i;
            return;
        }
        /* Checks of an index or a sum have a site of their own, beside that of the access. */
        if (draft->request > i && d->line && site->line == d->line && site->source == d->source)
            draft->request = i;
    }
}

static const char *without_full_stop(struct arena *arena, const char *text)
{
    static const char full[] = "。";
    const size_t bytes = sizeof full - 1;
    size_t length = strlen(text);
    while (length && (text[length - 1] == '.' || text[length - 1] == '\n'))
        length--;
    if (length > bytes && !memcmp(text + length - bytes, full, bytes)) length -= bytes;
    return arena_strndup(arena, text, length);
}

/* The first sentence is the headline, what follows the reason. */
static void split_message(struct arena *arena, const char *message, struct finding *finding)
{
    const char *end = strstr(message, ". "), *full = strstr(message, "。");
    const char *next = end ? end + 2 : "";
    if (full && (!end || full < end)) {
        end = full;
        next = full + strlen("。");
    }
    if (!*next) {
        finding->headline = without_full_stop(arena, message);
        return;
    }
    finding->headline = arena_strndup(arena, message, (size_t)(end - message));
    finding->because = arena_strdup(arena, next);
}

/* The barrier, on another line, where threads waited in the same round. */
static const struct trace_site *other_barrier(const struct trace *trace,
                                              const struct trace_diagnostic *d)
{
    if (d->launch == TRACE_NONE || d->block == TRACE_NONE || d->round == TRACE_NONE) return NULL;
    const struct trace_launch *launch = &trace->launches[d->launch];
    uint32_t block = trace_find_block(launch, d->block);
    if (block == TRACE_NONE || d->round >= launch->blocks[block].rounds) return NULL;
    const struct trace_round *round = trace_block_round(launch, block, d->round);
    for (uint32_t i = round->first; i < round->first + round->count; i++) /* a warp's own affair */
        if (launch->requests[i].site == d->site && launch->requests[i].kind != TRACE_BARRIER)
            return NULL;
    for (uint32_t i = round->first; i < round->first + round->count; i++) {
        if (launch->requests[i].kind != TRACE_BARRIER) continue;
        const struct trace_site *site = &trace->sites[launch->requests[i].site];
        if (site->source == d->source && site->line && site->line != d->line) return site;
    }
    return NULL;
}

static bool two_barriers(const struct trace_diagnostic *d)
{
    return d->fault == TRACE_DIVERGENT_BARRIER && d->severity == TRACE_ERROR;
}

/* Two barriers that threads took for one: the first in the text is the finding's place. */
static void place_barriers(const struct trace *trace, const struct trace_diagnostic *d,
                           struct finding *finding)
{
    const struct trace_site *other = two_barriers(d) ? other_barrier(trace, d) : NULL;
    if (!other) return;
    finding->other_source = d->source;
    finding->other_line = other->line < d->line ? d->line : other->line;
    if (other->line < finding->line) finding->line = other->line;
}

static void describe_barriers(struct finding_cache *cache, const struct trace *trace,
                              const struct trace_diagnostic *d, struct finding *finding)
{
    const struct trace_site *other = other_barrier(trace, d);
    if (!other) return;
    finding->headline = arena_printf(&cache->arena, _("%s (lines %u and %u)"), finding->headline,
                                     finding->line, finding->other_line);
    finding->marks[1] =
        (struct finding_mark){other->source, other->line, other->column, _("others")};
    finding->mark_count = 2;
}

/* What to do about the signal that ended the program, where it is not one for a bad pointer. */
static const char *signal_advice(int signal)
{
    switch (signal) {
    case SIGSEGV:
    case SIGBUS:
        return NULL;
    case SIGABRT:
        return _("the program ended itself: an assertion, abort() or an exception that nothing "
                 "caught; what it printed may say more.");
    case SIGKILL:
        return _("something from outside ended the program, often for want of memory: use less "
                 "data.");
    case SIGFPE:
        return _("look for a division by 0 in the host code.");
    case SIGILL:
    case SIGTRAP:
        return _("look in the host code for a function that ends without the return it promises, "
                 "and for a trap of its own.");
    case SIGPIPE:
        return _("the program wrote to a pipe or a socket that nobody reads any more.");
    case SIGALRM:
    case SIGVTALRM:
    case SIGPROF:
        return _("a timer of the program ran out: set a handler for its signal, or stop the "
                 "timer.");
    case SIGXCPU:
    case SIGXFSZ:
        return _("a limit of this shell was reached (ulimit): use less data.");
    default:
        return _("something sent the program this signal, be it the program itself (raise(), "
                 "kill()), and there was no handler for it.");
    }
}

/* What to do where the kind of fault alone does not say it: by words of the run-time's message. */
static const char *special_advice(const struct trace_diagnostic *d)
{
    static const struct {
        enum trace_fault fault;
        const char *words, *advice;
    } table[] = {
        {TRACE_OUT_OF_BOUNDS, "was freed",
         N_("free memory when no kernel uses it any more, and not before.")},
        {TRACE_RACE, "cudaMemcpyAsync()",
         N_("call cudaStreamSynchronize() with the copy's stream before the host uses the "
            "memory.")},
        {TRACE_RACE, "may still",
         N_("call cudaDeviceSynchronize() between the launch and the place where the host uses "
            "the memory, or cudaStreamSynchronize() with the stream of the launch.")},
        {TRACE_LAUNCH_ERROR, "cudaMemcpy failed: cudaErrorInvalidValue",
         N_("look at the order of the arguments (destination, source, bytes, kind), and whether "
            "the kind fits both: cudaMemcpyHostToDevice copies to device memory, "
            "cudaMemcpyDeviceToHost from it. And check what each CUDA call returns.")},
        {TRACE_LAUNCH_ERROR, "Symbol failed: cudaErrorInvalidValue",
         N_("copy no more bytes than the variable has (sizeof), counted from the offset, and look "
            "whether the kind fits. And check what each CUDA call returns.")},
        {TRACE_LAUNCH_ERROR, "cudaFree failed: cudaErrorInvalidValue",
         N_("free each allocation once, with the pointer that cudaMalloc() gave. And check what "
            "each CUDA call returns.")},
        {TRACE_LAUNCH_ERROR, "cudaEventElapsedTime()",
         N_("call cudaEventSynchronize() with the second event before.")},
        {TRACE_OUT_OF_BOUNDS, "The host ",
         N_("let a kernel do it, or copy the data with cudaMemcpy() first.")},
        {TRACE_UNINITIALISED_READ, "cudaMalloc()",
         N_("fill it before it is read: with cudaMemset(), cudaMemcpy(), or a kernel.")},
        {TRACE_UNINITIALISED_READ, "by shuffle",
         N_("ask only lanes that take part: use whole warps (a multiple of 32 threads), or work "
            "out "
            "the mask with __ballot_sync() before the branch and compare the lane with it.")},
        {TRACE_DIVERGENT_BARRIER, "does not name",
         N_("name in the mask all lanes that make the call, and let all of them make it.")},
        {TRACE_DEADLOCK, "of its warp (mask",
         N_("let the mask name only lanes that make the call, or move the call out of the branch, "
            "so that all lanes in the mask make it. No __syncthreads() may stand in a branch that "
            "only some of them take.")},
        {TRACE_DEADLOCK, "for the whole grid",
         N_("let every block come to each grid.sync() equally often: put what only some of them do "
            "into an if between two of them, instead of a return before one, an if around it, or a "
            "loop that some leave earlier.")},
        {TRACE_DIVERGENT_BARRIER, "have left the kernel",
         N_("let all threads reach the barrier equally often: put what only some of them do into "
            "an if, instead of a return or continue before the barrier, an if around it, or a loop "
            "that some leave earlier.")},
        {TRACE_OUT_OF_BOUNDS, N_("does not point to device memory"),
         N_("pass a kernel pointers that cudaMalloc() gave, and copy the data with cudaMemcpy(); "
            "the host cannot use them, nor a kernel the host's.")},
        {TRACE_OUT_OF_BOUNDS, "null pointer, in launch",
         N_("test the pointer before it is used, as in if (p != NULL), or see who should have set "
            "it: it may be the end of a list, or an allocation that failed.")},
        {TRACE_OUT_OF_BOUNDS, N_("is a null pointer"),
         N_("allocate the memory before the launch, and check what cudaMalloc() returned.")},
        {TRACE_INTEGER_OVERFLOW, "by zero", N_("look whether the divisor is 0 before dividing.")},
        {TRACE_INTEGER_OVERFLOW, "is shifted by",
         N_("look at the number of places before shifting: what comes out beyond is undefined, 0 "
            "on "
            "one machine and the value itself on another.")},
        {TRACE_CRASH, "by zero", N_("look whether the divisor is 0 before dividing.")},
        {TRACE_CRASH, "__trap()", N_("see why the kernel ends itself there.")},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].fault == d->fault &&
            (strstr(d->message, table[i].words) || strstr(d->message, _(table[i].words))))
            return _(table[i].advice);
    /* Calls of the host are measured in bytes, and so is what has no name; elsewhere the word may
     * be the name of an array. */
    if (d->fault == TRACE_OUT_OF_BOUNDS &&
        (d->launch == TRACE_NONE || (!*d->array && strstr(d->message, "bytes"))))
        return _("count in bytes, the number of elements times sizeof, and take the size from the "
                 "array that is smaller.");
    if (d->fault == TRACE_OUT_OF_BOUNDS && !*d->array && !d->has_index)
        return _("pass a kernel pointers that cudaMalloc() gave, and copy the data with "
                 "cudaMemcpy(); the host cannot use them, nor a kernel the host's.");
    if (d->fault == TRACE_LAUNCH_ERROR && d->launch == TRACE_NONE)
        return _("check what each CUDA call returns: one that is refused changes nothing, and the "
                 "program goes on with what was there before.");
    return NULL;
}

/* The number behind the word at the place, if it is that word and a number below `count`. */
static bool numbered(const char *at, const char *word, uint32_t count, uint32_t *number,
                     size_t *length)
{
    size_t letters = strlen(word);
    if (!letters || strncasecmp(at, word, letters) != 0 || at[letters] != ' ') return false;
    size_t digits = strspn(at + letters + 1, "0123456789");
    unsigned long long value = strtoull(at + letters + 1, NULL, 10);
    if (!digits || value >= count) return false;
    *number = (uint32_t)value;
    *length = letters + 1 + digits;
    return true;
}

/* Where a block or a grid has more than one dimension, "thread 20" becomes "thread (4,1)". */
static const char *with_indices(struct arena *arena, const struct trace_launch *launch,
                                const char *text)
{
    struct str out;
    uint32_t threads = trace_threads(launch), number;
    size_t length;
    str_init(&out);
    for (const char *at = text; *at;) {
        const char *words = NULL;
        if (numbered(at, _("thread"), threads, &number, &length))
            words = finding_thread(arena, launch, number);
        else if (numbered(at, _("block"), UINT32_MAX, &number, &length))
            words = finding_block(arena, launch, number);
        if (words)
            str_addf(&out, "%c%s", *at, words + 1);
        else
            str_addc(&out, *at);
        at += words ? length : 1;
    }
    const char *result = arena_strdup(arena, out.text);
    str_fini(&out);
    return result;
}

static void describe_own(struct finding_cache *cache, const struct trace *trace,
                         const struct trace_diagnostic *d, struct finding *finding)
{
    const char *message = *d->message ? d->message : trace_fault_name(d->fault);
    const char *elsewhere = strstr(message, " The other place is line ");
    if (elsewhere && two_barriers(d) && other_barrier(trace, d)) /* the headline names both lines */
        message = arena_strndup(&cache->arena, message, (size_t)(elsewhere - message));
    split_message(&cache->arena, told_here(&cache->arena, message), finding);
    if (d->launch != TRACE_NONE)
        finding->headline =
            with_indices(&cache->arena, &trace->launches[d->launch], finding->headline);
    if (d->fault == TRACE_OUT_OF_BOUNDS && *d->array && strstr(message, "memory that was freed"))
        finding->because = arena_printf(&cache->arena, _("It is the memory of %s."), d->array);
    const char *proof = d->fault == TRACE_UNINITIALISED_READ
                            ? finding_proof_words(&cache->arena, &cache->proof)
                            : "";
    if (*proof)
        finding->because = *finding->because
                               ? arena_printf(&cache->arena, _("%s %s"), finding->because, proof)
                               : proof;
    const char *special = finding_size_advice(&cache->arena, trace, d);
    if (!special) special = special_advice(d);
    /* the program's end, not a kernel's: its status tells the signal */
    if (!special && d->fault == TRACE_CRASH && d->launch == TRACE_NONE && trace->exit_status > 128)
        special = signal_advice(trace->exit_status - 128);
    if (!special && d->fault == TRACE_LAUNCH_ERROR && d->launch != TRACE_NONE)
        special = finding_launch_advice(&cache->arena, trace, d);
    finding->advice = special ? special : finding_advice(d->fault);
    if (d->source == TRACE_NONE || !d->line) return;
    uint32_t column = d->site != TRACE_NONE && trace->sites[d->site].line == d->line
                          ? trace->sites[d->site].column
                          : 0;
    const char *label = "";
    if (d->launch != TRACE_NONE && d->thread != TRACE_NONE)
        label = finding_thread(&cache->arena, &trace->launches[d->launch], d->thread);
    finding->marks[0] = (struct finding_mark){d->source, d->line, column, label};
    finding->mark_count = 1;
    if (two_barriers(d)) describe_barriers(cache, trace, d, finding);
}

static void note_cut(struct finding_cache *cache, uint32_t launch)
{
    cache->list.unjudged++;
    if (launch < cache->cut) cache->cut = launch;
}

/* The same line leaves the array at its other end as well. */
static void both_ends(struct finding_cache *cache, const struct trace *trace,
                      const struct trace_diagnostic *d, struct finding *finding)
{
    if (d->fault != TRACE_OUT_OF_BOUNDS || !d->has_index || !finding->has_index || *finding->also ||
        !*finding->array || (d->index < 0) == (finding->index < 0) || d->launch == TRACE_NONE ||
        d->thread == TRACE_NONE || d->dimension != finding->dimension)
        return;
    if (d->dimension) {
        finding->also =
            arena_printf(&cache->arena, _("At the other end, too: index %lld, which %s uses."),
                         (long long)d->index,
                         finding_thread(&cache->arena, &trace->launches[d->launch], d->thread));
        return;
    }
    finding->also = arena_printf(
        &cache->arena, _("At the other end, too: %s[%lld], which %s uses."), finding->array,
        (long long)d->index, finding_thread(&cache->arena, &trace->launches[d->launch], d->thread));
}

void findings_add_own(struct finding_cache *cache, const struct trace *trace)
{
    for (uint32_t i = 0; i < trace->diagnostic_count; i++) {
        const struct trace_diagnostic *d = &trace->diagnostics[i];
        if (cache->unseen && cache->unseen[i]) continue;
        struct finding finding = finding_blank(d->fault, d->severity, d->launch);
        if (d->fault == TRACE_UNINITIALISED_READ && finding_no_proof(cache))
            finding.severity = TRACE_NOTE;
        finding.block = d->block;
        finding.round = d->round;
        finding.thread = d->thread;
        finding.source = d->source;
        finding.line = d->line;
        finding.other_source = d->other_source;
        finding.other_line = d->other_line;
        place_barriers(trace, d, &finding);
        finding.array = d->array ? d->array : "";
        finding.has_index = d->has_index;
        finding.index = d->index;
        finding.dimension = d->dimension;
        finding.count = d->count ? d->count : 1;
        if (d->fault == TRACE_LIMIT && d->launch != TRACE_NONE) note_cut(cache, d->launch);
        struct finding_draft *group = finding_draft_of_group(cache, &finding);
        if (group) {
            finding_draft_again(group, &finding);
            both_ends(cache, trace, d, &group->finding);
            continue;
        }
        describe_own(cache, trace, d, &finding);
        locate(trace, d, finding_draft_add(cache, &finding));
    }
}
