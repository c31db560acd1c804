/* The race detector against the definition, written out pair by pair on random patterns. */
#include "analysis/findings.h"
#include "analysis/race.h"
#include "support/synthetic.h"
#include "trace/builder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint64_t seed = 88172645463325252ull;

static uint32_t draw(uint32_t below)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 20) % below;
}

/* ---- Random launches ----------------------------------------------------------------------- */

enum { BLOCKS = 3, ROUNDS = 3, THREADS = 40, SITES = 6, WORDS = 24 };

static uint32_t element = 4; /* bytes */

static struct trace_builder *begin(uint32_t blocks, uint32_t threads, const char *schedule)
{
    struct trace_builder *builder = builder_create();
    struct trace *trace = builder_trace(builder);
    trace->program = "random.cu";
    trace->schedule = schedule;
    struct trace_source source = {.name = "random.cu", .text = "", .own = true};
    builder_source(builder, &source);
    struct trace_type type = {.name = "int", .kind = TRACE_SIGNED, .bytes = element};
    builder_type(builder, &type);
    for (uint32_t i = 0; i < SITES; i++) {
        struct trace_site site = {.line = i / 2 + 1, .function = "k"};
        builder_site(builder, &site);
    }
    struct trace_allocation memory = {.name = "g", .address = 4096, .bytes = WORDS * 4};
    builder_allocation(builder, &memory);
    struct trace_launch launch = {.kernel = "k",
                                  .error = "",
                                  .complete = true,
                                  .grid = {blocks, 1, 1},
                                  .block = {threads, 1, 1}};
    launch.source = TRACE_NONE;
    builder_launch_begin(builder, &launch);
    struct trace_array array = {.name = "s",
                                .function = "k",
                                .count = WORDS * 4 / element,
                                .dims = {WORDS * 4 / element},
                                .dim_count = 1,
                                .bytes = WORDS * 4};
    array.source = TRACE_NONE;
    builder_array(builder, &array);
    return builder;
}

static struct trace *end(struct trace_builder *builder)
{
    struct trace *trace = NULL;
    struct error err;
    builder_launch_end(builder);
    if (builder_finish(builder, &trace, &err)) {
        fprintf(stderr, "%s\n", err.text);
        abort();
    }
    return trace;
}

static void random_access(struct trace_builder *builder, uint32_t warp, uint32_t lanes,
                          enum trace_space space)
{
    struct trace_request request = {
        .site = draw(SITES), .warp = (uint16_t)warp, .space = (uint8_t)space, .object = 0};
    request.mask = (draw(3) ? draw(UINT32_MAX) & draw(UINT32_MAX) : 1u << draw(32)) & lanes;
    if (!request.mask) request.mask = 1;
    /* Words 0 to 3 are for atomics alone, so that no counter orders anything. */
    request.kind = draw(4) == 0 ? TRACE_ATOMIC : draw(3) ? TRACE_LOAD : TRACE_STORE;
    request.width = request.kind == TRACE_ATOMIC ? 4 : (uint8_t)(1u << draw(4));
    if (request.kind == TRACE_ATOMIC && draw(3) == 0) request.flags = TRACE_BLOCK_SCOPE;
    int64_t offsets[TRACE_LANES];
    uint32_t count = (uint32_t)__builtin_popcount(request.mask);
    bool spread = draw(2);
    uint32_t base = 16 + draw(WORDS * 4 - 24);
    for (uint32_t i = 0; i < count; i++) {
        if (request.kind == TRACE_ATOMIC)
            offsets[i] = draw(4) * 4;
        else if (spread)
            offsets[i] = 16 + draw(WORDS * 4 - 24);
        else
            offsets[i] = base;
    }
    builder_request(builder, &request, offsets, NULL);
}

