#include "analysis/finding_text.h"

#include "analysis/words.h"
#include "base/i18n.h"
#include "trace/member.h"

#include <string.h>

static const char *capital(struct arena *arena, const char *text)
{
    char *copy = arena_strdup(arena, text);
    if (*copy >= 'a' && *copy <= 'z') *copy = (char)(*copy - 'a' + 'A');
    return copy;
}

static const char *times(struct arena *arena, uint32_t n)
{
    uint32_t tens = n % 100, ones = n % 10;
    if (tens >= 11 && tens <= 13) ones = 0;
    return arena_printf(arena,
                        ones == 1   ? _("%ust")
                        : ones == 2 ? _("%und")
                        : ones == 3 ? _("%urd")
                                    : _("%uth"),
                        n);
}

struct race_words { /* what the sentences need */
    struct arena *arena;
    const struct trace *trace;
    const struct trace_launch *launch;
    const struct race *race;
    const struct race_side *a, *b; /* the reader first, if one only reads */
    const struct trace_site *at_a, *at_b;
    const char *slot;
};

static const char *line_words(const struct race_words *w, const struct trace_site *site)
{
    if (site->source == 0) return arena_printf(w->arena, _("line %u"), site->line);
    return arena_printf(w->arena, "%s:%u", w->trace->sources[site->source].name, site->line);
}

static const char *place_words(const struct race_words *w, const struct race_side *side,
                               const struct trace_site *site)
{
    if (w->a->turn <= 1 && w->b->turn <= 1) return line_words(w, site);
    return arena_printf(w->arena, _("%s, %s time"), line_words(w, site),
                        times(w->arena, side->turn));
}

static const char *verb(const struct race_side *side)
{
    return side->kind == TRACE_LOAD    ? _("reads it")
           : side->kind == TRACE_STORE ? _("writes it")
                                       : _("updates it atomically");
}

static const char *who(const struct race_words *w, const struct race_side *side)
{
    const char *thread = finding_thread(w->arena, w->launch, side->thread);
    if (w->race->scope != RACE_BETWEEN_BLOCKS) return thread;
    return arena_printf(w->arena, _("%s of %s"), thread,
                        finding_block(w->arena, w->launch, w->launch->blocks[side->block].index));
}

/* One instruction writes the slot for several threads: no barrier could come between. */
static bool by_one_instruction(const struct race *race)
{
    const struct race_side *a = &race->first, *b = &race->second;
    if (race->scope == RACE_BETWEEN_BLOCKS) return false;
    return a->request == b->request || (a->kind == TRACE_STORE && b->kind == TRACE_STORE &&
                                        a->site == b->site && a->turn == b->turn);
}

/* An asynchronous copy that nobody has waited for. */
static const char *copy_headline(const struct race_words *w)
{
    const struct race_side *copy = &w->race->first, *other = &w->race->second;
    const struct trace_site *at_copy = &w->trace->sites[copy->site];
    const struct trace_site *at_other = &w->trace->sites[other->site];
    return arena_printf(w->arena,
                        _("race on %s: %s %s (%s) in round %u, %s, while the asynchronous copy "
                          "that %s began (%s) may "
                          "still write it; a wait for the copy between them is missing"),
                        w->slot, who(w, other), verb(other), line_words(w, at_other), other->round,
                        finding_block(w->arena, w->launch, w->launch->blocks[other->block].index),
                        other->thread == copy->thread ? _("it") : who(w, copy),
                        line_words(w, at_copy));
}

