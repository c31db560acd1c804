#include "analysis/race_words.h"

#include "analysis/heed.h"
#include "analysis/words.h"
#include "base/i18n.h"

#include <ctype.h>
#include <string.h>

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

/* ---- Where a barrier would have to stand ------------------------------------------------------
 */

enum order { /* of the two accesses, as far as the program's text and the round tell */
             ORDER_TEXT,
             ORDER_NEXT_WRITES, /* what has been read is written when the loop or the function comes
                                   by again */
             ORDER_NEXT_READS   /* or what has been written is read then */
};

/* A loop holds the write and the barrier behind it, and the read stands behind the loop. */
static bool read_is_behind_the_loop(const struct race_words *w)
{
    const struct trace_site *barrier = barrier_before(w);
    return heed_pair(w->trace, w->b->site, (uint32_t)(barrier - w->trace->sites)).loop;
}

/* The one on the line further up, `late`, is done again after what `early` is: by the number of
 * times that their threads have come there. Where a loop is around one of the two alone, those
 * numbers count its turns only; then a thread that does both has to tell. */
static bool comes_again(const struct race_words *w, const struct heed_pair *pair,
                        const struct race_side *late, const struct race_side *early)
{
    if (late->turn <= early->turn) return false;
    if (!pair->alone || comes_by(w, late, early->site, true)) return true;
    return !comes_by(w, late, early->site, false) && comes_by(w, early, late->site, false) &&
           !comes_by(w, early, late->site, true);
}

static enum order order_of(const struct race_words *w, const struct heed_pair *pair)
{
    const struct race_side *read = w->a, *write = w->b;
    uint32_t r = w->at_a->line, l = w->at_b->line;
    if ((l < r && comes_again(w, pair, write, read)) || next_turn_writes(w))
        return ORDER_NEXT_WRITES;
    if (write_is_around_the_loop(w) && (!pair->known || pair->loop || !read_is_behind_the_loop(w)))
        return ORDER_NEXT_WRITES;
    return r < l && comes_again(w, pair, read, write) ? ORDER_NEXT_READS : ORDER_TEXT;
}

/* Does every thread that the barrier is for come by one of the two sites in a block's round? */
static bool all_come_in(const struct race_words *w, uint32_t block, uint32_t site, uint32_t other)
{
    uint32_t came[TRACE_LANES] = {0}, threads = trace_threads(w->launch);
    const struct trace_round *round = trace_block_round(w->launch, block, w->a->round);
    for (uint32_t i = round->first; i < round->first + round->count; i++) {
        const struct trace_request *r = &w->launch->requests[i];
        if ((r->site == site || r->site == other) && r->warp < TRACE_LANES)
            came[r->warp] |= r->mask;
    }
    uint32_t from = 0;
    if (w->race->scope == RACE_WITHIN_WARP && block == w->a->block) {
        from = w->a->thread / TRACE_LANES * TRACE_LANES;
        if (from + TRACE_LANES < threads) threads = from + TRACE_LANES;
    }
    for (uint32_t t = from; t < threads; t++)
        if (!(came[t / TRACE_LANES % TRACE_LANES] >> t % TRACE_LANES & 1)) return false;
    return true;
}

static bool all_come_by(const struct race_words *w)
{
    return all_come_in(w, w->a->block, w->a->site, w->b->site);
}

/* How often the side's thread comes to its access in the round. */
static uint32_t times_there(const struct race_words *w, const struct race_side *side)
{
    uint32_t times = 0, warp = side->thread / TRACE_LANES, lane = side->thread % TRACE_LANES;
    const struct trace_round *round = trace_block_round(w->launch, side->block, side->round);
    for (uint32_t i = round->first; i < round->first + round->count; i++) {
        const struct trace_request *r = &w->launch->requests[i];
        times += r->site == side->site && r->warp == warp && r->mask >> lane & 1;
    }
    return times;
}

/* A loop in which the one reads while the other writes in the same turn and in the next. */
static bool meet_in_each_turn(const struct race_words *w)
{
    if (w->a->turn == w->b->turn) return times_there(w, w->a) > 1 && times_there(w, w->b) > 1;
    return times_there(w, w->b) >= w->a->turn;
}

/* The accesses stand in a function that the kernel calls. */
static bool is_called(const struct race_words *w)
{
    const char *function = w->at_a->function, *kernel = w->launch->kernel, *at;
    size_t length = strlen(function);
    if (!length || strcspn(function, "<( ") < length) return false; /* a lambda and its kin */
    for (at = strstr(kernel, function); at; at = strstr(at + 1, function)) {
        bool begins = at == kernel || (at[-1] != '_' && !isalnum((unsigned char)at[-1]));
        if (begins && at[length] != '_' && !isalnum((unsigned char)at[length])) return false;
    }
    return true;
}

/* A place within the function may be in a branch, or not be the last that touches the slot, and
 * there may be a branch around the call. */