/* A meeting of some lanes, which may arrive in two parts. */
static void random_meeting(struct trace_builder *builder, uint32_t warp, uint32_t lanes)
{
    uint32_t mask = draw(2) ? lanes : draw(UINT32_MAX) & lanes;
    if (!mask) return;
    uint32_t early = mask & draw(UINT32_MAX);
    struct trace_request request = {.kind = TRACE_WARP_SYNC,
                                    .space = TRACE_NO_SPACE,
                                    .warp = (uint16_t)warp,
                                    .object = TRACE_NONE};
    request.sync_mask = mask;
    if (early && early != mask) {
        request.mask = early;
        builder_request(builder, &request, NULL, NULL);
        mask &= ~early;
    }
    request.mask = mask;
    builder_request(builder, &request, NULL, NULL);
}

static struct trace *random_trace(enum trace_space space, bool grid_sync)
{
    struct trace_builder *builder = begin(BLOCKS, THREADS, "random:1");
    for (uint32_t b = 0; b < BLOCKS; b++) {
        builder_block(builder, b, true);
        for (uint32_t r = 0; r < ROUNDS; r++) {
            builder_round(builder);
            for (uint32_t w = 0; w < 2; w++) {
                uint32_t lanes = w ? 0xff : UINT32_MAX;
                for (uint32_t i = draw(6); i-- > 0;)
                    if (draw(3) == 0)
                        random_meeting(builder, w, lanes);
                    else
                        random_access(builder, w, lanes, space);
                struct trace_request sync = {.kind = TRACE_GRID_SYNC,
                                             .space = TRACE_NO_SPACE,
                                             .warp = (uint16_t)w,
                                             .object = TRACE_NONE};
                sync.mask = lanes;
                if (grid_sync && r == 0) builder_request(builder, &sync, NULL, NULL);
            }
        }
    }
    return end(builder);
}

/* ---- The definition ------------------------------------------------------------------------- */

struct touch { /* one access by one thread, with all threads it is ordered after */
    uint32_t block, round, warp, thread, request, line;
    uint32_t grid;
    int64_t offset;
    uint32_t width;
    enum trace_kind kind;
    bool narrow; /* of block scope */
};

enum { MAX_TOUCHES = 4096 };

static uint32_t gather(const struct trace *trace, struct touch *out)
{
    const struct trace_launch *launch = &trace->launches[0];
    uint32_t count = 0;
    for (uint32_t b = 0; b < launch->block_count; b++)
        for (uint32_t r = 0; r < launch->blocks[b].rounds; r++) {
            const struct trace_round *round = trace_block_round(launch, b, r);
            for (uint32_t i = round->first; i < round->first + round->count; i++) {
                const struct trace_request *q = &launch->requests[i];
                if (q->kind > TRACE_ATOMIC) continue;
                int64_t offsets[32];
                trace_request_offsets(launch, q, offsets);
                for (uint32_t lane = 0; lane < 32; lane++)
                    if (q->mask >> lane & 1)
                        out[count++] = (struct touch){b,
                                                      r,
                                                      q->warp,
                                                      q->warp * 32u + lane,
                                                      i,
                                                      trace->sites[q->site].line,
                                                      r,
                                                      offsets[lane],
                                                      q->width,
                                                      (enum trace_kind)q->kind,
                                                      q->flags & TRACE_BLOCK_SCOPE};
            }
        }
    return count;
}

