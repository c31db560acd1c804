#include "analysis/flow.h"

/* Sources of a store are chosen among what its thread read before. The candidates, by nearness:
 *   line     reads on the store's own line in this turn, and what the text says of rounds before
 *   since    reads on other lines since the thread's last store anywhere
 *   previous reads since the thread's last store on this line (both halves of a swap)
 *   own      the old value of the slot written, kept in a register
 *   carried  other reads of rounds before (a temporary across a barrier)
 * The first set that explains the value written wins; where nothing does, or values were not kept,
 * the nearest set that is not empty. */

/* ---- Values --------------------------------------------------------------------------------- */

static struct number snapshot_number(const struct flow *flow, uint32_t number, uint32_t round)
{
    uint32_t slot, array = round_slot_array(flow->round, number, &slot);
    const struct trace_array *a = &flow->launch->arrays[array];
    const uint8_t *data = trace_snapshot(flow->launch, array, flow->round->block, round);
    const uint8_t *written = trace_written(flow->launch, array, flow->round->block, round);
    if (!data || !written || !written[slot]) return (struct number){0};
    return number_of(flow->trace, a->type, data + (size_t)slot * flow_element_bytes(a));
}

/* The type a request's lanes move: the array's element, or the allocation's. */
static uint32_t type_of_request(const struct flow *flow, const struct trace_request *request)
{
    uint32_t type = TRACE_NONE;
    if (request->space == TRACE_SHARED && request->object < flow->launch->array_count)
        type = flow->launch->arrays[request->object].type;
    else if (request->object != TRACE_NONE)
        type = trace_allocation_type(flow->trace, flow->launch, request->object);
    if (type == TRACE_NONE || flow->trace->types[type].bytes != request->width) return TRACE_NONE;
    return type;
}

static struct number kept_number(const struct flow *flow, uint32_t index, unsigned lane)
{
    const struct trace_request *request = &flow->launch->requests[index];
    return number_of(flow->trace, type_of_request(flow, request),
                     round_lane_value(flow->launch, request, lane));
}

/* Is it an element of its array that is accessed, and not several or a part? */
static bool whole_element(const struct flow *flow, uint32_t index)
{
    const struct trace_request *request = &flow->launch->requests[index];
    const uint32_t array = flow_array(flow, request);
    return array == TRACE_NONE ||
           request->width == flow_element_bytes(&flow->launch->arrays[array]);
}

static struct number read_number(const struct flow *flow, const struct read *read, unsigned lane)
{
    struct number number = kept_number(flow, read->request, lane);
    uint32_t index = flow->round->index;
    if (number.known || read->slot == TRACE_NONE || index == 0) return number;
    if (!whole_element(flow, read->request)) return number;
    if (!flow_is_carried(
            flow, read)) /* before anybody wrote it in this round: as the round before left it */
        return read->late ? number : snapshot_number(flow, read->slot, index - 1);
    if (read->round == 0) return number;
    struct number before = snapshot_number(flow, read->slot, read->round - 1);
    struct number after = snapshot_number(flow, read->slot, read->round);
    return number_agrees(before, after, 0) ? before : number;
}

struct number flow_written(const struct flow *flow, uint32_t request, uint32_t slot, unsigned lane)
{
    struct number number = kept_number(flow, request, lane);
    if (number.known || slot == TRACE_NONE || flow->round->slots[slot].writes != 1) return number;
    if (!whole_element(flow, request)) return number;
    return snapshot_number(flow, slot, flow->round->index);
}

/* What the slot held before its only writer of this round first wrote it, unless that is in the set
 * already: what was read from it is not to be counted twice. */
static struct number old_number(const struct flow *flow, uint32_t slot)
{
    if (slot == TRACE_NONE || flow->round->index == 0) return (struct number){0};
    for (uint32_t i = 0; i < flow->set.count; i++)
        if (flow->set.reads[i]->slot == slot) return (struct number){0};
    if (flow->round->slots[slot].writes != 1) return (struct number){0};
    return snapshot_number(flow, slot, flow->round->index - 1);
}