static const char *race_headline(const struct race_words *w)
{
    if (w->race->copy) return copy_headline(w);
    const char *title, *ending;
    const char *where =
        arena_printf(w->arena, _(" in round %u, %s"), w->a->round,
                     finding_block(w->arena, w->launch, w->launch->blocks[w->a->block].index));
    switch (w->race->scope) {
    case RACE_WITHIN_WARP:
        title = arena_printf(w->arena, _("race within warp %u on %s"), w->a->thread / TRACE_LANES,
                             w->slot);
        ending = _("; a __syncthreads() or __syncwarp() between them is missing");
        break;
    case RACE_BETWEEN_WARPS:
        title = arena_printf(w->arena, _("race on %s"), w->slot);
        ending = _("; a __syncthreads() between them is missing");
        break;
    default:
        title = arena_printf(w->arena, _("race between blocks on %s"), w->slot);
        ending = _("; nothing orders the two blocks");
        where = "";
    }
    if (w->race->fence_missing)
        ending = _("; a __threadfence() before the flag is missing");
    else if (by_one_instruction(w->race))
        ending = _("; both by one instruction, so which of them counts is chance");
    return arena_printf(w->arena, _("%s: %s %s (%s) while %s %s (%s)%s%s"), title, who(w, w->a),
                        verb(w->a), place_words(w, w->a, w->at_a), who(w, w->b), verb(w->b),
                        place_words(w, w->b, w->at_b), where, ending);
}

static const char *copy_because(const struct race_words *w)
{
    if (w->race->first.thread == w->race->second.thread)
        return _(
            "An asynchronous copy goes on by itself; even the thread that began it may rely on "
            "it only when it has waited for it.");
    return _(
        "An asynchronous copy goes on by itself: a barrier does not wait for it. It is over when "
        "the thread that began it has waited for it, and for others after a barrier behind "
        "that.");
}

static const char *copy_advice(const struct race_words *w)
{
    if (w->race->first.thread == w->race->second.thread)
        return _("wait for the copy before its slots are used: __pipeline_wait_prior(), "
                 "cp.async.wait_group, consumer_wait() or the wait() of its group or barrier.");
    return _(
        "let every thread wait for its copies first (__pipeline_wait_prior(), "
        "cp.async.wait_group, consumer_wait() or the wait() of its group or barrier), and then "
        "let all meet at a __syncthreads().");
}

static const char *race_because(const struct race_words *w)
{
    if (w->race->copy) return copy_because(w);
    const char *a = finding_thread(w->arena, w->launch, w->a->thread);
    const char *b = finding_thread(w->arena, w->launch, w->b->thread);
    if (w->race->scope == RACE_BETWEEN_BLOCKS)
        return _("Blocks run in any order, side by side or one after another, and none waits for "
                 "another while a kernel runs.");
    if (w->race->scope == RACE_WITHIN_WARP)
        return _("The lanes of a warp need not run in step (since Volta).");
    const char *warps =
        arena_printf(w->arena, _("%s is in warp %u, %s in warp %u. "), capital(w->arena, a),
                     w->a->thread / TRACE_LANES, b, w->b->thread / TRACE_LANES);
    if (w->a->kind != TRACE_LOAD)
        return arena_printf(w->arena,
                            _("%sNothing makes one wait for the other, so which value "
                              "stays in the slot is chance."),
                            warps);
    return arena_printf(w->arena,
                        _("%sNothing makes one wait for the other, so %s may read the "
                          "slot before or after it is complete."),
                        warps, a);
}

static const char *race_also(const struct race_words *w)
{
    const struct race *race = w->race;
    if (race->slots <= 1 && race->blocks <= 1) return "";
    const char *blocks = "";
    if (race->scope == RACE_BETWEEN_BLOCKS) {
        if (race->slots <= 1) return "";
    } else if (race->blocks > 1 && race->count == race->slots * race->blocks)
        blocks = arena_printf(w->arena, _(" in each of %u blocks"), race->blocks);
    else if (race->blocks > 1)
        blocks = arena_printf(w->arena, _(" in %u blocks"), race->blocks);
    if (race->slots <= 1) return arena_printf(w->arena, _("The same%s."), blocks);
    return arena_printf(
        w->arena, _("Also on %s to %s: %llu slots%s."),
        finding_slot_name(w->arena, w->trace, w->launch, race->space, race->object, race->low),
        finding_slot_name(w->arena, w->trace, w->launch, race->space, race->object, race->high),
        (unsigned long long)race->slots, blocks);
}