/* Walks forward from a and says whether b is reached: who is "after a" grows at meetings. */
static bool slow_before(const struct trace_launch *launch, const struct touch *a,
                        const struct touch *b)
{
    if (a->request >= b->request) return false;
    uint32_t after = 1u << a->thread % 32;
    struct {
        uint32_t mask, arrived;
    } open[32];
    int opened = 0;
    const struct trace_round *round = trace_block_round(launch, a->block, a->round);
    for (uint32_t i = round->first; i < round->first + round->count; i++) {
        const struct trace_request *q = &launch->requests[i];
        if (q->warp != a->warp) continue;
        if (i == b->request) return after >> b->thread % 32 & 1;
        if (q->kind != TRACE_WARP_SYNC) {
            for (int k = opened; k-- > 0;) /* an open meeting whose lanes go on is over */
                if (open[k].arrived & q->mask) {
                    if (i > a->request && open[k].arrived & after) after |= open[k].arrived;
                    open[k] = open[--opened];
                }
            continue;
        }
        int k = 0;
        while (k < opened && open[k].mask != q->sync_mask)
            k++;
        if (k == opened) {
            open[opened].mask = q->sync_mask;
            open[opened++].arrived = 0;
        }
        open[k].arrived |= q->mask;
        if (open[k].arrived == open[k].mask) {
            if (i > a->request && open[k].arrived & after) after |= open[k].arrived;
            open[k] = open[--opened];
        }
    }
    return false;
}

static bool slow_ordered(const struct trace_launch *launch, const struct touch *a,
                         const struct touch *b, bool grid_sync)
{
    if (a->block != b->block) return grid_sync && (a->round == 0) != (b->round == 0);
    if (a->thread == b->thread || a->round != b->round) return true;
    if (a->warp != b->warp) return false;
    return slow_before(launch, a, b) || slow_before(launch, b, a);
}

/* raced[line pair][scope][block of the later][slot] */
static uint8_t raced[16][3][WORDS * 4];

static void slow_races(const struct trace *trace, bool shared, bool grid_sync)
{
    static struct touch touches[MAX_TOUCHES];
    const struct trace_launch *launch = &trace->launches[0];
    uint32_t count = gather(trace, touches);
    memset(raced, 0, sizeof raced);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < i; k++) {
            const struct touch *a = &touches[k], *b = &touches[i];
            if (shared && a->block != b->block) continue;
            if (a->kind == TRACE_LOAD && b->kind == TRACE_LOAD) continue;
            if (a->kind == TRACE_ATOMIC && b->kind == TRACE_ATOMIC &&
                (a->block == b->block || !(a->narrow || b->narrow)))
                continue;
            int64_t low = a->offset > b->offset ? a->offset : b->offset;
            int64_t high = a->offset + a->width < b->offset + b->width ? a->offset + a->width
                                                                       : b->offset + b->width;
            if (low >= high || slow_ordered(launch, a, b, grid_sync)) continue;
            uint32_t x = a->line < b->line ? a->line : b->line;
            uint32_t y = a->line < b->line ? b->line : a->line;
            int scope = a->block != b->block ? 2 : a->warp != b->warp ? 1 : 0;
            for (int64_t slot = low / element; slot <= (high - 1) / element; slot++)
                raced[x * 4 + y][scope][slot] = 1;
        }
}

static void compare(const struct trace *trace)
{
    struct analysis *analysis = analysis_create(trace);
    const struct race_table *table = races_of_launch(analysis, 0);
    uint64_t expected = 0, found = 0;
    for (int p = 0; p < 16; p++)
        for (int s = 0; s < 3; s++)
            for (uint32_t w = 0; w < WORDS * 4 / element; w++)
                expected += raced[p][s][w];
    for (uint32_t i = 0; i < table->count; i++) {
        const struct race *race = &table->races[i];
        uint32_t x = trace->sites[race->first.site].line, y = trace->sites[race->second.site].line;
        uint32_t pair = x < y ? x * 4 + y : y * 4 + x;
        uint64_t slots = 0;
        int64_t low = -1, high = -1;
        for (uint32_t w = 0; w < WORDS * 4 / element; w++)
            if (raced[pair][race->scope][w]) {
                if (low < 0) low = (int64_t)w;
                high = (int64_t)w;
                slots++;
            }
        assert_int_equal(race->slots, slots);
        assert_int_equal(race->low, low);
        assert_int_equal(race->high, high);
        assert_true(race->slot >= low && race->slot <= high);
        assert_int_equal(race->severity, race->scope == 0 ? TRACE_WARNING : TRACE_ERROR);
        found += slots;
    }
    assert_int_equal(found, expected);
    analysis_destroy(analysis);
}