static const char *advice_after_calls(const struct race_words *w, const char *barrier,
                                      const char *all)
{
    return arena_printf(w->arena,
                        _("%s after each call of %s(), outside any if around the call, so that "
                          "nobody calls it again before the others have come back from it; %s must "
                          "reach it."),
                        barrier, w->at_a->function, all);
}

static const char *advice_on_line(const struct race_words *w, const struct heed_pair *pair,
                                  const char *barrier, const char *all)
{
    const struct race_side *read = w->a, *write = w->b;
    uint32_t line = w->at_a->line;
    if (read->turn == write->turn && (read->kind != TRACE_LOAD || writes_first(w)))
        return arena_printf(w->arena,
                            _("%s between the two accesses on line %u, where %s reach it."),
                            barrier, line, all);
    const bool each = read->kind == TRACE_LOAD && !writes_first(w) && meet_in_each_turn(w);
    if (read->turn == write->turn && !each)
        return arena_printf(w->arena,
                            _("read the slot into a variable first, then %s by %s, then write."),
                            barrier, all);
    if (pair->known && !pair->loop && is_called(w)) return advice_after_calls(w, barrier, all);
    if (pair->known && !pair->loop)
        return arena_printf(w->arena,
                            _("%s after line %u, before anybody comes there again; %s must reach "
                              "it."),
                            barrier, line, all);
    if (each)
        return arena_printf(w->arena,
                            _("read the slot into a variable first, then %s, then write, and "
                              "another one at the end of each turn of the loop; %s must reach "
                              "both."),
                            barrier, all);
    return arena_printf(w->arena,
                        _("%s after line %u, inside the loop and outside the if, so that %s "
                          "reach it."),
                        barrier, line, all);
}

/* The accesses stand in two functions: it is their calls that matter. */
static const char *advice_between_calls(const struct race_words *w, enum order order,
                                        const char *barrier, const char *all)
{
    const struct trace_site *first = w->at_a, *second = w->at_b;
    if (first->line > second->line) {
        first = w->at_b;
        second = w->at_a;
    }
    if (order == ORDER_TEXT)
        return arena_printf(w->arena,
                            _("%s between what %s() does on line %u and what %s() does on line %u, "
                              "where %s reach it."),
                            barrier, first->function, first->line, second->function, second->line,
                            all);
    return arena_printf(
        w->arena,
        _("%s at the end of the loop around both, what %s() does on line %u and "
          "what %s() does on line %u, before the next turn begins; %s must reach it."),
        barrier, first->function, first->line, second->function, second->line, all);
}

/* Further up in the text is done again later than what stands further down. */
static const char *advice_next_time(const struct race_words *w, const struct heed_pair *pair,
                                    enum order order, const char *barrier, const char *all)
{
    bool writes = order == ORDER_NEXT_WRITES, again = pair->known && !pair->loop;
    if (again && is_called(w)) return advice_after_calls(w, barrier, all);
    const char *form =
        again && writes ? _("%s after line %u, so that everybody has read before the function is "
                            "called again and writes; %s must reach it.")
        : again  ? _("%s after line %u, so that the function reads what is complete when it is "
                      "called again; %s must reach it.")
        : writes ? _("%s at the end of the loop, after line %u, so that everybody has "
                     "read before the next turn writes; %s must reach it.")
                 : _("%s at the end of the loop, after line %u, so that the next turn "
                     "reads what is complete; %s must reach it.");
    return arena_printf(w->arena, form, barrier, writes ? w->at_a->line : w->at_b->line, all);
}

/* ---- What leaves before the barrier ---------------------------------------------------------- */

/* In the race's block, or in the last one, which often has threads to spare, some stay away. */
static bool some_miss(const struct race_words *w, uint32_t site)
{
    uint32_t last = w->launch->block_count - 1;
    if (!all_come_in(w, w->a->block, site, site)) return true;
    return w->launch->blocks[last].rounds > w->a->round && !all_come_in(w, last, site, site);
}

/* Where some threads leave, so that a barrier in the place found would wait for them; NULL. */
static const struct heed_exit *in_the_way(const struct race_words *w, const struct heed_pair *pair,
                                          bool next_turn)
{
    uint32_t low = w->at_a->line < w->at_b->line ? w->a->site : w->b->site;
    uint32_t high = low == w->a->site ? w->b->site : w->a->site;
    if (pair->exits[0].line && pair->sure[0] && some_miss(w, low)) return &pair->exits[0];
    if (pair->exits[1].line && pair->sure[1] && some_miss(w, high)) return &pair->exits[1];
    if (next_turn && pair->exits[2].line && pair->loop) return &pair->exits[2];
    if (pair->exits[0].line && pair->sure[1] && some_miss(w, high)) return &pair->exits[0];
    return NULL;
}

