#include "analysis/finding_text.h"

#include "analysis/heed.h"
#include "analysis/race_words.h"
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

static int64_t lane_offset(const struct trace_launch *launch, uint32_t request, unsigned lane)
{
    int64_t offsets[TRACE_LANES];
    trace_request_offsets(launch, &launch->requests[request], offsets);
    return offsets[lane];
}

/* What the reader writes on the line afterwards: a request, or TRACE_NONE. */
static uint32_t reader_store(const struct race_words *w)
{
    const struct trace_launch *launch = w->launch;
    const struct trace_request *read = &launch->requests[w->a->request];
    unsigned lane = w->a->thread % TRACE_LANES;
    if (read->kind != TRACE_LOAD || w->at_a->line != w->at_b->line) return TRACE_NONE;
    const struct trace_round *round = trace_block_round(launch, w->a->block, w->a->round);
    for (uint32_t i = w->a->request + 1; i < round->first + round->count; i++) {
        const struct trace_request *next = &launch->requests[i];
        if (next->warp != read->warp) return TRACE_NONE;
        if (next->kind == TRACE_STORE && next->mask >> lane & 1 &&
            w->trace->sites[next->site].line == w->at_a->line)
            return i;
    }
    return TRACE_NONE;
}

/* The store goes to where the reader has read: x += y, not x[t] += x[t + 1]. */
static bool to_where_it_read(const struct race_words *w, uint32_t store)
{
    const struct trace_launch *launch = w->launch;
    const struct trace_request *read = &launch->requests[w->a->request],
                               *next = &launch->requests[store];
    unsigned lane = w->a->thread % TRACE_LANES;
    return next->space == read->space && next->object == read->object &&
           lane_offset(launch, store, lane) == lane_offset(launch, w->a->request, lane);
}

/* The reader's thread first reads, and then itself does what the program does for the other one:
 * that request, or TRACE_NONE. */
static uint32_t own_change(const struct race_words *w, enum trace_kind kind)
{
    const struct trace_block *block = &w->launch->blocks[w->a->block];
    bool reads = false;
    if (w->a->kind != TRACE_LOAD || w->b->kind != kind) return TRACE_NONE;
    if (w->a->turn > 1 || w->b->turn > 1) return TRACE_NONE;
    for (uint32_t round = 0; round < block->rounds; round++) {
        const struct trace_round *range = trace_block_round(w->launch, w->a->block, round);
        for (uint32_t i = range->first; i < range->first + range->count; i++) {
            const struct trace_request *r = &w->launch->requests[i];
            if (r->warp != w->a->thread / TRACE_LANES ||
                !(r->mask >> w->a->thread % TRACE_LANES & 1))
                continue;
            if (r->site == w->b->site) return reads ? i : TRACE_NONE;
            reads |= r->site == w->a->site;
        }
    }
    return TRACE_NONE;
}

static uint32_t own_store(const struct race_words *w)
{
    return own_change(w, TRACE_STORE);
}

/* int at = *n; atomicAdd(n, 1); */
static bool reads_before_own_atomic(const struct race_words *w)
{
    uint32_t atomic = own_change(w, TRACE_ATOMIC);
    return atomic != TRACE_NONE && to_where_it_read(w, atomic);
}

static bool is_single(const struct race_words *w)
{
    const struct race *race = w->race;
    uint64_t bytes = race->space == TRACE_SHARED ? w->launch->arrays[race->object].bytes
                                                 : w->trace->allocations[race->object].bytes;
    return bytes == race_element_bytes(w->trace, w->launch, race->space, race->object);
}

/* if (v > *most) *most = v; */
static bool looks_first(const struct race_words *w)
{
    if (!is_single(w) || w->a->kind != TRACE_LOAD || w->b->kind != TRACE_STORE) return false;
    if (w->race->fence_missing || w->at_a->line > w->at_b->line) return false;
    return heed_pair(w->trace, w->a->site, w->b->site).asked;
}