static void shared_races_equal_definition(void **state)
{
    (void)state;
    for (int i = 0; i < 400; i++) {
        element = 1u << i % 4;
        struct trace *trace = random_trace(TRACE_SHARED, false);
        slow_races(trace, true, false);
        compare(trace);
        trace_destroy(trace);
    }
    element = 4;
}

static void global_races_equal_definition(void **state)
{
    (void)state;
    for (int i = 0; i < 400; i++) {
        bool grid_sync = i % 2;
        element = 1u << i / 2 % 4;
        struct trace *trace = random_trace(TRACE_GLOBAL, grid_sync);
        slow_races(trace, false, grid_sync);
        compare(trace);
        trace_destroy(trace);
    }
    element = 4;
}

/* ---- Barriers that are objects ---------------------------------------------------------------
 * In one round: whoever waits for a phase comes after all that arrived at it, and so on. */

enum { PHASES = 5, STEPS = 24 };

static struct trace *random_phases(void)
{
    struct trace_builder *builder = begin(1, THREADS, "random:1");
    builder_block(builder, 0, true);
    builder_round(builder);
    for (uint32_t w = 0; w < 2; w++) {
        uint32_t lanes = w ? 0xff : UINT32_MAX;
        for (uint32_t i = 0; i < STEPS; i++) {
            struct trace_request request = {.kind = (uint8_t)(draw(2) ? TRACE_ARRIVE : TRACE_WAIT),
                                            .space = TRACE_NO_SPACE,
                                            .warp = (uint16_t)w,
                                            .object = TRACE_NONE,
                                            .sync_mask = 7 << 16 | draw(PHASES)};
            request.mask = (draw(2) ? 1u << draw(8) : draw(UINT32_MAX)) & lanes;
            if (!request.mask) request.mask = 1;
            if (draw(2)) {
                int64_t offsets[TRACE_LANES];
                request.kind = draw(2) ? TRACE_LOAD : TRACE_STORE;
                request.space = TRACE_SHARED;
                request.object = request.sync_mask = 0;
                request.width = 4;
                request.site = draw(SITES);
                for (int k = 0; k < TRACE_LANES; k++)
                    offsets[k] = 4 * draw(6);
                builder_request(builder, &request, offsets, NULL);
            } else {
                builder_request(builder, &request, NULL, NULL);
            }
        }
    }
    return end(builder);
}

/* From request i of `thread` on: marks everything that comes after it. */
static void slow_follow(const struct trace_launch *launch, uint32_t i, uint32_t thread,
                        bool (*after)[THREADS])
{
    for (; i < launch->request_count; i++) {
        const struct trace_request *q = &launch->requests[i];
        if (q->warp != thread / 32 || !(q->mask >> thread % 32 & 1)) continue;
        if (after[i][thread]) return;
        after[i][thread] = true;
        if (q->kind != TRACE_ARRIVE) continue;
        for (uint32_t k = 0; k < launch->request_count; k++) {
            const struct trace_request *wait = &launch->requests[k];
            if (wait->kind != TRACE_WAIT || wait->sync_mask != q->sync_mask) continue;
            for (uint32_t lane = 0; lane < 32; lane++)
                if (wait->mask >> lane & 1 && wait->warp * 32u + lane != thread)
                    slow_follow(launch, k, wait->warp * 32u + lane, after);
        }
    }
}