/* The place is right, and the way there has to be made. */
static const char *clear_the_way(const struct race_words *w, const struct heed_pair *pair,
                                 const struct heed_exit *exit, const char *advice)
{
    const bool behind = exit == &pair->exits[2];
    const char *form = behind ? _("%s The %s on line %u must not come before it.")
                              : _("%s The %s on line %u keeps threads from it: put what stands "
                                  "behind that into an if instead, and end the if before the "
                                  "barrier.");
    return arena_printf(w->arena, form, advice, exit->word, exit->line);
}

/* The barrier may stand right before the exit: nobody leaves earlier, or comes there again. */
static bool before_the_exit(const struct heed_pair *pair, const struct heed_exit *exit)
{
    return exit == &pair->exits[1] && (!pair->loop || !strcmp(exit->word, "continue")) &&
           !pair->branch;
}

static const char *advice_between_lines(const struct race_words *w, const struct heed_pair *pair,
                                        const char *barrier, const char *all)
{
    uint32_t r = w->at_a->line, l = w->at_b->line;
    uint32_t first = r < l ? r : l, last = r < l ? l : r;
    if (pair->apart || (pair->cases && !all_come_by(w)))
        return arena_printf(w->arena,
                            pair->cases
                                ? _("line %u and line %u stand in the cases of a switch: end it "
                                    "behind the first and begin it again for the second, with %s "
                                    "between them that %s reach.")
                                : _("line %u and line %u stand in two branches: end the first "
                                    "before the second begins, with %s between them that %s "
                                    "reach."),
                            first, last, barrier, all);
    if (pair->branch && pair->loop && !all_come_by(w))
        return arena_printf(w->arena,
                            _("%s at the end of the loop, outside the if around line %u and line "
                              "%u, so that %s reach it."),
                            barrier, first, last, all);
    if (pair->branch && !all_come_by(w))
        return arena_printf(w->arena,
                            _("end the if behind line %u and begin it again for line %u, with %s "
                              "between the two, so that %s reach it."),
                            first, last, barrier, all);
    const struct heed_exit *exit = in_the_way(w, pair, false);
    if (exit && before_the_exit(pair, exit))
        return arena_printf(w->arena,
                            _("%s between line %u and the %s on line %u, where %s still reach "
                              "it."),
                            barrier, first, exit->word, exit->line, all);
    const char *advice =
        arena_printf(w->arena, _("%s between line %u and line %u, where %s reach it."), barrier,
                     first, last, all);
    return exit ? clear_the_way(w, pair, exit, advice) : advice;
}

/* A synchronisation of the warp that stands between the two and does not join their lanes: a site,
 * or NULL. */
static const struct trace_site *narrow_barrier(const struct race_words *w)
{
    if (w->race->scope != RACE_WITHIN_WARP) return NULL;
    uint32_t from = w->race->first.request, to = w->race->second.request;
    uint32_t lanes = UINT32_C(1) << w->a->thread % TRACE_LANES | UINT32_C(1)
                                                                     << w->b->thread % TRACE_LANES;
    for (uint32_t i = from < to ? from : to; i < (from < to ? to : from); i++) {
        const struct trace_request *r = &w->launch->requests[i];
        if (r->kind == TRACE_WARP_SYNC && r->mask & lanes && (r->sync_mask & lanes) != lanes)
            return &w->trace->sites[r->site];
    }
    return NULL;
}

const char *race_barrier_advice(const struct race_words *w, const char *barrier, const char *all)
{
    if (w->at_a->source != w->at_b->source)
        return arena_printf(w->arena, _("%s between the two accesses, where %s reach it."), barrier,
                            all);
    const struct trace_site *narrow = narrow_barrier(w);
    if (narrow && narrow->source == w->at_a->source)
        return arena_printf(
            w->arena,
            _("the barrier on line %u is for fewer lanes and does not join these two: "
              "name both in its mask, or take a larger tile (%s that %s reach)."),
            narrow->line, barrier, all);
    struct heed_pair pair = heed_pair(w->trace, w->a->site, w->b->site);
    if (w->at_a->line == w->at_b->line) return advice_on_line(w, &pair, barrier, all);
    enum order order = order_of(w, &pair);
    if (*w->at_a->function && *w->at_b->function && strcmp(w->at_a->function, w->at_b->function))
        return advice_between_calls(w, order, barrier, all);
    if (order != ORDER_TEXT) {
        const char *next = advice_next_time(w, &pair, order, barrier, all);
        const struct heed_exit *exit = in_the_way(w, &pair, true);
        return exit ? clear_the_way(w, &pair, exit, next) : next;
    }
    const char *between = advice_between_lines(w, &pair, barrier, all);
    if (w->a->kind != TRACE_STORE || w->b->kind != TRACE_STORE) return between;
    return arena_printf(w->arena,
                        _("look at the indices if two threads are not meant to write one slot (do "
                          "two arrays overlap?). If they are: %s"),
                        between);
}