/* Both read the element, change it and write it back. One slot alone may mean that, too, unless the
 * reader is seen to write elsewhere. */
static bool both_update(const struct race_words *w)
{
    uint32_t store = reader_store(w);
    if (store != TRACE_NONE) return to_where_it_read(w, store);
    if (w->at_a->line != w->at_b->line) {
        struct heed_pair pair = heed_pair(w->trace, w->a->site, w->b->site);
        store = pair.known && !pair.loop ? own_store(w) : TRACE_NONE;
        return store != TRACE_NONE && to_where_it_read(w, store);
    }
    return w->race->slots == 1 && w->b->kind == TRACE_STORE && w->race->kind == RACE_READ_WRITE &&
           w->a->turn == w->b->turn;
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
    if (w->race->narrow)
        ending = _("; an atomic of block scope is none to other blocks");
    else if (race_gives_back(w))
        ending = _("; what an atomic takes is given back by a plain store");
    else if (w->race->fence_missing)
        ending = _("; a __threadfence() before the flag is missing");
    else if (w->race->scope != RACE_BETWEEN_BLOCKS && looks_first(w))
        ending = _("; what was read decides about a write, and may be out of date by then");
    else if (w->race->scope != RACE_BETWEEN_BLOCKS && both_update(w))
        ending = _("; both change what they have read, so one change may be lost");
    else if (reads_before_own_atomic(w))
        ending = _("; by the time of its own atomic, what it has read may be out of date");
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

/* Threads of two blocks are told apart by their blocks: the headline names them. */
static const char *race_brief(const struct race_words *w)
{
    if (w->race->scope == RACE_BETWEEN_BLOCKS || w->race->copy) return "";
    return arena_printf(w->arena,
                        w->race->kind == RACE_READ_WRITE
                            ? _("Race on %s: %s %s (%s), %s %s (%s), and nothing makes one wait "
                                "for the other.")
                        : w->a->kind == w->b->kind
                            ? _("Race on %s: %s %s (%s), %s %s too (%s), and nothing says who "
                                "is last.")
                            : _("Race on %s: %s %s (%s), %s %s (%s), and nothing says who is "
                                "last."),
                        w->slot, who(w, w->a), verb(w->a), line_words(w, w->at_a), who(w, w->b),
                        verb(w->b), line_words(w, w->at_b));
}

static const char *race_because(const struct race_words *w)
{
    if (w->race->copy) return copy_because(w);
    const char *a = finding_thread(w->arena, w->launch, w->a->thread);
    const char *b = finding_thread(w->arena, w->launch, w->b->thread);
    if (w->race->narrow)
        return _("An atomic of block scope is one step to the threads of its own block only: what "
                 "another block does at the same time may come in between, and be lost.");
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

const char *finding_advice_in_place(void)
{
    return _("read from one array and write to another: a barrier orders the threads of one block "
             "only.");
}

static bool is_volatile(const struct race_words *w, const struct race_side *side)
{
    return w->launch->requests[side->request].flags & TRACE_VOLATILE;
}

/* A guess such as "has anybody been here?" may take whichever value is there. */
static bool reads_beside_atomic(const struct race_words *w)
{
    return w->race->space == TRACE_GLOBAL && w->a->kind == TRACE_LOAD && w->b->kind == TRACE_ATOMIC;
}

static const char *advice_between_blocks(const struct race_words *w)
{
    if (is_volatile(w, w->a) && is_volatile(w, w->b) && w->race->kind == RACE_READ_WRITE)
        return _(
            "if it is a flag: a __threadfence() before it is written and one after it was read, "
            "so that what was written before the flag is seen, too.");
    if (is_volatile(w, w->a) && w->b->kind == TRACE_STORE && w->race->kind == RACE_READ_WRITE)
        return _("if it is a flag: let both sides be volatile or atomic, with a __threadfence() "
                 "before it is written and one after it was read.");
    if (w->race->fence_missing)
        return arena_printf(w->arena,
                            _("a __threadfence() after the write on %s and before the flag or "
                              "counter that tells the other block about it."),
                            line_words(w, w->at_b));
    if (w->race->kind == RACE_WRITE_WRITE)
        return _("give each block an element of its own, or let all of them use an atomic such as "
                 "atomicAdd().");
    if (own_store(w) != TRACE_NONE) return finding_advice_in_place();
    if (reads_beside_atomic(w))
        return _(
            "where any of its values will do, read it by an atomic, too (atomicAdd() of 0), or "
            "through a volatile pointer. Where it has to be the last one, read it in a second "
            "launch, which starts when all blocks have finished; or let the block that "
            "finishes last do it (an atomic counter after a __threadfence()).");
    return _("read it in a second launch, which starts when all blocks have finished; or let the "
             "block that finishes last do it (an atomic counter after a __threadfence()).");
}

static const char *advice_update(void)
{
    return _("two threads read, change and write the same element, and one change is lost: use "
             "an atomic such as atomicAdd(), or give each an element of its own.");
}

static const char *advice_barrier(const struct race_words *w, enum finding_company company)
{
    if (w->race->scope == RACE_WITHIN_WARP && company != FINDING_WIDER)
        return race_barrier_advice(w, _("a __syncwarp()"), _("all lanes"));
    const char *all = arena_printf(w->arena, _("all %u threads"), trace_threads(w->launch));
    return race_barrier_advice(w, _("a __syncthreads()"), all);
}

static const char *race_advice(const struct race_words *w, enum finding_company company)
{
    if (w->race->copy) return copy_advice(w);
    if (w->race->narrow)
        return _("use an atomic of the whole device wherever this slot is touched: atomicAdd() "
                 "instead of atomicAdd_block(), cuda::thread_scope_device instead of "
                 "cuda::thread_scope_block.");
    if (race_gives_back(w))
        return _(
            "give the lock back by an atomic, too: atomicExch(), with a __threadfence() before "
            "it and one after it was taken. No barrier may stand between: the others wait for "
            "the lock and would never come to it.");
    if (looks_first(w))
        return _("looking and writing have to be one step: use an atomic such as atomicMax(), "
                 "atomicMin() or atomicCAS(), or let each thread keep a value of its own and "
                 "combine them behind a barrier.");
    if (!w->race->fence_missing && both_update(w)) return advice_update();
    if (reads_before_own_atomic(w))
        return _("use what the atomic returns, the value before the change, in place of the read: "
                 "no two threads get the same.");
    if (w->race->scope == RACE_BETWEEN_BLOCKS) return advice_between_blocks(w);
    if (w->race->fence_missing)
        return _("a __threadfence_block() between the write and the flag that announces it.");
    if (by_one_instruction(w->race) || (w->a->kind == TRACE_STORE && w->a->site == w->b->site))
        return _("let one thread write (if (threadIdx.x == 0)), give each thread a slot of its "
                 "own, or use an atomic such as atomicAdd().");
    if (company == FINDING_MENDED) return _("what mends the race above mends this one too.");
    const char *barrier = advice_barrier(w, company);
    if (!reads_beside_atomic(w)) return barrier;
    return arena_printf(w->arena,
                        _("where any of its values will do, read it by an atomic, too (atomicAdd() "
                          "of 0), or through a volatile pointer. Where it has to be the last one: "
                          "%s"),
                        barrier);
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
                           enum finding_company company, struct finding *finding)
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
    finding->brief = race_brief(&w);
    finding->because = race_because(&w);
    finding->also = race_also(&w);
    finding->advice = race_advice(&w, company);
    finding->marks[0] =
        (struct finding_mark){w.at_b->source, w.at_b->line, w.at_b->column, who(&w, w.b)};
    finding->marks[1] =
        (struct finding_mark){w.at_a->source, w.at_a->line, w.at_a->column, who(&w, w.a)};
    finding->mark_count = 2;
}