static void slow_phases(const struct trace *trace)
{
    static struct touch touches[MAX_TOUCHES];
    static bool after[2 * STEPS][THREADS];
    const struct trace_launch *launch = &trace->launches[0];
    uint32_t count = gather(trace, touches);
    memset(raced, 0, sizeof raced);
    static bool ordered[MAX_TOUCHES][MAX_TOUCHES];
    for (uint32_t i = 0; i < count; i++) {
        memset(after, 0, sizeof after);
        slow_follow(launch, touches[i].request + 1, touches[i].thread, after);
        for (uint32_t k = 0; k < count; k++)
            ordered[i][k] = after[touches[k].request][touches[k].thread];
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < i; k++) {
            const struct touch *a = &touches[k], *b = &touches[i];
            if (a->thread == b->thread || a->offset != b->offset) continue;
            if (a->kind == TRACE_LOAD && b->kind == TRACE_LOAD) continue;
            if (ordered[i][k] || ordered[k][i]) continue;
            uint32_t x = a->line < b->line ? a->line : b->line;
            uint32_t y = a->line < b->line ? b->line : a->line;
            raced[x * 4 + y][a->warp != b->warp][a->offset / 4] = 1;
        }
}

static void phases_equal_definition(void **state)
{
    (void)state;
    for (int i = 0; i < 150; i++) {
        struct trace *trace = random_phases();
        slow_phases(trace);
        compare(trace);
        trace_destroy(trace);
    }
}

/* ---- The missing barrier of screens.md --------------------------------------------------------
 */

static void missing_barrier(void **state)
{
    (void)state;
    struct trace *trace = synthetic_missing_barrier(1 << 16, 32, 256, false);
    struct analysis *analysis = analysis_create(trace);
    const struct race_table *table = races_of_launch(analysis, 0);
    assert_int_equal(table->count, 2);
    const struct race *error = &table->races[0], *warning = &table->races[1];
    assert_int_equal(error->severity, TRACE_ERROR);
    assert_int_equal(error->slot, 64);
    assert_int_equal(race_reader(error)->thread, 0);
    assert_int_equal(race_writer(error)->thread, 64);
    assert_int_equal(race_reader(error)->turn, 2);
    assert_int_equal(race_writer(error)->turn, 1);
    assert_int_equal(error->slots, 96);
    assert_int_equal(error->count, 96 * 32);
    assert_int_equal(error->blocks, 32);
    assert_int_equal(error->first.round, 1);
    assert_int_equal(warning->severity, TRACE_WARNING);
    assert_int_equal(warning->slot, 16);
    assert_int_equal(race_reader(warning)->turn, 4);
    assert_int_equal(race_writer(warning)->turn, 1);
    assert_int_equal(warning->low, 1);
    assert_int_equal(warning->high, 31);
    const struct race_table *round = races_of_round(analysis, 0, 3, 1);
    uint32_t between = 0;
    for (uint32_t i = 0; i < round->count; i++)
        between += round->races[i].severity == TRACE_ERROR;
    assert_int_equal(between, 96);
    assert_int_equal(round->count, 96 + 31);
    assert_int_equal(races_of_round(analysis, 0, 3, 0)->count, 0);
    analysis_destroy(analysis);
    trace_destroy(trace);
}

static void correct_programs(void **state)
{
    (void)state;
    struct trace *traces[] = {synthetic_tree(1 << 14, 4, 256, false),
                              synthetic_tree(1 << 14, 4, 256, true), synthetic_matmul(32)};
    for (size_t i = 0; i < sizeof traces / sizeof *traces; i++) {
        struct analysis *analysis = analysis_create(traces[i]);
        assert_int_equal(races_of_launch(analysis, 0)->count, 0);
        analysis_destroy(analysis);
        trace_destroy(traces[i]);
    }
}

/* ---- Flags, counters, locks --------------------------------------------------------------------
 */

static void one(struct trace_builder *builder, uint32_t site, enum trace_kind kind, int64_t offset,
                uint8_t flags)
{
    struct trace_request request = {.site = site,
                                    .mask = 1,
                                    .kind = (uint8_t)kind,
                                    .space = TRACE_GLOBAL,
                                    .width = 4,
                                    .flags = flags,
                                    .offset = offset};
    if (kind > TRACE_ATOMIC) {
        request.space = TRACE_NO_SPACE;
        request.object = TRACE_NONE;
        request.width = 0;
    }
    builder_request(builder, &request, NULL, NULL);
}