/* ---- Sources -------------------------------------------------------------------------------- */

bool flow_reads_test(struct flow *flow, const struct trace_request *request)
{
    const char *name = "";
    if (request->site >= flow->trace->site_count || request->object == TRACE_NONE) return false;
    uint8_t *known = &flow->site_tests[request->site];
    if (*known) return *known > 1;
    if (request->space != TRACE_SHARED)
        name = trace_allocation_name(flow->trace, flow->launch, request->object);
    else if (request->object < flow->launch->array_count)
        name = flow->launch->arrays[request->object].name;
    const struct trace_site *site = &flow->trace->sites[request->site];
    *known = words_no_value(flow->trace, site->source, site->line, name) ? 2 : 1;
    return *known > 1;
}

bool flow_constant(struct flow *flow, const struct trace_request *request)
{
    if (request->site >= flow->trace->site_count || request->kind != TRACE_STORE) return false;
    uint8_t *known = &flow->site_constants[request->site];
    const struct trace_site *site = &flow->trace->sites[request->site];
    if (!*known) *known = words_constant(flow->trace, site->source, site->line) ? 2 : 1;
    return *known > 1;
}

/* A slot counts once in a set, but for members of a structure, which are several numbers. */
static bool other_member(const struct flow *flow, const struct set *set, const struct read *read)
{
    const struct trace_request *request = &flow->launch->requests[read->request];
    const uint32_t array = flow_array(flow, request);
    if (array == TRACE_NONE) return false;
    if (flow->trace->types[flow->launch->arrays[array].type].kind != TRACE_STRUCT) return false;
    for (uint32_t i = 0; i < set->count; i++)
        if (set->reads[i]->slot == read->slot && set->reads[i]->place == read->place) return false;
    return !flow_piece(flow, request);
}

/* A slot counts once in a set, whoever reads it: what reads it again is remembered beside it. */
static void set_repeat(struct set *set, const struct read *read)
{
    for (uint32_t i = 0; i < set->repeat_count; i++)
        if (set->repeats[i]->place == read->place && set->repeats[i]->slot == read->slot) return;
    if (set->repeat_count < REPEATS) set->repeats[set->repeat_count++] = read;
}

static void set_add(struct flow *flow, struct set *set, const struct read *read)
{
    if (set->count == SET) return;
    if (flow_is_carried(flow, read)) { /* what the slot held then may be another value */
        for (uint32_t i = 0; i < set->count; i++)
            if (set->reads[i]->request == read->request) return;
        set->reads[set->count++] = read;
        return;
    }
    if (read->slot != TRACE_NONE) {
        if (flow->marks[read->slot] == flow->mark && !other_member(flow, set, read)) {
            set_repeat(set, read);
            return;
        }
        flow->marks[read->slot] = flow->mark;
    }
    set->reads[set->count++] = read;
}

/* Begins a set with what another one holds. */
static void set_copy(struct flow *flow, struct set *set, const struct set *from)
{
    flow->mark++;
    set->count = set->repeat_count = 0;
    for (uint32_t i = 0; from && i < from->count; i++)
        set_add(flow, set, from->reads[i]);
    for (uint32_t i = 0; from && i < from->repeat_count; i++)
        set_repeat(set, from->repeats[i]);
}

/* "for (...) s += a[i]; b[t] = s;" on one line: all turns of the loop come to the store. */
static bool behind_loop(struct flow *flow, uint32_t store)
{
    if (store >= flow->trace->site_count) return false;
    uint8_t *known = &flow->site_loops[store];
    const struct trace_site *site = &flow->trace->sites[store];
    if (!*known)
        *known = 1 + words_behind_loop(flow->trace, site->source, site->line, site->column);
    return *known > 1;
}

enum candidates { FROM_LINE, FROM_SINCE, FROM_PREVIOUS };

