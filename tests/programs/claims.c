/* claims FILE.npz - holds what the viewer says was read and written against the requests.
 *
 * Of every round of every recorded block: what the sentence names as read in this round, and with
 * how many threads, has to have been read there by as many; what it says was read in an earlier
 * round has to have been read in that one; what it says is written has to have been written, and
 * on that line by no more threads. The same for what the history says of each thread. Operands with
 * a rule, "s[t-1]", "m[ty][3]", are compared thread by thread; "s[*]" and "s[0..3]" by the array
 * alone. */
#include "analysis/history.h"
#include "analysis/sentence.h"
#include "base/error.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;
static long claims;

struct operand {
    char text[96];     /* as it stands there */
    char name[64];     /* of its array or allocation */
    char index[3][48]; /* "t-1", "*" */
    int dims;
    int read_in; /* -1: in the round at hand */
};

struct claim {
    struct operand operands[8];
    int count;
    bool writes;
    long threads; /* how many do it at least */
    long thread;  /* which one, or -1 */
    bool exact;   /* "5 of them": no more do */
};

/* ---- What happened --------------------------------------------------------------------------- */

struct moment {
    const struct trace *trace;
    const struct trace_launch *launch;
    uint32_t block;
};

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

/* How many threads read (or write) the operand in a round; or whether one of them does. */
static long count_threads(const struct moment *m, uint32_t round, const struct operand *operand,
                          bool writes, long thread)
{
    const struct trace_round *range = trace_block_round(m->launch, m->block, round);
    uint32_t threads = trace_warps(m->launch) * (uint32_t)TRACE_LANES;
    char *seen = calloc(threads + 1, 1);
    long count = 0;
    for (uint32_t i = range->first; i < range->first + range->count; i++) {
        const struct trace_request *request = &m->launch->requests[i];
        bool fits =
            request->kind == TRACE_ATOMIC || request->kind == (writes ? TRACE_STORE : TRACE_LOAD);
        if (!fits || !has_name(m, request, operand->name)) continue;
        for (uint32_t mask = request->mask; mask; mask &= mask - 1) {
            unsigned lane = (unsigned)__builtin_ctz(mask);
            long number = request->warp * TRACE_LANES + lane;
            if (seen[number] || (thread >= 0 && number != thread)) continue;
            if (!lies_there(m, request, lane, operand)) continue;
            seen[number] = 1;
            count++;
        }
    }
    free(seen);
    return count;
}

/* ---- What is said ---------------------------------------------------------------------------- */

static bool known_name(const struct moment *m, const char *name)
{
    for (uint32_t i = 0; i < m->launch->array_count; i++)
        if (strcmp(m->launch->arrays[i].name, name) == 0) return true;
    for (uint32_t i = 0; i < m->trace->allocation_count; i++)
        if (strcmp(trace_allocation_name(m->trace, m->launch, i), name) == 0) return true;
    return false;
}

/* One operand at *text, which goes behind it; false: there is none. */
static bool take_operand(const struct moment *m, const char **text, struct operand *operand)
{
    const char *at = *text;
    size_t length = 0;
    *operand = (struct operand){.read_in = -1};
    while (isalnum((unsigned char)at[length]) || at[length] == '_')
        length++;
    if (!length || length >= sizeof operand->name) return false;
    memcpy(operand->name, at, length);
    if (!known_name(m, operand->name)) return false;
    at += length;
    while (*at == '[' && operand->dims < 3) {
        const char *end = strchr(at, ']');
        if (!end) return false;
        snprintf(operand->index[operand->dims++], sizeof operand->index[0], "%.*s",
                 (int)(end - at - 1), at + 1);
        at = end + 1;
    }
    if (*at == '.' && isalpha((unsigned char)at[1]))
        for (at++; isalnum((unsigned char)*at) || *at == '_';)
            at++;
    int read_in, used = 0;
    snprintf(operand->text, sizeof operand->text, "%.*s", (int)(at - *text), *text);
    if (sscanf(at, " (read in round %d)%n", &read_in, &used) == 1 && used) {
        operand->read_in = read_in;
        at += used;
    }
    *text = at;
    return true;
}