static uint32_t count_races(struct trace_builder *builder, bool *fence_missing)
{
    struct trace *trace = end(builder);
    struct analysis *analysis = analysis_create(trace);
    const struct race_table *table = races_of_launch(analysis, 0);
    uint32_t count = table->count;
    if (fence_missing) *fence_missing = count && table->races[0].fence_missing;
    analysis_destroy(analysis);
    trace_destroy(trace);
    return count;
}

/* Every block stores a partial result, counts itself in; the last one reads them all. */
static uint32_t last_block(bool fence, bool forward, uint32_t finisher, bool *fence_missing)
{
    struct trace_builder *builder = begin(4, 1, forward ? "forward" : "random:3");
    for (uint32_t b = 0; b < 4; b++) {
        builder_block(builder, b, true);
        builder_round(builder);
        one(builder, 0, TRACE_STORE, b * 4, 0);
        if (fence) one(builder, 0, TRACE_FENCE, 0, 0);
        one(builder, 2, TRACE_ATOMIC, 64, 0);
        builder_round(builder);
        if (b != finisher) continue;
        for (int i = 0; i < 4; i++)
            one(builder, 4, TRACE_LOAD, i * 4, 0);
        one(builder, 4, TRACE_STORE, 64, 0); /* reset the counter */
    }
    return count_races(builder, fence_missing);
}

static void last_block_pattern(void **state)
{
    (void)state;
    bool missing = true;
    assert_int_equal(last_block(true, true, 3, &missing), 0);
    assert_int_equal(last_block(true, false, 2, NULL), 0); /* any block may come last */
    assert_int_equal(last_block(false, true, 3, &missing), 1);
    assert_true(missing);
    assert_true(last_block(true, true, 0, NULL) > 0); /* the first to come cannot know */
}

static void flag_pattern(void **state)
{
    (void)state;
    for (int fence = 0; fence < 2; fence++)
        for (int is_volatile = 0; is_volatile < 2; is_volatile++) {
            uint8_t flags = is_volatile ? TRACE_VOLATILE : 0;
            struct trace_builder *builder = begin(2, 1, "forward");
            builder_block(builder, 0, true);
            builder_round(builder);
            one(builder, 0, TRACE_STORE, 0, 0);
            if (fence) one(builder, 0, TRACE_FENCE, 0, 0);
            one(builder, 0, TRACE_STORE, 4, flags);
            builder_block(builder, 1, true);
            builder_round(builder);
            for (int i = 0; i < 3; i++)
                one(builder, 2, TRACE_LOAD, 4, flags);
            one(builder, 2, TRACE_LOAD, 0, 0);
            uint32_t races = count_races(builder, NULL);
            assert_int_equal(races > 0, !(fence && is_volatile));
        }
}

static void lock_pattern(void **state)
{
    (void)state;
    for (int fence = 0; fence < 2; fence++) {
        struct trace_builder *builder = begin(3, 1, "forward");
        for (uint32_t b = 0; b < 3; b++) {
            builder_block(builder, b, true);
            builder_round(builder);
            one(builder, 0, TRACE_ATOMIC, 0, 0);
            one(builder, 2, TRACE_LOAD, 4, 0);
            one(builder, 2, TRACE_STORE, 4, 0);
            if (fence) one(builder, 4, TRACE_FENCE, 0, 0);
            one(builder, 4, TRACE_ATOMIC, 0, 0);
        }
        assert_int_equal(count_races(builder, NULL) > 0, !fence);
    }
}

/* A total that every block adds to by atomics may not be read by them on the way. */
static void read_of_a_counter(void **state)
{
    (void)state;
    for (int forward = 0; forward < 2; forward++) {
        struct trace_builder *builder = begin(3, 1, forward ? "forward" : "reverse");
        for (uint32_t b = 0; b < 3; b++) {
            builder_block(builder, b, true);
            builder_round(builder);
            one(builder, 0, TRACE_ATOMIC, 0, 0);
            one(builder, 2, TRACE_LOAD, 0, 0);
        }
        assert_int_equal(count_races(builder, NULL), 1);
    }
}

