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
#include "claims_moment.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;
static long claims;

struct claim {
    struct operand operands[8];
    int count;
    enum doing doing;
    long threads;  /* how many do it at least */
    long thread;   /* which one, or -1 */
    bool exact;    /* "5 of them": no more do, of those that do something on the line: */
    uint32_t line; /* the last one named before; 0: none */
};

static const char *const doings[] = {[READS] = "reads", [WRITES] = "writes", [UPDATES] = "updates"};

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

/* Is it not known which of a thread's accesses are meant: "s[*]" beside "s[t-64]",
 * "pool[4t..4t+3]"?
 */
static bool is_vague(const char *sentence, const struct operand *operand)
{
    char name[80];
    bool vague = false, again = false;
    for (int d = 0; d < operand->dims; d++)
        vague |= strchr(operand->index[d], '*') || strstr(operand->index[d], "..");
    snprintf(name, sizeof name, "%s[", operand->name);
    for (const char *at = sentence; (at = strstr(at, name)); at++)
        again |= strncmp(at, operand->text, strlen(operand->text)) != 0;
    return vague && again;
}

static void check_claim(const struct moment *m, uint32_t round, const char *sentence,
                        const struct claim *claim)
{
    for (int i = 0; i < claim->count; i++) {
        const struct operand *operand = &claim->operands[i];
        uint32_t when = operand->read_in >= 0 ? (uint32_t)operand->read_in : round;
        bool nonsense = operand->read_in >= 0 && when >= round;
        long found =
            nonsense ? -1 : count_threads(m, when, operand, claim->doing, claim->thread, 0);
        long wanted = claim->thread >= 0 ? 1 : claim->threads;
        claims++;
        if (claim->exact && operand->read_in < 0 &&
            found > wanted) /* "of them": those that store */
            found = count_threads(m, when, operand, claim->doing, claim->thread, claim->line);
        const bool exact = claim->exact && operand->read_in < 0 && !is_vague(sentence, operand);
        if (found < wanted || (exact && found > wanted))
            fail(m, round, sentence, doings[claim->doing], operand, wanted, found);
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
    else if ((sscanf(text, "%u of them%n", &n, &used) == 1 && used) ||
             (sscanf(text, "the other %u%n", &n, &used) == 1 && used))
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
    enum doing doing;
    bool then_target; /* " to X", " into X", " from X" follow, and X is written */
};

static const struct verb verbs[] = {
    {" reads ", READS, false},
    {" read ", READS, false},
    {" also read ", READS, false},
    {" also reads ", READS, false},
    {" and writes ", WRITES, false},
    {" and write ", WRITES, false},
    {" writes the sum of ", READS, true},
    {" write the sum of ", READS, true},
    {" writes the product of ", READS, true},
    {" write the product of ", READS, true},
    {" writes the difference of ", READS, true},
    {" write the difference of ", READS, true},
    {" puts the smaller of ", READS, true},
    {" put the smaller of ", READS, true},
    {" puts the larger of ", READS, true},
    {" put the larger of ", READS, true},
    {" copies ", READS, true},
    {" copy ", READS, true},
    {" adds ", READS, true},
    {" add ", READS, true},
    {" writes ", WRITES, false},
    {" write ", WRITES, false},
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

/* The last line that the sentence names before `text`, or 0. */
static uint32_t line_before(const char *sentence, const char *text)
{
    unsigned line = 0;
    for (const char *at = sentence; at < text; at++)
        sscanf(at, " (line %u)", &line);
    return line;
}

/* "...(line 20); 8 of them write in several places", "...; 32 threads read on this line" */
static bool check_line(const struct moment *m, uint32_t round, const char *sentence,
                       const char *text, const struct claim *who)
{
    bool places = strncmp(text, " write in several places", 24) == 0 ||
                  strncmp(text, " writes in several places", 25) == 0;
    bool reads = strncmp(text, " read on this line", 18) == 0 ||
                 strncmp(text, " reads on this line", 19) == 0;
    if (!places && !reads) return false;
    const uint32_t line = line_before(sentence, text);
    const struct operand several = {.text = "several places"}, here = {.text = "this line"};
    long found = places ? count_movers(m, round, line) : count_on_line(m, round, line, READS, NULL);
    claims++;
    if (found != who->threads)
        fail(m, round, sentence, "on", places ? &several : &here, who->threads, found);
    return true;
}

/* So many threads, and no more, write what is named on the line, or update it. */
static void check_each(const struct moment *m, uint32_t round, const char *sentence, uint32_t line,
                       const struct claim *target)
{
    const long wanted = target->thread >= 0 ? 1 : target->threads;
    for (int i = 0; i < target->count && line; i++) {
        const struct operand *operand = &target->operands[i];
        const long found = count_on_line(m, round, line, target->doing, operand->name);
        claims++;
        if (found != wanted)
            fail(m, round, sentence, doings[target->doing], operand, wanted, found);
    }
}

/* "16 of 64 threads write s[t] (line 20); the other 48 write back what they read": so many, and no
 * more, store on that line. Where others store something else there, it is said behind it. */
static void check_writers(const struct moment *m, uint32_t round, const char *sentence,
                          const char *rest, const struct claim *target)
{
    unsigned line, others = 0;
    if (!target->count) return;
    if (sscanf(rest, " (line %u)", &line) != 1) {
        if (*rest == ';' || *rest == '.') /* a further clause of the line */
            check_each(m, round, sentence, line_before(sentence, rest), target);
        return;
    }
    const char *back = strstr(rest, "; the other ");
    if (back && strstr(back, " back what ") && sscanf(back, "; the other %u", &others) != 1)
        others = 1;
    long wanted = target->thread >= 0 ? 1 : target->threads + others;
    long found = count_on_line(m, round, line, WRITES, NULL);
    claims++;
    if (found != wanted && (strstr(rest, " threads write ") || strstr(rest, " writes ") ||
                            strstr(rest, " write ") || strstr(rest, " an atomic")))
        check_each(m, round, sentence, line, target);
    else if (found != wanted)
        fail(m, round, sentence, "stores on the line of", &target->operands[0], wanted, found);
}

/* "does an atomicAdd() on bins[*] (line 20)" */
static bool check_update(const struct moment *m, uint32_t round, const char *sentence,
                         const char *text, const struct claim *who)
{
    const size_t skip = strncmp(text, " does an atomic", 15) == 0 ? 15
                        : strncmp(text, " do an atomic", 13) == 0 ? 13
                                                                  : 0;
    const char *on = skip ? strstr(text + skip, " on ") : NULL;
    if (!on) return false;
    struct claim claim = *who;
    claim.doing = UPDATES;
    const char *rest = take_operands(m, on + 4, &claim);
    unsigned line;
    if (sscanf(rest, " (line %u)", &line) != 1) line = line_before(sentence, rest);
    check_claim(m, round, sentence, &claim);
    check_each(m, round, sentence, line, &claim);
    return true;
}

/* "; tail is written too", "; tail and others are written too", "Up to 41 turns of this line" */
static void check_rest(const struct moment *m, uint32_t round, const char *sentence,
                       const char *text)
{
    struct claim claim = {.thread = -1, .doing = WRITES, .threads = 1};
    unsigned turns;
    const uint32_t line = line_before(sentence, text);
    const char *rest = text + 2;
    if (strncmp(text, "; ", 2) == 0 && take_operand(m, &rest, &claim.operands[0]) &&
        (strncmp(rest, " is written too", 15) == 0 ||
         strncmp(rest, " and others are written too", 27) == 0)) {
        claim.count = 1;
        check_claim(m, round, sentence, &claim);
        if (!count_on_line(m, round, line, WRITES, claim.operands[0].name))
            fail(m, round, sentence, "writes", &claim.operands[0], 1, 0);
    }
    if (line && sscanf(text, " Up to %u turns of this line", &turns) == 1) {
        const struct operand here = {.text = "turns"};
        const long found = count_turns(m, round, line);
        claims++;
        if (found != (long)turns) fail(m, round, sentence, "takes", &here, turns, found);
    }
}

struct said { /* of what was read, in the clause before */
    bool verb;
    int read_in;
};

static void check_verbs(const struct moment *m, uint32_t round, const char *sentence,
                        const char *text, struct claim who, struct said *said)
{
    if (check_line(m, round, sentence, text, &who)) return;
    if (check_update(m, round, sentence, text, &who)) return;
    for (bool again = true; again;) {
        again = false;
        for (size_t v = 0; v < sizeof verbs / sizeof *verbs && !again; v++) {
            size_t length = strlen(verbs[v].text);
            if (strncmp(text, verbs[v].text, length) != 0) continue;
            struct claim claim = who, target = who;
            const char *rest = take_operands(m, text + length, &claim);
            bool either = strstr(text, " or ") && strstr(text, " or ") < rest;
            claim.doing = verbs[v].doing;
            target.doing = WRITES;
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
            if (claim.doing == WRITES) check_writers(m, round, sentence, rest, &claim);
            if (!either) check_claim(m, round, sentence, &claim);
            text = rest;
            *said = (struct said){verbs[v].doing == READS, -1};
            again = true;
        }
    }
    struct claim item = who; /* "; 8 of them read a[t], the other 56 b[t]": as before */
    const char *behind = text + 1;
    if (*text == ' ' && said->verb && take_operand(m, &behind, &item.operands[0])) {
        item.count = 1;
        int when;
        if (sscanf(behind, " (round %d", &when) == 1) said->read_in = when;
        item.operands[0].read_in = said->read_in;
        check_claim(m, round, sentence, &item);
        return;
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
        *said = (struct said){true, read_in};
        check_claim(m, round, sentence, &claim);
    }
}

static void check_sentence(const struct moment *m, uint32_t round, const char *sentence)
{
    struct said said = {false, -1};
    for (const char *at = sentence; *at; at++) {
        check_rest(m, round, sentence, at);
        if (at > sentence && isalnum((unsigned char)at[-1])) continue;
        struct claim who = {.thread = -1};
        const char *rest = take_who(m, at, &who);
        who.line = line_before(sentence, at);
        if (rest != at) check_verbs(m, round, sentence, rest, who, &said);
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
        claim.doing = WRITES;
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