static bool is_volatile(const struct race_words *w, const struct race_side *side)
{
    return w->launch->requests[side->request].flags & TRACE_VOLATILE;
}

static const char *advice_between_blocks(const struct race_words *w)
{
    if (is_volatile(w, w->a) && is_volatile(w, w->b) && w->race->kind == RACE_READ_WRITE)
        return _(
            "if it is a flag: a __threadfence() before it is written and one after it was read, "
            "so that what was written before the flag is seen, too.");
    if (w->race->fence_missing)
        return arena_printf(w->arena,
                            _("a __threadfence() after the write on %s and before the flag or "
                              "counter that tells the other block about it."),
                            line_words(w, w->at_b));
    if (w->race->kind == RACE_WRITE_WRITE)
        return _("give each block an element of its own, or let all of them use an atomic such as "
                 "atomicAdd().");
    return _("read it in a second launch, which starts when all blocks have finished; or let the "
             "block that finishes last do it (an atomic counter after a __threadfence()).");
}

/* Does the side's thread come by `site` before (or else after) it in the round? */
static bool comes_by(const struct race_words *w, const struct race_side *side, uint32_t site,
                     bool before)
{
    const struct trace_round *round = trace_block_round(w->launch, side->block, side->round);
    const struct trace_request *own = &w->launch->requests[side->request];
    uint32_t from = before ? round->first : side->request + 1;
    uint32_t to = before ? side->request : round->first + round->count;
    for (uint32_t i = from; i < to; i++) {
        const struct trace_request *r = &w->launch->requests[i];
        if (r->warp == own->warp && r->site == site && r->mask >> side->thread % TRACE_LANES & 1)
            return true;
    }
    return false;
}

/* The round begins within a loop: the write further up in the text is that of its next turn. */
static bool next_turn_writes(const struct race_words *w)
{
    const struct race_side *read = w->a, *write = w->b;
    if (w->race->kind != RACE_READ_WRITE || w->at_b->line >= w->at_a->line) return false;
    return (comes_by(w, read, write->site, false) && !comes_by(w, read, write->site, true)) ||
           (comes_by(w, write, read->site, true) && !comes_by(w, write, read->site, false));
}

/* When a thread of the block first comes by a site: a request, or TRACE_NONE. */
static uint32_t first_time(const struct race_words *w, const struct race_side *side, uint32_t site)
{
    uint32_t warp = w->launch->requests[side->request].warp;
    for (uint32_t round = 0; round <= side->round; round++) {
        const struct trace_round *range = trace_block_round(w->launch, side->block, round);
        for (uint32_t i = range->first; i < range->first + range->count; i++) {
            const struct trace_request *r = &w->launch->requests[i];
            if (r->warp == warp && r->site == site && r->mask >> side->thread % TRACE_LANES & 1)
                return i;
        }
    }
    return TRACE_NONE;
}

/* Both accesses stand on one line: does the program write before it reads? A thread that does both
 * tells; else the text: within one statement what is read comes first. */
static bool writes_first(const struct race_words *w)
{
    const struct race_side *sides[] = {w->a, w->b};
    for (int i = 0; i < 2; i++) {
        uint32_t read = first_time(w, sides[i], w->a->site);
        uint32_t write = first_time(w, sides[i], w->b->site);
        if (read != TRACE_NONE && write != TRACE_NONE) return write < read;
    }
    size_t length, read = w->at_a->column, write = w->at_b->column;
    const char *text = words_line(w->trace, w->at_a->source, w->at_a->line, &length);
    return text && write && write < read && read <= length &&
           memchr(text + write, ';', read - write) != NULL;
}

/* The barrier that this round began with, or NULL. */
static const struct trace_site *barrier_before(const struct race_words *w)
{
    const struct race_side *side = w->a;
    if (!side->round) return NULL;
    const struct trace_round *round = trace_block_round(w->launch, side->block, side->round - 1);
    for (uint32_t i = round->first + round->count; i-- > round->first;) {
        const struct trace_request *request = &w->launch->requests[i];
        if (request->kind == TRACE_BARRIER) return &w->trace->sites[request->site];
    }
    return NULL;
}