static void set_collect(struct flow *flow, struct set *set, unsigned lane_number, uint32_t line,
                        enum candidates from)
{
    const struct lane *lane = &flow->lanes[lane_number];
    const struct visit *visit = visit_of(flow, lane_number, line);
    uint32_t after = from == FROM_LINE    ? visit->turn_start - 1
                     : from == FROM_SINCE ? lane->last_store
                                          : visit->last_store;
    const bool all_turns = from == FROM_LINE && behind_loop(flow, flow->site);
    if (all_turns) after = visit->last_store;
    uint32_t first = lane->count, since = after;
    if (from == FROM_LINE && lane->last_store < since) since = lane->last_store;
    while (first > 0 && lane->reads[first - 1].sequence > since)
        first--;
    for (uint32_t i = first; i < lane->count; i++) {
        const struct read *read = &lane->reads[i];
        if (read->test && !flow->with_tests) continue;
        bool other = from == FROM_LINE && read->line != line;
        if (other && !flow_one_statement(flow, read->line, line)) continue;
        if (!other && read->sequence <= after) continue;
        if (from == FROM_LINE && !other && !all_turns && read->turn != visit->turn) continue;
        set_add(flow, set, read);
    }
}

/* Do the numbers of the set, with `old` if it is known, make the number written? */
static struct verdict judge(const struct flow *flow, const struct set *set, unsigned lane,
                            uint32_t slot, struct number result, struct number old)
{
    struct number numbers[64];
    uint32_t count = 0, own = TRACE_NONE;
    struct verdict verdict = {.known = result.known && set->count < 64};
    if (old.known) numbers[count++] = old;
    for (uint32_t i = 0; i < set->count && verdict.known; i++) {
        bool here = !flow_is_carried(flow, set->reads[i]);
        if (slot != TRACE_NONE && here && set->reads[i]->slot == slot) own = count;
        numbers[count] = read_number(flow, set->reads[i], lane);
        verdict.known = numbers[count++].known;
    }
    if (!verdict.known) return verdict;
    verdict.operations = operations_of(numbers, count, result);
    if (own != TRACE_NONE) verdict.operations |= operation_accumulates(numbers, count, own, result);
    return verdict;
}

enum taken_as { TAKEN_COPY = 1, TAKEN_MADE = 2, TAKEN_EITHER = 4 };

/* What the text leaves open has to hold for all threads that have such a value, or it is chance:
 * for all it is a copy of one of the numbers, or for all something is made of them. */
static void judge_carried(struct flow *flow, uint32_t line, struct verdict verdict, unsigned taken)
{
    flow->taken[line] |= (uint8_t)taken;
    flow->denied[line] |= verdict.known && !taken;
    if (flow->taken[line] & TAKEN_COPY && flow->taken[line] & (TAKEN_MADE | TAKEN_EITHER))
        flow->denied[line] = true;
    flow->again |= flow->taken[line] && flow->denied[line];
}

static bool try_wider(struct flow *flow, unsigned lane, uint32_t slot, struct number result,
                      struct choice *choice)
{
    struct verdict verdict = judge(flow, &flow->wider, lane, slot, result, (struct number){0});
    if (flow->wider.count <= flow->set.count || !(verdict.operations & ~(unsigned)OPERATION_COPY))
        return false;
    set_copy(flow, &flow->set, &flow->wider);
    choice->verdict = verdict;
    return true;
}

static void add_carried(struct flow *flow, const struct lane *state)
{
    for (uint32_t i = 0; i < state->carried_count; i++)
        set_add(flow, &flow->wider, &state->carried[i]);
}

/* A copy; or a sum with a temporary of the round before that happens to be 0: then the line's other
 * stores tell which. */
