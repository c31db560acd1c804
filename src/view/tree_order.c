/* The same round in another order of threads: its arrows carried out again. */
#include "analysis/value.h"
#include "base/mem.h"
#include "view/tree_turns.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_EDGES = 1 << 15 };

struct replay {
    const struct tree *tree;
    uint32_t type, bytes, count;
    struct number *values; /* of the array's slots */
    uint32_t *order;       /* edges by thread, each thread's in the order of the steps */
    uint32_t *first;       /* [thread]: its first in `order`; [threads]: the end */
};

/* Is every write to the array in this round one of the sums that its arrows show? */
static bool only_sums(const struct tree *tree)
{
    const struct round *round = tree->round;
    if (round->edges_cut || round->edge_count > MOST_EDGES || !round->edge_count) return false;
    for (uint32_t i = 0; i < round->statement_count; i++) {
        const struct round_statement *s = &round->statements[i];
        if (s->kind == TRACE_LOAD || s->kind == TRACE_SHUFFLE) continue;
        if (s->target.space != TRACE_SHARED || s->target.object != tree->array) continue;
        if (s->kind != TRACE_STORE || !s->own || s->own_hidden) return false;
        if (!(s->operations & OPERATION_ADD)) return false;
    }
    return true;
}

static bool load_values(struct replay *replay)
{
    const struct tree *tree = replay->tree;
    const struct trace_array *array = &tree->launch->arrays[tree->array];
    const uint8_t *data =
        tree->index ? trace_snapshot(tree->launch, tree->array, tree->block, tree->index - 1)
                    : NULL;
    if (!data || !array->count) return false;
    replay->type = array->type;
    replay->count = array->count;
    replay->bytes = array->bytes / array->count;
    replay->values = mem_array(array->count, sizeof *replay->values);
    for (uint32_t i = 0; i < array->count; i++)
        if (tree_cell(tree, tree->array, i, tree->index - 1) != TREE_UNSET)
            replay->values[i] = number_of(tree->trace, array->type, data + i * replay->bytes);
    return true;
}

/* Counting sort: steps are in order already. */
static void sort_edges(struct replay *replay)
{
    const struct round *round = replay->tree->round;
    uint32_t threads = round->warp_count * (uint32_t)TRACE_LANES;
    replay->order = mem_array(round->edge_count, sizeof *replay->order);
    replay->first = mem_array(threads + 2, sizeof *replay->first);
    for (uint32_t i = 0; i < round->edge_count; i++)
        replay->first[round->edges[i].thread + 2]++;
    for (uint32_t t = 1; t < threads + 2; t++)
        replay->first[t] += replay->first[t - 1];
    for (uint32_t i = 0; i < round->edge_count; i++)
        replay->order[replay->first[round->edges[i].thread + 1]++] = i;
}

static struct number wrapped_sum(const struct replay *replay, struct number a, struct number b)
{
    a.known &= b.known;
    a.whole = (int64_t)((uint64_t)a.whole + (uint64_t)b.whole);
    a.real += b.real;
    if (!a.integer) {
        if (replay->bytes == 4) a.real = (float)a.real;
        return a;
    }
    uint8_t raw[8];
    memcpy(raw, &a.whole, sizeof raw); /* as many bytes as the element has */
    bool known = a.known;
    a = number_of(replay->tree->trace, replay->type, raw);
    a.known &= known;
    return a;
}

static void run_thread(struct replay *replay, uint32_t thread)
{
    const struct round *round = replay->tree->round;
    for (uint32_t i = replay->first[thread]; i < replay->first[thread + 1];) {
        const struct round_edge *edge = &round->edges[replay->order[i]];
        uint32_t to, from, first = i;
        if (round_slot_array(round, edge->to, &to) != replay->tree->array) return;
        struct number sum = replay->values[to];
        for (; i < replay->first[thread + 1]; i++) { /* all that went into one store */
            const struct round_edge *next = &round->edges[replay->order[i]];
            if (next->to != edge->to || next->turn != edge->turn || next->line != edge->line) break;
            if (round_slot_array(round, next->from, &from) != replay->tree->array)
                sum.known = false;
            else
                sum = wrapped_sum(replay, sum, replay->values[from]);
        }
        replay->values[to] = sum;
        if (i == first) return;
    }
}

static struct number run_all(const struct tree *tree, uint32_t slot, bool reverse)
{
    struct replay replay = {.tree = tree};
    struct number result = {0};
    uint32_t threads = tree->round->warp_count * (uint32_t)TRACE_LANES;
    if (load_values(&replay)) {
        sort_edges(&replay);
        for (uint32_t i = 0; i < threads; i++)
            run_thread(&replay, reverse ? threads - 1 - i : i);
        result = replay.values[slot];
    }
    free(replay.values);
    free(replay.order);
    free(replay.first);
    return result;
}

bool tree_other_order(const struct tree *tree, uint32_t slot, bool reverse, char *out, size_t size)
{
    const char *recorded = reverse ? "forward" : "reverse";
    const struct trace_array *array = &tree->launch->arrays[tree->array];
    if (strcmp(tree->trace->schedule, recorded) != 0 || slot >= array->count) return false;
    if (!only_sums(tree)) return false;
    const uint8_t *data = trace_snapshot(tree->launch, tree->array, tree->block, tree->index);
    if (!data) return false;
    struct number seen =
        number_of(tree->trace, array->type, data + (size_t)slot * (array->bytes / array->count));
    struct number again = run_all(tree, slot, !reverse);
    if (!number_agrees(again, seen, 0)) return false;
    struct number other = run_all(tree, slot, reverse);
    if (!other.known) return false;
    if (other.integer)
        snprintf(out, size, "%" PRId64, other.whole);
    else
        snprintf(out, size, "%g", other.real);
    return true;
}
