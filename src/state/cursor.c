#include "state/cursor.h"

#include "analysis/finish.h"
#include "analysis/round.h"
#include "state/predict.h"

static uint32_t below(uint32_t value, uint32_t count)
{
    return value < count ? value : count ? count - 1 : 0;
}

void cursor_clamp(const struct trace *trace, struct cursor *cursor)
{
    if (!trace) return;
    cursor->source = below(cursor->source, trace->source_count);
    if (cursor->line == 0) cursor->line = 1;
    if (cursor->scroll < 0) cursor->scroll = 0;
    cursor->launch = below(cursor->launch, trace->launch_count);
    cursor->lane = below(cursor->lane, TRACE_LANES);
    if (trace->launch_count == 0) {
        cursor->block = cursor->round = cursor->request = cursor->array = cursor->slot = 0;
        cursor->thread = 0;
        return;
    }
    const struct trace_launch *launch = &trace->launches[cursor->launch];
    cursor->block = below(cursor->block, launch->block_count);
    cursor->round =
        launch->block_count ? below(cursor->round, launch->blocks[cursor->block].rounds) : 0;
    cursor->array = below(cursor->array, launch->array_count);
    cursor->slot =
        launch->array_count ? below(cursor->slot, launch->arrays[cursor->array].count) : 0;
    cursor->thread = below(cursor->thread, trace_threads(launch));
}

const struct trace_launch *cursor_launch(const struct pane *pane)
{
    if (!pane->trace || pane->trace->launch_count == 0) return NULL;
    return &pane->trace->launches[pane->cursor.launch];
}

const struct trace_block *cursor_block(const struct pane *pane)
{
    const struct trace_launch *launch = cursor_launch(pane);
    return launch && launch->block_count ? &launch->blocks[pane->cursor.block] : NULL;
}

const struct trace_array *cursor_array(const struct pane *pane)
{
    const struct trace_launch *launch = cursor_launch(pane);
    return launch && launch->array_count ? &launch->arrays[pane->cursor.array] : NULL;
}

uint32_t cursor_rounds(const struct pane *pane)
{
    const struct trace_block *block = cursor_block(pane);
    return block ? block->rounds : 0;
}

void cursor_go_beside(struct pane *pane, const struct pane *of)
{
    const struct trace_block *block = cursor_block(of);
    struct cursor *c = &pane->cursor;
    if (!pane->trace || !block || of->cursor.launch >= pane->trace->launch_count) return;
    const struct trace_launch *launch = &pane->trace->launches[of->cursor.launch];
    for (uint32_t b = 0; b < launch->block_count; b++) {
        if (launch->blocks[b].index != block->index) continue;
        c->launch = of->cursor.launch;
        c->block = b;
        cursor_clamp(pane->trace, c);
        return;
    }
}

uint32_t cursor_last_round(const struct state *state)
{
    uint32_t last = 0;
    for (int p = 0; p < state->pane_count; p++) {
        uint32_t rounds = cursor_rounds(&state->panes[p]);
        if (rounds > last + 1) last = rounds - 1;
    }
    return last;
}

uint32_t cursor_round(const struct state *state)
{
    uint32_t round = 0;
    for (int p = 0; p < state->pane_count; p++)
        if (state->panes[p].cursor.round > round) round = state->panes[p].cursor.round;
    return round;
}

/* The step behind the last round, if the program has one. */
static bool enter_finish(struct pane *pane)
{
    struct cursor *c = &pane->cursor;
    if (!pane->trace || !pane->analysis || !cursor_rounds(pane)) return false;
    const struct finish *finish = finish_of_launch(pane->analysis, c->launch);
    if (!finish) return false;
    c->after = true;
    c->value = finish->shape == FINISH_BLOCKS ? cursor_block(pane)->index : 0;
    return true;
}

bool cursor_go_round(struct state *state, uint32_t round)
{
    uint32_t before = cursor_round(state), last = cursor_last_round(state);
    bool beyond = round == last + 1 && state->pane_count == 1;
    if (predict_hides(state) && round > before + 1) round = before + 1; /* one at a time */
    if (round > last) round = last;
    for (int p = 0; p < state->pane_count; p++) {
        struct pane *pane = &state->panes[p];
        uint32_t rounds = cursor_rounds(pane);
        pane->cursor.round = below(round, rounds);
        pane->cursor.request = 0;
        pane->cursor.after = beyond && enter_finish(pane);
    }
    return cursor_round(state) != before;
}