/* What a compare and swap checks may be read plainly before; what it only changes may not. */
static void compared_guess(void **state)
{
    (void)state;
    for (int swap = 0; swap < 2; swap++) {
        struct trace_builder *builder = begin(2, 1, "forward");
        for (uint32_t b = 0; b < 2; b++) {
            builder_block(builder, b, true);
            builder_round(builder);
            one(builder, 0, TRACE_LOAD, 0, 0);
            one(builder, 2, TRACE_ATOMIC, 0, swap ? TRACE_COMPARES : 0);
        }
        assert_int_equal(count_races(builder, NULL) > 0, !swap);
    }
}

/* Thousands of reads that barriers put after a write do not use up the patience for the one that
 * nothing orders, whatever else is counted with atomics. */
static void unrelated_atomics(void **state)
{
    (void)state;
    enum { MANY = 40 };
    struct trace_builder *builder = begin(2, 64, "forward");
    for (uint32_t b = 0; b < 2; b++) {
        builder_block(builder, b, true);
        for (uint32_t r = 0; r < MANY; r++) {
            builder_round(builder);
            for (uint32_t w = 0; w < 2; w++) {
                struct trace_request request = {.site = 4,
                                                .mask = UINT32_MAX,
                                                .kind = TRACE_ATOMIC,
                                                .space = TRACE_GLOBAL,
                                                .width = 4,
                                                .warp = (uint16_t)w,
                                                .offset = 64};
                builder_request(builder, &request, NULL, NULL);
                if (w == 0 && b == 0 && r % 2 == 0) one(builder, 0, TRACE_STORE, 0, 0);
                request.kind = TRACE_LOAD;
                request.site = 2;
                request.offset = 0;
                if (r % 2 && (b == 0 || r + 1 == MANY))
                    builder_request(builder, &request, NULL, NULL);
            }
        }
    }
    assert_int_equal(count_races(builder, NULL), 1);
}

/* Many turns at a lock; `careless`: this block's last turn is without it. */
static void turns_at_a_lock(struct trace_builder *builder, uint32_t blocks, uint32_t careless)
{
    enum { TURNS = 48 };
    for (uint32_t b = 0; b < blocks; b++) {
        builder_block(builder, b, true);
        builder_round(builder);
        for (uint32_t i = 0; i < TURNS; i++) {
            bool locks = b != careless || i + 1 < TURNS;
            if (locks) one(builder, 0, TRACE_ATOMIC, 0, TRACE_COMPARES);
            one(builder, 2, TRACE_LOAD, 4, 0);
            one(builder, 2, TRACE_STORE, 4, 0);
            if (locks) one(builder, 4, TRACE_FENCE, 0, 0);
            if (locks) one(builder, 4, TRACE_ATOMIC, 0, 0);
        }
    }
}

static void many_turns_at_a_lock(void **state)
{
    (void)state;
    enum { MANY = 64 };
    for (uint32_t careless = MANY; careless + 24 > MANY; careless -= 8) {
        struct trace_builder *builder = begin(MANY, 1, "forward");
        turns_at_a_lock(builder, MANY, careless);
        struct trace *trace = end(builder);
        struct analysis *analysis = analysis_create(trace);
        const struct race_table *table = races_of_launch(analysis, 0);
        assert_false(table->limit.hit);
        assert_int_equal(table->count > 0, careless < MANY);
        analysis_destroy(analysis);
        trace_destroy(trace);
    }
}