/* Operands one after another, "a, b and c (both read in round 2)". Returns where they end. */
static const char *take_operands(const struct moment *m, const char *text, struct claim *claim)
{
    while (claim->count < 8) {
        if (!take_operand(m, &text, &claim->operands[claim->count])) break;
        claim->count++;
        if (strncmp(text, ", ", 2) == 0 && isalpha((unsigned char)text[2]))
            text += 2;
        else if (strncmp(text, " and ", 5) == 0)
            text += 5;
        else if (strncmp(text, " or ", 4) == 0)
            text += 4;
        else
            break;
    }
    int read_in, used = 0;
    if ((sscanf(text, " (both read in round %d)%n", &read_in, &used) == 1 && used) ||
        (sscanf(text, " (all read in round %d)%n", &read_in, &used) == 1 && used)) {
        for (int i = 0; i < claim->count; i++)
            claim->operands[i].read_in = read_in;
        text += used;
    }
    return text;
}

static void fail(const struct moment *m, uint32_t round, const char *sentence, const char *what,
                 const struct operand *operand, long wanted, long found)
{
    uint32_t launch = (uint32_t)(m->launch - m->trace->launches);
    printf("%s: launch %u, block %u, round %u: \"%s\"\n    %s %s: %ld threads, not %ld\n",
           m->trace->program, launch, m->block, round, sentence, what, operand->text, found,
           wanted);
    failures++;
}

static void check_claim(const struct moment *m, uint32_t round, const char *sentence,
                        const struct claim *claim)
{
    for (int i = 0; i < claim->count; i++) {
        const struct operand *operand = &claim->operands[i];
        uint32_t when = operand->read_in >= 0 ? (uint32_t)operand->read_in : round;
        bool nonsense = operand->read_in >= 0 && when >= round;
        long found = nonsense ? -1 : count_threads(m, when, operand, claim->writes, claim->thread);
        long wanted = claim->thread >= 0 ? 1 : claim->threads;
        claims++;
        if (found < wanted || (claim->exact && operand->read_in < 0 && found > wanted))
            fail(m, round, sentence, claim->writes ? "writes" : "reads", operand, wanted, found);
    }
}

/* Who: "each of 64 threads", "3 of 64 threads", "4 of them", "4 threads", "thread 5". */
static const char *take_who(const struct moment *m, const char *text, struct claim *who)
{
    unsigned a, b, c, n, all;
    int used = 0;
    if (sscanf(text, "each of %u threads%n", &n, &used) == 1 && used)
        *who = (struct claim){.threads = n, .thread = -1};
    else if (sscanf(text, "%u of %u threads%n", &n, &all, &used) == 2 && used)
        *who = (struct claim){.threads = n, .thread = -1};
    else if (sscanf(text, "%u of them%n", &n, &used) == 1 && used)
        *who = (struct claim){.threads = n, .thread = -1, .exact = true};
    else if ((sscanf(text, "%u thread%*[s] read on%n", &n, &used) == 1 && used) ||
             (sscanf(text, "%u thread reads on%n", &n, &used) == 1 && used)) {
        *who = (struct claim){.threads = n, .thread = -1};
        return strstr(text, " read");
    } else if (sscanf(text, "thread (%u,%u,%u)%n", &a, &b, &c, &used) == 3 && used)
        *who = (struct claim){.thread = a + (b + c * m->launch->block[1]) * m->launch->block[0]};
    else if (sscanf(text, "thread (%u,%u)%n", &a, &b, &used) == 2 && used)
        *who = (struct claim){.thread = a + b * m->launch->block[0]};
    else if (sscanf(text, "thread %u%n", &n, &used) == 1 && used)
        *who = (struct claim){.thread = n};
    else
        return text;
    return text + used;
}

struct verb {
    const char *text;
    bool writes;
    bool then_target; /* " to X", " into X", " from X" follow, and X is written */
};

static const struct verb verbs[] = {
    {" reads ", false, false},
    {" read ", false, false},
    {" also read ", false, false},
    {" also reads ", false, false},
    {" and writes ", true, false},
    {" and write ", true, false},
    {" writes the sum of ", false, true},
    {" write the sum of ", false, true},
    {" writes the product of ", false, true},
    {" write the product of ", false, true},
    {" writes the difference of ", false, true},
    {" write the difference of ", false, true},
    {" puts the smaller of ", false, true},
    {" put the smaller of ", false, true},
    {" puts the larger of ", false, true},
    {" put the larger of ", false, true},
    {" copies ", false, true},
    {" copy ", false, true},
    {" adds ", false, true},
    {" add ", false, true},
    {" writes ", true, false},
    {" write ", true, false},
};