static bool further_up(const struct trace_site *a, const struct trace_site *b)
{
    if (a->source != b->source || strcmp(a->function, b->function) != 0) return false;
    return a->line != b->line ? a->line < b->line : a->column < b->column;
}

/* The read stands behind the barrier that the round began with, the write further up than that: it
 * is the next turn's of a loop around all three. */
static bool write_is_around_the_loop(const struct race_words *w)
{
    if (w->race->kind != RACE_READ_WRITE || w->race->scope != RACE_BETWEEN_WARPS) return false;
    const struct trace_site *barrier = barrier_before(w);
    return barrier && further_up(w->at_b, barrier) && further_up(barrier, w->at_a);
}

/* Where a barrier would have to stand, from where and when the two come. */
static const char *advice_barrier(const struct race_words *w, const char *barrier, const char *all)
{
    const struct race_side *read = w->a, *write = w->b;
    uint32_t r = w->at_a->line, l = w->at_b->line;
    if (w->at_a->source != w->at_b->source)
        return arena_printf(w->arena, _("%s between the two accesses, where %s reach it."), barrier,
                            all);
    if (r == l && read->turn == write->turn && (read->kind != TRACE_LOAD || writes_first(w)))
        return arena_printf(w->arena,
                            _("%s between the two accesses on line %u, where %s reach it."),
                            barrier, l, all);
    if (r == l && read->turn == write->turn)
        return arena_printf(w->arena,
                            _("read the slot into a variable first, then %s by %s, then write."),
                            barrier, all);
    if (r == l)
        return arena_printf(w->arena,
                            _("%s after line %u, inside the loop and outside the if, so that %s "
                              "reach it."),
                            barrier, l, all);
    if ((l < r && write->turn > read->turn) || next_turn_writes(w) || write_is_around_the_loop(w))
        return arena_printf(w->arena,
                            _("%s at the end of the loop, after line %u, so that everybody has "
                              "read before the next turn writes; %s must reach it."),
                            barrier, r, all);
    if (r < l && read->turn > write->turn)
        return arena_printf(w->arena,
                            _("%s at the end of the loop, after line %u, so that the next turn "
                              "reads what is complete; %s must reach it."),
                            barrier, l, all);
    const char *between =
        arena_printf(w->arena, _("%s between line %u and line %u, where %s reach it."), barrier,
                     r < l ? r : l, r < l ? l : r, all);
    if (read->kind != TRACE_STORE || write->kind != TRACE_STORE) return between;
    return arena_printf(w->arena,
                        _("look at the indices if two threads are not meant to write one slot (do "
                          "two arrays overlap?). If they are: %s"),
                        between);
}

static int64_t lane_offset(const struct trace_launch *launch, uint32_t request, unsigned lane)
{
    int64_t offsets[TRACE_LANES];
    trace_request_offsets(launch, &launch->requests[request], offsets);
    return offsets[lane];
}

/* The reader writes back to where it has read: x += y, not x[t] += x[t + 1]. */
static bool reader_updates(const struct race_words *w)
{
    const struct trace_launch *launch = w->launch;
    const struct trace_request *read = &launch->requests[w->a->request];
    unsigned lane = w->a->thread % TRACE_LANES;
    if (read->kind != TRACE_LOAD || w->at_a->line != w->at_b->line) return false;
    const struct trace_round *round = trace_block_round(launch, w->a->block, w->a->round);
    for (uint32_t i = w->a->request + 1; i < round->first + round->count; i++) {
        const struct trace_request *next = &launch->requests[i];
        if (next->warp != read->warp) return false;
        if (next->kind != TRACE_STORE || !(next->mask >> lane & 1) ||
            w->trace->sites[next->site].line != w->at_a->line)
            continue;
        return next->space == read->space && next->object == read->object &&
               lane_offset(launch, i, lane) == lane_offset(launch, w->a->request, lane);
    }
    return false;
}