static void copy_or_sum(struct flow *flow, unsigned lane, uint32_t line, uint32_t slot,
                        struct number result, struct choice *choice)
{
    if (!flow->lanes[lane].carried_count) return;
    set_copy(flow, &flow->wider, &flow->set);
    add_carried(flow, &flow->lanes[lane]);
    struct verdict wider = judge(flow, &flow->wider, lane, slot, result, (struct number){0});
    choice->verdict.operations |= wider.operations;
    if (flow->carries[line]) try_wider(flow, lane, slot, result, choice);
    flow->copies[line] |= wider.operations & ~(unsigned)OPERATION_COPY;
}

/* Of several reads only those that may be the one copied: half of an exchange reads both slots. */
static void keep_copied(struct flow *flow, unsigned lane, struct number result)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < flow->set.count; i++) {
        const struct read *read = flow->set.reads[i];
        if (!number_agrees(read_number(flow, read, lane), result, 0)) continue;
        flow->set.reads[i] = flow->set.reads[kept];
        flow->set.reads[kept++] = read;
    }
    flow->met = flow->set.count;
    flow->set.count = kept;
}

/* Is the slot's own value all there is? Unchanged it may be a sum with nothing: "v = t > 0 ? s[t -
 * 1] : 0; __syncthreads(); s[t] += v" by the thread that read nothing. */
static bool own_alone(const struct flow *flow, uint32_t slot)
{
    return slot != TRACE_NONE && flow->set.count == 1 && flow->set.reads[0]->slot == slot;
}

/* Is one of the set copied, and not all of them made something of? Half of an exchange is now and
 * then the smaller of the two, a difference now and then one of its terms: what all stores there
 * have in common tells, once it is known. */
static bool copies(struct flow *flow, unsigned found, bool previous)
{
    const unsigned ends = OPERATION_MIN | OPERATION_MAX, proved = flow->proved[flow->place];
    if (!(found & OPERATION_COPY) || flow->set.count < 2) return false;
    if (found == OPERATION_COPY) return true;
    flow->by_chance[flow->place] |= previous ? CHANCE_PREVIOUS : CHANCE_NEAR;
    return previous ? !proved || proved & OPERATION_COPY
                    : proved & OPERATION_COPY && !(proved & ends);
}

/* Some store of the line takes what was read in a round before: those that seemed to copy their own
 * value may add nothing to it. */
static void now_carries(struct flow *flow, uint32_t line)
{
    flow->again |= !flow->carries[line] && flow->copies[line];
    flow->carries[line] = true;
}

/* One of two numbers is the smaller or the larger of them anyway: "s[t] = t < 10 ? v : w" takes
 * neither as such, unless the text says so. */
static bool one_of_two(const struct flow *flow, uint32_t line, struct verdict verdict)
{
    const unsigned ends = OPERATION_MIN | OPERATION_MAX;
    const struct round_line *at = &flow->lines[line];
    if (!(verdict.operations & ends) || verdict.operations & ~(ends | OPERATION_COPY)) return false;
    return !(words_operation(flow->trace, at->source, at->line) & ends);
}

/* Do reads of rounds before explain it of which the text does not say for sure that they do? */
static void try_carried(struct flow *flow, unsigned lane, uint32_t line, uint32_t slot,
                        struct number result, struct choice *choice)
{
    const struct lane *state = &flow->lanes[lane];
    bool text = flow->links[line] && flow->links[line]->known;
    if (state->carried_count == state->sure_count || flow->denied[line]) return;
    set_copy(flow, &flow->wider, &flow->set);
    add_carried(flow, state);
    struct verdict verdict = judge(flow, &flow->wider, lane, slot, result, (struct number){0});
    bool copied = text && !flow->set.count && verdict.operations & OPERATION_COPY;
    bool taken = !one_of_two(flow, line, verdict) && try_wider(flow, lane, slot, result, choice);
    if (taken) {
        now_carries(flow, line);
    } else if (copied) { /* one of those numbers that the line's variable may have */
        set_copy(flow, &flow->set, &flow->wider);
        keep_copied(flow, lane, result);
        choice->verdict = verdict;
        choice->verdict.operations = OPERATION_COPY;
    }
    bool one = copied && !taken && flow->set.count == 1; /* of two that are equal nothing tells */
    unsigned as = one ? TAKEN_COPY : taken && !copied ? TAKEN_MADE : TAKEN_EITHER;
    if (text) judge_carried(flow, line, verdict, taken || copied ? as : 0);
}