/* What a target of "adds", "puts the larger of" says of the slot itself is its value, not a read.
 */
static void drop_own(struct claim *sources, const struct claim *target)
{
    for (int i = 0; i < sources->count; i++)
        for (int k = 0; k < target->count; k++)
            if (strcmp(sources->operands[i].text, target->operands[k].text) == 0 &&
                sources->operands[i].read_in < 0)
                sources->operands[i--] = sources->operands[--sources->count], k = target->count;
}

/* How many threads store by one instruction of the line in more than one place. */
static long count_movers(const struct moment *m, uint32_t round, uint32_t line)
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

/* How many threads load on the line, or store there; an atomic does both. */
static long count_on_line(const struct moment *m, uint32_t round, uint32_t line, bool writes)
{
    const struct trace_round *range = trace_block_round(m->launch, m->block, round);
    uint32_t *seen = calloc(trace_warps(m->launch) + 1, sizeof *seen);
    long count = 0;
    for (uint32_t i = range->first; i < range->first + range->count; i++) {
        const struct trace_request *request = &m->launch->requests[i];
        bool fits =
            request->kind == TRACE_ATOMIC || request->kind == (writes ? TRACE_STORE : TRACE_LOAD);
        if (!fits || m->trace->sites[request->site].line != line) continue;
        seen[request->warp] |= request->mask;
    }
    for (uint32_t w = 0; w < trace_warps(m->launch); w++)
        count += __builtin_popcount(seen[w]);
    free(seen);
    return count;
}

/* "...(line 20); 8 of them write in several places", "...; 32 threads read on this line" */
static bool check_line(const struct moment *m, uint32_t round, const char *sentence,
                       const char *text, const struct claim *who)
{
    unsigned line = 0;
    bool places = strncmp(text, " write in several places", 24) == 0 ||
                  strncmp(text, " writes in several places", 25) == 0;
    bool reads = strncmp(text, " read on this line", 18) == 0 ||
                 strncmp(text, " reads on this line", 19) == 0;
    if (!places && !reads) return false;
    for (const char *at = sentence; at < text; at++)
        sscanf(at, " (line %u)", &line);
    const struct operand several = {.text = "several places"}, here = {.text = "this line"};
    long found = places ? count_movers(m, round, line) : count_on_line(m, round, line, false);
    claims++;
    if (found != who->threads)
        fail(m, round, sentence, "on", places ? &several : &here, who->threads, found);
    return true;
}

/* "16 of 64 threads write s[t] (line 20); the other 48 write back what they read": so many, and no
 * more, store on that line. */
static void check_writers(const struct moment *m, uint32_t round, const char *sentence,
                          const char *rest, const struct claim *target)
{
    unsigned line, others = 0;
    if (!target->count || sscanf(rest, " (line %u)", &line) != 1) return;
    const char *back = strstr(rest, "; the other ");
    if (back && strstr(back, " back what ") && sscanf(back, "; the other %u", &others) != 1)
        others = 1;
    long wanted = target->thread >= 0 ? 1 : target->threads + others;
    long found = count_on_line(m, round, line, true);
    claims++;
    if (found != wanted)
        fail(m, round, sentence, "stores on the line of", &target->operands[0], wanted, found);
}