static const char *race_advice(const struct race_words *w, bool mended_above)
{
    if (w->race->copy) return copy_advice(w);
    bool one_slot = w->race->slots == 1 && w->at_a->line == w->at_b->line &&
                    w->race->kind == RACE_READ_WRITE && w->a->turn == w->b->turn;
    if (!w->race->fence_missing && (reader_updates(w) || one_slot))
        return _("two threads read, change and write the same element, and one change is lost: use "
                 "an atomic such as atomicAdd(), or give each an element of its own.");
    if (w->race->scope == RACE_BETWEEN_BLOCKS) return advice_between_blocks(w);
    if (w->race->fence_missing)
        return _("a __threadfence_block() between the write and the flag that announces it.");
    if (by_one_instruction(w->race) || (w->a->kind == TRACE_STORE && w->a->site == w->b->site))
        return _("let one thread write (if (threadIdx.x == 0)), give each thread a slot of its "
                 "own, or use an atomic such as atomicAdd().");
    if (mended_above) return _("what mends the race above mends this one too.");
    if (w->race->scope == RACE_WITHIN_WARP)
        return advice_barrier(w, _("a __syncwarp()"), _("all lanes"));
    const char *all = arena_printf(w->arena, _("all %u threads"), trace_threads(w->launch));
    return advice_barrier(w, _("a __syncthreads()"), all);
}

/* Where the side's access begins: bytes from the object's base. */
static int64_t start_of(const struct race_words *w, const struct race_side *side)
{
    int64_t offsets[TRACE_LANES];
    trace_request_offsets(w->launch, &w->launch->requests[side->request], offsets);
    return offsets[side->thread % TRACE_LANES];
}

/* With the member of a struct that both touch, if it is one. */
static const char *raced_slot(const struct race_words *w)
{
    const struct race *race = w->race;
    const char *name =
        finding_slot_name(w->arena, w->trace, w->launch, race->space, race->object, race->slot);
    uint32_t type = race->space == TRACE_SHARED
                        ? w->launch->arrays[race->object].type
                        : trace_allocation_type(w->trace, w->launch, race->object);
    if (type >= w->trace->type_count || w->trace->types[type].kind != TRACE_STRUCT) return name;
    int64_t a = start_of(w, w->a), b = start_of(w, w->b), from = a > b ? a : b;
    int64_t end = a + w->launch->requests[w->a->request].width;
    int64_t other = b + w->launch->requests[w->b->request].width;
    int64_t base = race->slot * (int64_t)w->trace->types[type].bytes;
    char member[64];
    if (other < end) end = other;
    if (from < base || end <= from) return name;
    trace_member_path(w->trace->types, w->trace->type_count, type, (uint64_t)(from - base),
                      (uint64_t)(end - base), member, sizeof member);
    return *member ? arena_printf(w->arena, "%s%s", name, member) : name;
}

void finding_describe_race(struct arena *arena, const struct trace *trace,
                           const struct trace_launch *launch, const struct race *race,
                           bool mended_above, struct finding *finding)
{
    struct race_words w = {.arena = arena, .trace = trace, .launch = launch, .race = race};
    w.a = &race->first;
    w.b = &race->second;
    if (race->kind == RACE_READ_WRITE) {
        w.a = race_reader(race);
        w.b = race_writer(race);
    } else if (race->second.kind == TRACE_STORE && race->first.kind == TRACE_ATOMIC) {
        w.a = &race->second;
        w.b = &race->first;
    }
    w.at_a = &trace->sites[w.a->site];
    w.at_b = &trace->sites[w.b->site];
    w.slot = raced_slot(&w);
    finding->headline = race_headline(&w);
    finding->because = race_because(&w);
    finding->also = race_also(&w);
    finding->advice = race_advice(&w, mended_above);
    finding->marks[0] =
        (struct finding_mark){w.at_b->source, w.at_b->line, w.at_b->column, who(&w, w.b)};
    finding->marks[1] =
        (struct finding_mark){w.at_a->source, w.at_a->line, w.at_a->column, who(&w, w.a)};
    finding->mark_count = 2;
}