bool cursor_step_rounds(struct state *state, int delta)
{
    int64_t round = (int64_t)cursor_round(state) + delta;
    if (round < 0 || round > cursor_last_round(state)) return false;
    return cursor_go_round(state, (uint32_t)round);
}

/* ---- Beyond the rounds ----------------------------------------------------------------------- */

const struct finish *cursor_finish(const struct pane *pane)
{
    if (!pane->trace || !pane->analysis || !pane->cursor.after) return NULL;
    if (pane->cursor.round + 1 != cursor_rounds(pane)) return NULL;
    return finish_of_launch(pane->analysis, pane->cursor.launch);
}

static void enter_launch(struct pane *pane, uint32_t launch)
{
    struct cursor *c = &pane->cursor;
    c->launch = launch;
    c->round = c->request = c->array = 0;
    c->after = false;
    cursor_clamp(pane->trace, c);
}

static bool step_on(struct pane *pane)
{
    struct cursor *c = &pane->cursor;
    if (!cursor_finish(pane) && enter_finish(pane)) return true;
    if (c->launch + 1 >= pane->trace->launch_count) return false;
    enter_launch(pane, c->launch + 1);
    return true;
}

static bool step_back(struct pane *pane)
{
    struct cursor *c = &pane->cursor;
    if (cursor_finish(pane)) {
        c->after = false;
        return true;
    }
    if (c->launch == 0) return false;
    enter_launch(pane, c->launch - 1);
    if (cursor_rounds(pane)) c->round = cursor_rounds(pane) - 1;
    c->after = finish_of_launch(pane->analysis, c->launch) != NULL;
    return true;
}

bool cursor_step_beyond(struct state *state, int delta)
{
    struct pane *pane = &state->panes[state->pane_on];
    if (state->pane_count > 1 || !pane->trace || !pane->analysis || !cursor_launch(pane))
        return false;
    return delta > 0 ? step_on(pane) : step_back(pane);
}

/* ---- Selection ------------------------------------------------------------------------------- */

void cursor_set_slot(const struct pane *pane, struct cursor *cursor, uint32_t slot)
{
    const struct trace_launch *launch = cursor_launch(pane);
    if (!launch) return;
    if (launch->array_count) {
        cursor->slot = below(slot, launch->arrays[cursor->array].count);
        if (cursor->slot < trace_threads(launch)) cursor->thread = cursor->slot;
    } else {
        cursor->thread = below(slot, trace_threads(launch));
    }
    cursor->lane = cursor->thread % TRACE_LANES;
}

void cursor_set_thread(const struct pane *pane, struct cursor *cursor, uint32_t thread)
{
    const struct trace_launch *launch = cursor_launch(pane);
    if (!launch) return;
    cursor->thread = below(thread, trace_threads(launch));
    cursor->lane = cursor->thread % TRACE_LANES;
    if (launch->array_count && cursor->thread < launch->arrays[cursor->array].count)
        cursor->slot = cursor->thread;
}

void cursor_move_slot(const struct pane *pane, struct cursor *cursor, int delta)
{
    const struct trace_launch *launch = cursor_launch(pane);
    if (!launch) return;
    int64_t slot = (int64_t)(launch->array_count ? cursor->slot : cursor->thread) + delta;
    cursor_set_slot(pane, cursor, slot < 0 ? 0 : slot > UINT32_MAX ? UINT32_MAX : (uint32_t)slot);
}

void cursor_follow_line(struct pane *pane)
{
    if (!cursor_rounds(pane)) return;
    const struct finish *finish = cursor_finish(pane);
    if (finish && finish->source < pane->trace->source_count) {
        pane->cursor.source = finish->source;
        pane->cursor.line = finish->line;
        return;
    }
    const struct round *round =
        round_get(pane->analysis, pane->cursor.launch, pane->cursor.block, pane->cursor.round);
    const struct round_statement *statement = round ? round_main_statement(round) : NULL;
    if (!statement && !(round && round->line_count)) return;
    /* a round without accesses: its barrier */
    const struct round_line *line =
        &round->lines[statement ? statement->line : round->line_count - 1];
    if (line->source >= pane->trace->source_count) return;
    pane->cursor.source = line->source;
    pane->cursor.line = line->line;
}

uint32_t cursor_lines(const struct pane *pane)
{
    uint32_t lines = 0;
    if (!pane->trace || pane->cursor.source >= pane->trace->source_count) return 0;
    for (const char *c = pane->trace->sources[pane->cursor.source].text; *c; c++)
        lines += *c == '\n' || !c[1];
    return lines;
}