static struct choice choose(struct flow *flow, unsigned lane, uint32_t line, uint32_t slot,
                            struct number result)
{
    struct lane *state = &flow->lanes[lane];
    struct choice choice = {0};
    set_copy(flow, &flow->set, NULL);
    set_collect(flow, &flow->set, lane, line, FROM_LINE);
    for (uint32_t i = 0; i < state->sure_count; i++)
        set_add(flow, &flow->set, &state->carried[i]);
    if (!flow->set.count) set_collect(flow, &flow->set, lane, line, FROM_SINCE);
    bool previous = !flow->set.count; /* so far back only what the value proves */
    if (previous) set_collect(flow, &flow->set, lane, line, FROM_PREVIOUS);
    choice.verdict = judge(flow, &flow->set, lane, slot, result, (struct number){0});
    if (previous && !choice.verdict.operations) {
        set_copy(flow, &flow->set, NULL);
        choice.verdict.known = false;
    }
    bool all = state->sure_count > 1; /* by the text they all go into it: none is copied alone */
    if (all) choice.verdict.operations &= ~(unsigned)OPERATION_COPY;
    unsigned found = choice.verdict.operations;
    if (all && !found) return choice;
    if (copies(flow, found, previous)) {
        choice.maybe = found;
        keep_copied(flow, lane, result);
        choice.verdict.operations = found = OPERATION_COPY;
    }
    if (flow->set.count && !choice.verdict.known) return choice;
    if (state->sure_count && found & ~(unsigned)OPERATION_COPY) now_carries(flow, line);
    if (found & ~(unsigned)OPERATION_COPY || (!flow->set.count && !state->carried_count))
        return choice;
    if (found && !state->carried_count && own_alone(flow, slot)) {
        flow->copies[line] = true;
        choice.verdict.known &= !flow->carries[line];
        return choice;
    }
    if (found) {
        copy_or_sum(flow, lane, line, slot, result, &choice);
        return choice;
    }
    struct number old = old_number(flow, slot);
    struct verdict own = judge(flow, &flow->set, lane, slot, result, old);
    bool proved = old.known && !flow->not_own[line];
    if (proved && flow->set.count && own.operations & ~(unsigned)OPERATION_COPY) {
        choice.verdict = own;
        choice.own_hidden = true;
        return choice;
    }
    set_copy(flow, &flow->wider, &flow->set);
    set_collect(flow, &flow->wider, lane, line, FROM_SINCE);
    if (try_wider(flow, lane, slot, result, &choice)) return choice;
    set_copy(flow, &flow->wider, &flow->set); /* "t = a[i]; a[i] = a[k]; a[k] += t" */
    set_collect(flow, &flow->wider, lane, line, FROM_PREVIOUS);
    if (try_wider(flow, lane, slot, result, &choice)) return choice;
    try_carried(flow, lane, line, slot, result, &choice);
    return choice;
}

/* What only decides is no source. Optimised code may go on with the value that it has compared: on
 * a GPU it is one if nothing else explains what was written. */
struct choice flow_choose(struct flow *flow, unsigned lane, uint32_t line, uint32_t slot,
                          struct number result)
{
    flow->with_tests = false;
    flow->met = 0;
    struct choice choice = choose(flow, lane, line, slot, result);
    if (flow->trace->backend != TRACE_GPU || !flow->lanes[lane].tests) return choice;
    if (choice.verdict.known && choice.verdict.operations) return choice;
    flow->with_tests = true;
    struct choice wider = choose(flow, lane, line, slot, result);
    if (wider.verdict.known && wider.verdict.operations) return wider;
    flow->with_tests = false;
    return choose(flow, lane, line, slot, result);
}