static void check_verbs(const struct moment *m, uint32_t round, const char *sentence,
                        const char *text, struct claim who)
{
    if (check_line(m, round, sentence, text, &who)) return;
    for (bool again = true; again;) {
        again = false;
        for (size_t v = 0; v < sizeof verbs / sizeof *verbs && !again; v++) {
            size_t length = strlen(verbs[v].text);
            if (strncmp(text, verbs[v].text, length) != 0) continue;
            struct claim claim = who, target = who;
            const char *rest = take_operands(m, text + length, &claim);
            bool either = strstr(text, " or ") && strstr(text, " or ") < rest;
            claim.writes = verbs[v].writes;
            target.writes = true;
            if (verbs[v].then_target && claim.count) {
                if (strncmp(rest, " to ", 4) == 0)
                    rest = take_operands(m, rest + 4, &target);
                else if (strncmp(rest, " into ", 6) == 0)
                    rest = take_operands(m, rest + 6, &target);
                drop_own(&claim, &target);
                check_claim(m, round, sentence, &target);
                check_writers(m, round, sentence, rest, &target);
            }
            if (!claim.count) return;
            if (claim.writes) check_writers(m, round, sentence, rest, &claim);
            if (!either) check_claim(m, round, sentence, &claim);
            text = rest;
            again = true;
        }
    }
    /* " (line 12) and uses X, which it read in round 1" */
    int line, used = 0;
    if (sscanf(text, " (line %d)%n", &line, &used) == 1 && used) text += used;
    const char *uses[] = {" and uses ", " and use ", " uses ", " use "};
    for (size_t i = 0; i < 4; i++) {
        if (strncmp(text, uses[i], strlen(uses[i])) != 0) continue;
        struct claim claim = who;
        int read_in = -1;
        const char *rest = text + strlen(uses[i]);
        if (!take_operand(m, &rest, &claim.operands[0])) return;
        const char *when = strstr(rest, "read in round ");
        if (when) sscanf(when, "read in round %d", &read_in);
        claim.count = 1;
        claim.operands[0].read_in = read_in;
        check_claim(m, round, sentence, &claim);
    }
}

static void check_sentence(const struct moment *m, uint32_t round, const char *sentence)
{
    for (const char *at = sentence; *at; at++) {
        if (at > sentence && isalnum((unsigned char)at[-1])) continue;
        struct claim who = {.thread = -1};
        const char *rest = take_who(m, at, &who);
        if (rest != at) check_verbs(m, round, sentence, rest, who);
    }
}

/* "adds s[1] of rd 3 (17)", "reads s[1], writes s[2] (17)", "copies s[63] (12)" */
static void check_history(const struct moment *m, uint32_t round, uint32_t thread, const char *text)
{
    static const char *const starts[] = {"adds ",
                                         "copies ",
                                         "reads ",
                                         "uses ",
                                         "multiplies ",
                                         "takes the smaller ",
                                         "takes the larger ",
                                         "subtracts "};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        struct claim claim = {.thread = thread, .count = 1};
        const char *at = text + strlen(starts[i]);
        if (strncmp(text, starts[i], strlen(starts[i])) != 0) continue;
        if (!strchr(at, '[') || !take_operand(m, &at, &claim.operands[0])) return;
        int read_in, used = 0;
        if (sscanf(at, " of rd %d%n", &read_in, &used) == 1 && used)
            claim.operands[0].read_in = read_in;
        check_claim(m, round, text, &claim);
        claim.writes = true;
        if (strncmp(at, ", writes ", 9) == 0 && (at += 9, take_operand(m, &at, &claim.operands[0])))
            check_claim(m, round, text, &claim);
        return;
    }
}

int main(int argc, char **argv)
{
    struct error err;
    struct trace *trace;
    enum { BLOCKS = 2, ROUNDS = 64 };
    long sentences = 0, histories = 0;
    for (int f = 1; f < argc; f++) {
        if (trace_read(argv[f], &trace, &err) != 0) {
            printf("%s cannot be read\n", argv[f]);
            return 1;
        }
        struct analysis *analysis = analysis_create(trace);
        for (uint32_t l = 0; l < trace->launch_count; l++)
            for (uint32_t b = 0; b < trace->launches[l].block_count && b < BLOCKS; b++)
                for (uint32_t r = 0; r < trace->launches[l].blocks[b].rounds && r < ROUNDS; r++) {
                    struct moment m = {trace, &trace->launches[l], b};
                    char text[SENTENCE_TEXT], what[HISTORY_TEXT];
                    sentence_round(analysis, l, b, r, text, sizeof text);
                    check_sentence(&m, r, text);
                    sentences++;
                    uint32_t threads = trace_threads(m.launch), step = threads > 96 ? 7 : 1;
                    for (uint32_t t = 0; t < threads; t += step, histories++) {
                        history_of_thread(analysis, l, b, r, t, what, sizeof what);
                        check_history(&m, r, t, what);
                    }
                }
        analysis_destroy(analysis);
        trace_destroy(trace);
    }
    printf("%ld sentences and %ld rows of histories: %ld claims, %d of them not so\n", sentences,
           histories, claims, failures);
    return failures != 0 || claims == 0;
}