/* More sites touch a word than are told apart: what was not compared is said. */
static void limits_are_told(void **state)
{
    (void)state;
    struct trace_builder *builder = begin(2, 1, "forward");
    for (uint32_t i = 0; i < 300; i++) {
        struct trace_site site = {.line = 10 + i, .function = "k"};
        builder_site(builder, &site);
    }
    for (uint32_t b = 0; b < 2; b++) {
        builder_block(builder, b, true);
        builder_round(builder);
        for (uint32_t i = 0; i < 300; i++)
            one(builder, SITES + i, TRACE_ATOMIC, 0, 0);
        if (b) one(builder, 0, TRACE_LOAD, 0, 0);
    }
    struct trace *trace = end(builder);
    struct analysis *analysis = analysis_create(trace);
    assert_int_equal(races_of_launch(analysis, 0)->count, 0);
    assert_true(races_of_launch(analysis, 0)->limit.hit);
    const struct finding_list *list = findings_get(analysis);
    bool said = false;
    for (uint32_t i = 0; i < list->count; i++)
        said |= list->findings[i].fault == TRACE_LIMIT;
    assert_true(said);
    assert_int_equal(findings_status(list), list->warnings + list->errors ? 1 : 2);
    analysis_destroy(analysis);
    trace_destroy(trace);
}

/* A tile of two warps: their first lanes alone arrive and wait, the others meet them before and
 * behind that. `late`: only after the other warp's words were read. */
static void tile_access(struct trace_builder *builder, uint32_t warp, bool reads)
{
    struct trace_request request = {.kind = (uint8_t)(reads ? TRACE_LOAD : TRACE_STORE),
                                    .space = TRACE_SHARED,
                                    .site = reads ? 2 : 0,
                                    .warp = (uint16_t)warp,
                                    .width = 4,
                                    .mask = 0xff};
    int64_t offsets[TRACE_LANES];
    for (int i = 0; i < 8; i++)
        offsets[i] = 4 * (i + 8 * (reads ? 1 - (int)warp : (int)warp));
    builder_request(builder, &request, offsets, NULL);
}

static void tile_sync(struct trace_builder *builder, uint32_t warp)
{
    static const uint8_t kinds[] = {TRACE_WARP_SYNC, TRACE_ARRIVE, TRACE_WAIT, TRACE_WARP_SYNC};
    for (int i = 0; i < 4; i++) {
        bool meets = kinds[i] == TRACE_WARP_SYNC;
        struct trace_request request = {.kind = kinds[i],
                                        .space = TRACE_NO_SPACE,
                                        .object = TRACE_NONE,
                                        .warp = (uint16_t)warp,
                                        .mask = meets ? 0xff : 1,
                                        .sync_mask = meets ? 0xff : 0x80100000};
        builder_request(builder, &request, NULL, NULL);
    }
}

static void large_tiles(void **state)
{
    (void)state;
    for (int late = 0; late < 2; late++) {
        struct trace_builder *builder = begin(1, THREADS, "random:1");
        builder_block(builder, 0, true);
        builder_round(builder);
        for (uint32_t warp = 0; warp < 2; warp++) {
            tile_access(builder, warp, false);
            if (!late) tile_sync(builder, warp);
            tile_access(builder, warp, true);
            if (late) tile_sync(builder, warp);
        }
        struct trace *trace = end(builder);
        struct analysis *analysis = analysis_create(trace);
        assert_int_equal(races_of_launch(analysis, 0)->count > 0, late);
        analysis_destroy(analysis);
        trace_destroy(trace);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shared_races_equal_definition),
        cmocka_unit_test(global_races_equal_definition),
        cmocka_unit_test(phases_equal_definition),
        cmocka_unit_test(large_tiles),
        cmocka_unit_test(missing_barrier),
        cmocka_unit_test(correct_programs),
        cmocka_unit_test(last_block_pattern),
        cmocka_unit_test(flag_pattern),
        cmocka_unit_test(lock_pattern),
        cmocka_unit_test(read_of_a_counter),
        cmocka_unit_test(compared_guess),
        cmocka_unit_test(unrelated_atomics),
        cmocka_unit_test(many_turns_at_a_lock),
        cmocka_unit_test(limits_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
