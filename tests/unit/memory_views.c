/* The access and banks views on patterns whose cost is known. */
#include "analysis/round.h"
#include "analysis/sentence.h"
#include "app/frame.h"
#include "app/show.h"
#include "base/mem.h"
#include "export/csv.h"
#include "support/screen.h"
#include "trace/builder.h"
#include "view/pick.h"
#include "view/view.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- Patterns ----------------------------------------------------------------------------------
 */

struct pattern {
    const char *program;
    uint32_t threads, blocks;
    uint32_t array_dims[2]; /* of the shared array; 0 = none */
    uint32_t elements;      /* of the global array */
    uint32_t width;
    const char *text; /* of the program; NULL = none */
};

static struct trace_builder *begin(const struct pattern *p)
{
    struct trace_builder *builder = builder_create();
    struct trace *trace = builder_trace(builder);
    trace->program = p->program;
    trace->schedule = "forward";
    trace->as = "written";
    struct trace_source source = {.name = p->program, .text = p->text ? p->text : "", .own = true};
    builder_source(builder, &source);
    struct trace_type type = {
        .name = p->width == 4 ? "float" : "wide", .kind = TRACE_OPAQUE, .bytes = p->width};
    uint32_t number = builder_type(builder, &type);
    for (uint32_t i = 0; i < 4; i++) {
        struct trace_site site = {.line = 15 + i, .function = "k"};
        builder_site(builder, &site);
    }
    struct trace_allocation num = {.name = "num",
                                   .address = 0x7f0000000000,
                                   .type = number,
                                   .bytes = (uint64_t)p->elements * p->width};
    builder_allocation(builder, &num);
    struct trace_launch launch = {.kernel = "k",
                                  .error = "",
                                  .complete = true,
                                  .grid = {p->blocks, 1, 1},
                                  .block = {p->threads, 1, 1}};
    launch.source = TRACE_NONE;
    builder_launch_begin(builder, &launch);
    if (p->array_dims[0]) {
        uint32_t count = p->array_dims[0] * (p->array_dims[1] ? p->array_dims[1] : 1);
        struct trace_array array = {.name = p->array_dims[1] ? "tile" : "shared",
                                    .function = "k",
                                    .count = count,
                                    .bytes = count * p->width,
                                    .type = number,
                                    .dims = {p->array_dims[0], p->array_dims[1]},
                                    .dim_count = p->array_dims[1] ? 2 : 1};
        array.source = TRACE_NONE;
        builder_array(builder, &array);
    }
    return builder;
}

static void request(struct trace_builder *builder, const struct pattern *p, uint32_t site,
                    enum trace_kind kind, enum trace_space space, uint32_t warp, uint32_t mask,
                    int64_t first, int64_t stride)
{
    struct trace_request r = {.site = site,
                              .kind = (uint8_t)kind,
                              .space = (uint8_t)space,
                              .warp = (uint16_t)warp,
                              .mask = mask,
                              .width = (uint8_t)p->width};
    r.offset = first * p->width;
    r.stride = (int32_t)(stride * p->width);
    builder_request(builder, &r, NULL, NULL);
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

/* 256 threads sum up n numbers: a chunk each, or every 256th. */
static struct trace *sum(uint32_t n, bool coalesced)
{
    struct pattern p = {.program = coalesced ? "cubes_coalesced.cu" : "cubes_chunked.cu",
                        .threads = 256,
                        .blocks = 1,
                        .elements = n,
                        .width = 4};
    struct trace_builder *builder = begin(&p);
    uint32_t turns = n / 256;
    builder_block(builder, 0, true);
    builder_round(builder);
    for (uint32_t w = 0; w < 8; w++)
        for (uint32_t i = 0; i < turns; i++)
            request(builder, &p, 0, TRACE_LOAD, TRACE_GLOBAL, w, UINT32_MAX,
                    coalesced ? i * 256 + w * 32 : (int64_t)w * 32 * turns + i,
                    coalesced ? 1 : turns);
    return end(builder);
}

/* The tree with strided indices: thread t works on slots 2 s t and 2 s t + s. */
static struct trace *strided_tree(void)
{
    struct pattern p = {.program = "tree_strided.cu",
                        .threads = 256,
                        .blocks = 1,
                        .array_dims = {256, 0},
                        .elements = 256,
                        .width = 4};
    struct trace_builder *builder = begin(&p);
    builder_block(builder, 0, true);
    builder_round(builder);
    for (uint32_t w = 0; w < 8; w++)
        request(builder, &p, 1, TRACE_STORE, TRACE_SHARED, w, UINT32_MAX, w * 32, 1);
    for (uint32_t s = 1; s < 256; s *= 2) {
        builder_round(builder);
        uint32_t active = 128 / s;
        for (uint32_t w = 0; w * 32 < active; w++) {
            uint32_t left = active - w * 32;
            uint32_t mask = left >= 32 ? UINT32_MAX : (1u << left) - 1;
            int64_t first = (int64_t)w * 32 * 2 * s;
            request(builder, &p, 0, TRACE_LOAD, TRACE_SHARED, w, mask, first, 2 * s);
            request(builder, &p, 2, TRACE_LOAD, TRACE_SHARED, w, mask, first + s, 2 * s);
            request(builder, &p, 3, TRACE_STORE, TRACE_SHARED, w, mask, first, 2 * s);
        }
    }
    return end(builder);
}

/* A tile written by rows and read by columns. */
static struct trace *transpose(uint32_t row)
{
    struct pattern p = {.program = "transpose.cu",
                        .threads = 1024,
                        .blocks = 1,
                        .array_dims = {32, row},
                        .elements = 1024,
                        .width = 4};
    struct trace_builder *builder = begin(&p);
    builder_block(builder, 0, true);
    builder_round(builder);
    for (uint32_t w = 0; w < 32; w++)
        request(builder, &p, 0, TRACE_STORE, TRACE_SHARED, w, UINT32_MAX, w * row, 1);
    builder_round(builder);
    for (uint32_t w = 0; w < 32; w++)
        request(builder, &p, 2, TRACE_LOAD, TRACE_SHARED, w, UINT32_MAX, w, row);
    return end(builder);
}

static struct trace *stride(uint32_t step, uint32_t width)
{
    struct pattern p = {.program = "strides.cu",
                        .threads = 32,
                        .blocks = 1,
                        .array_dims = {32 * step + 1, 0},
                        .elements = 32 * step + 1,
                        .width = width};
    struct trace_builder *builder = begin(&p);
    builder_block(builder, 0, true);
    builder_round(builder);
    request(builder, &p, 0, TRACE_LOAD, TRACE_GLOBAL, 0, UINT32_MAX, 0, step);
    request(builder, &p, 1, TRACE_LOAD, TRACE_SHARED, 0, UINT32_MAX, 0, step);
    return end(builder);
}

/* num[i] * num[i] * num[i] on one line, twice for each element; then another line's read. */
static struct trace *cubes(bool moves)
{
    struct pattern p = {
        .program = "cubes.cu", .threads = 32, .blocks = 1, .elements = 64, .width = 4};
    struct trace_builder *builder = begin(&p);
    uint32_t sites[3];
    for (int i = 0; i < 3; i++) {
        struct trace_site site = {.line = 25, .column = (uint32_t)i, .function = "k"};
        sites[i] = builder_site(builder, &site);
    }
    builder_block(builder, 0, true);
    builder_round(builder);
    for (int turn = 0; turn < 2; turn++)
        for (int i = 0; i < 3; i++)
            request(builder, &p, sites[i], TRACE_LOAD, TRACE_GLOBAL, 0, UINT32_MAX,
                    moves ? turn * 32 : 0, 1);
    request(builder, &p, 0, TRACE_LOAD, TRACE_GLOBAL, 0, UINT32_MAX, 32, 1);
    return end(builder);
}

/* Rows of `width` bytes, `pitch` apart, in `depth` slices of 8: a warp reads the start of row 1,
 * then of the last row. */
static struct trace *pitched(uint64_t width, uint64_t pitch, uint64_t depth)
{
    struct pattern p = {
        .program = "pitched.cu", .threads = 32, .blocks = 1, .elements = 1, .width = 4};
    struct trace_builder *builder = begin(&p);
    uint64_t rows = 8 * (depth ? depth : 1);
    struct trace_allocation *a = builder_allocation_at(builder, 0);
    a->bytes = rows * pitch;
    a->pitch = pitch;
    a->width = width;
    a->height = 8;
    a->depth = depth;
    builder_block(builder, 0, true);
    builder_round(builder);
    request(builder, &p, 0, TRACE_LOAD, TRACE_GLOBAL, 0, UINT32_MAX, (int64_t)pitch / 4, 1);
    request(builder, &p, 1, TRACE_LOAD, TRACE_GLOBAL, 0, UINT32_MAX,
            (int64_t)((rows - 1) * pitch / 4), 1);
    return end(builder);
}

/* Each lane reads all of 8 rows, 64 elements each, pitch 128; `padding`: instead of the first row's
 * last element but one the word behind the row. Then it stores. `chars`: num is a char *, read as
 * float. */
static struct trace *rows_summed(bool padding, bool chars)
{
    struct pattern p = {
        .program = "rows.cu", .threads = 32, .blocks = 1, .elements = 1, .width = 4};
    struct trace_builder *builder = begin(&p);
    struct trace_allocation *a = builder_allocation_at(builder, 0);
    struct trace_type letter = {.name = "char", .kind = TRACE_SIGNED, .bytes = 1};
    if (chars) a->type = builder_type(builder, &letter);
    a->bytes = 8 * 512;
    a->pitch = 512;
    a->width = 256;
    a->height = 8;
    builder_block(builder, 0, true);
    builder_round(builder);
    for (int64_t row = 0; row < 8; row++)
        for (int64_t i = 0; i < 64; i++)
            request(builder, &p, 0, TRACE_LOAD, TRACE_GLOBAL, 0, UINT32_MAX,
                    row * 128 + (padding && row == 0 && i == 62 ? 64 : i), 0);
    request(builder, &p, 0, TRACE_STORE, TRACE_GLOBAL, 0, UINT32_MAX, 64, 1);
    return end(builder);
}

/* All lanes read one word of constant memory; then every lane one of four. */
static struct trace *constants(void)
{
    struct pattern p = {
        .program = "constants.cu", .threads = 32, .blocks = 1, .elements = 64, .width = 4};
    struct trace_builder *builder = begin(&p);
    builder_block(builder, 0, true);
    builder_round(builder);
    request(builder, &p, 0, TRACE_LOAD, TRACE_CONSTANT, 0, UINT32_MAX, 3, 0);
    request(builder, &p, 1, TRACE_LOAD, TRACE_CONSTANT, 0, 0xF, 8, 1);
    return end(builder);
}

/* Neighbouring lanes read neighbouring elements of so many bytes each. */
static struct trace *constant_elements(uint32_t width)
{
    struct pattern p = {
        .program = "constants.cu", .threads = 32, .blocks = 1, .elements = 64, .width = width};
    struct trace_builder *builder = begin(&p);
    builder_block(builder, 0, true);
    builder_round(builder);
    request(builder, &p, 0, TRACE_LOAD, TRACE_CONSTANT, 0, 0xF, 0, 1);
    return end(builder);
}

/* Thread 0 of each of two blocks reads element 1, then 0; that of block 0 stores element 0 at last.
 */
static struct trace *race_of_blocks(void)
{
    struct pattern p = {
        .program = "blocks.cu", .threads = 32, .blocks = 2, .elements = 64, .width = 4};
    struct trace_builder *builder = begin(&p);
    for (uint32_t block = 0; block < 2; block++) {
        builder_block(builder, block, true);
        builder_round(builder);
        request(builder, &p, 0, TRACE_LOAD, TRACE_GLOBAL, 0, 1, 1, 0);
        request(builder, &p, 1, TRACE_LOAD, TRACE_GLOBAL, 0, 1, 0, 0);
        if (block == 0) request(builder, &p, 2, TRACE_STORE, TRACE_GLOBAL, 0, 1, 0, 0);
    }
    return end(builder);
}

/* Of a warp that reads neighbouring elements the last ten do not exist. */
static struct trace *past_the_end(void)
{
    struct pattern p = {
        .program = "past_end.cu", .threads = 32, .blocks = 1, .elements = 22, .width = 4};
    p.text = "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n    a\n    b\n    c\n";
    struct trace_builder *builder = begin(&p);
    builder_block(builder, 0, true);
    builder_round(builder);
    request(builder, &p, 2, TRACE_LOAD, TRACE_GLOBAL, 0, UINT32_MAX, 0, 1);
    struct trace_diagnostic d = {.fault = TRACE_OUT_OF_BOUNDS,
                                 .severity = TRACE_ERROR,
                                 .site = 2,
                                 .thread = 22,
                                 .line = 17,
                                 .array = "num",
                                 .has_index = true,
                                 .index = 22,
                                 .count = 10,
                                 .message = "Thread 22 uses num[22], which does not exist."};
    builder_diagnostic(builder, &d);
    return end(builder);
}

/* A warp stores slots 0-31, then reads `count` slots from 24 on: those from 32 on are unset. */
static struct trace *unset_slots(uint32_t count)
{
    struct pattern p = {.program = "unset.cu",
                        .threads = 32,
                        .blocks = 1,
                        .array_dims = {64, 0},
                        .elements = 64,
                        .width = 4};
    struct trace_builder *builder = begin(&p);
    uint8_t *data, *written;
    builder_block(builder, 0, true);
    builder_round(builder);
    request(builder, &p, 0, TRACE_STORE, TRACE_SHARED, 0, UINT32_MAX, 0, 1);
    builder_round(builder);
    request(builder, &p, 1, TRACE_LOAD, TRACE_SHARED, 0, (1u << count) - 1, 24, 1);
    request(builder, &p, 2, TRACE_STORE, TRACE_SHARED, 0, (1u << count) - 1, 0, 1);
    builder_snapshots(builder, 0, &data, &written);
    for (uint32_t round = 0; round < 2; round++)
        memset(written + (size_t)round * 64, 1, 32);
    return end(builder);
}

/* Each warp shuffles, and its lane 0 stores a slot; then the lanes of warp 0 read those and
 * shuffle.
 */
static struct trace *shuffles(void)
{
    struct pattern p = {.program = "shuffles.cu",
                        .threads = 128,
                        .blocks = 1,
                        .array_dims = {4, 0},
                        .elements = 128,
                        .width = 4};
    struct trace_builder *builder = begin(&p);
    builder_block(builder, 0, true);
    for (uint32_t round = 0; round < 2; round++) {
        builder_round(builder);
        for (uint32_t w = 0; w < (round ? 1 : 4); w++) {
            struct trace_request r = {.site = 1,
                                      .kind = TRACE_SHUFFLE,
                                      .space = TRACE_NO_SPACE,
                                      .object = TRACE_NONE,
                                      .warp = (uint16_t)w,
                                      .mask = UINT32_MAX,
                                      .sync_mask = UINT32_MAX,
                                      .width = 4};
            int64_t from[TRACE_LANES];
            for (int lane = 0; lane < TRACE_LANES; lane++)
                from[lane] = lane < 16 ? lane + 16 : lane;
            if (round) request(builder, &p, 0, TRACE_LOAD, TRACE_SHARED, w, 0xF, 0, 1);
            builder_request(builder, &r, from, NULL);
            if (!round) request(builder, &p, 2, TRACE_STORE, TRACE_SHARED, w, 1, w, 0);
        }
    }
    return end(builder);
}

/* ---- Screens
 * ------------------------------------------------------------------------------------- */

static void open(struct screen *screen, int columns, int rows, struct trace *left,
                 struct trace *right, const char *view)
{
    struct trace *traces[] = {left, right};
    static const char *const titles[] = {"one", "the other"};
    screen_open(screen, columns, rows, traces, titles, right ? 2 : 1);
    show_view(&screen->state, (uint32_t)view_find(view));
    if (right) screen_keys(screen, "]c");
}

static void golden(struct screen *screen, const char *name)
{
    screen_draw(screen);
    char *text = screen_text(screen->canvas);
    assert_true(screen_whole(screen->canvas));
    bool same = screen_golden(text, name);
    free(text);
    assert_true(same);
}

static void access_compare(void **state)
{
    (void)state;
    struct screen screen;
    open(&screen, 80, 24, sum(1 << 20, true), sum(1 << 20, false), "access");
    for (int i = 0; i < 12; i++)
        screen_keys(&screen, "l");
    golden(&screen, "access-compare-80x24");
    screen_resize(&screen, 160, 45);
    golden(&screen, "access-compare-160x45");
    screen_close(&screen);
}

static void access_one(void **state)
{
    (void)state;
    struct screen screen;
    open(&screen, 80, 24, sum(1 << 16, false), NULL, "access");
    screen_keys(&screen, "lljjj");
    golden(&screen, "access-chunked-80x24");
    screen_keys(&screen, "-");
    golden(&screen, "access-map-thread-80x24");
    screen_keys(&screen, "-");
    golden(&screen, "access-map-warp-80x24");
    screen.canvas->ascii = true;
    golden(&screen, "access-map-ascii-80x24");
    screen_close(&screen);
}

/* :array tells why nothing changes where lanes stand in the place of slots. */
static void array_that_is_not_drawn(void **state)
{
    struct screen screen;
    (void)state;
    open(&screen, 80, 24, shuffles(), NULL, "tree");
    screen_keys(&screen, ":array shared\n");
    assert_true(screen_shows(&screen, "shared is not drawn in this picture; see banks (3)"));
    screen_keys(&screen, ":array nobody\n");
    assert_true(screen_shows(&screen, "There is no shared array named \"nobody\"."));
    screen_keys(&screen, "3:array shared\n");
    assert_true(screen_shows(&screen, "shared is not drawn in this round"));
    screen_close(&screen);
    open(&screen, 80, 24, transpose(33), NULL, "tree");
    screen_keys(&screen, ":array tile\n");
    assert_false(screen_shows(&screen, "tile is"));
    screen_keys(&screen, "3:array tile\n");
    assert_true(screen_shows(&screen, "tile is chosen; see tree (1)"));
    screen_close(&screen);
}

/* Where there is no room for values, the marks have their legend. */
static void marks_have_a_legend(void **state)
{
    struct screen screen;
    (void)state;
    open(&screen, 80, 24, transpose(50), NULL, "tree");
    assert_true(screen_shows(&screen, "tile[32][50] float   ● new  • old  · unset"));
    screen_keys(&screen, "+");
    assert_false(screen_shows(&screen, "• old"));
    screen_close(&screen);
}

/* rounds.csv counts as the viewer does: 32 lanes shuffle in round 1, though 4 touch memory. */
static void csv_counts_shuffles(void **state)
{
    struct trace *trace = shuffles();
    struct analysis *analysis = analysis_create(trace);
    struct error err;
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    (void)state;
    assert_non_null(file);
    assert_string_equal(csv_tables[0].name, "rounds");
    assert_int_equal(csv_write(analysis, &csv_tables[0], file, &err), 0);
    fclose(file);
    for (char *c = text; *c; c++) /* RFC 4180 ends lines so */
        if (*c == '\r') memmove(c, c + 1, strlen(c));
    assert_string_equal(text, "launch,block,round,requests,accesses,threads,warps\n"
                              "0,0,0,4,4,128,4\n0,0,1,1,4,32,1\n");
    const struct round_counts *counts = round_counts(analysis, 0, 0);
    assert_int_equal(counts[1].threads, 32);
    assert_int_equal(counts[1].warps, 1);
    free(text);
    analysis_destroy(analysis);
    trace_destroy(trace);
}

static void says(struct trace *trace, const char *wanted)
{
    char text[SENTENCE_TEXT];
    struct analysis *analysis = analysis_create(trace);
    sentence_round(analysis, 0, 0, 0, text, sizeof text);
    analysis_destroy(analysis);
    trace_destroy(trace);
    if (!strstr(text, wanted)) fail_msg("\"%s\" does not say \"%s\"", text, wanted);
}

/* Rows of pitched memory are not one range: the padding between them is never read. */
static void rows_are_not_a_range(void **state)
{
    (void)state;
    says(rows_summed(false, false), " num[0..959] (64 elements in each of 8 rows, 128 apart) ");
    says(rows_summed(true, false), " num[0..959] and ");
}

/* The index is that of the declared type, in the sentence as in the view. */
static void one_unit_for_an_index(void **state)
{
    (void)state;
    struct screen screen;
    says(rows_summed(false, true), " num[0..3839] (256 elements in each of 8 rows, 512 apart) ");
    says(rows_summed(false, true), " writes num[4t+256] ");
    open(&screen, 80, 24, rows_summed(false, true), NULL, "access");
    screen_keys(&screen, "l");
    assert_true(screen_shows(&screen, "lane t reads num[4]"));
    screen_close(&screen);
}

static void the_same_again(void **state)
{
    (void)state;
    for (int moves = 0; moves < 2; moves++) {
        struct screen screen;
        open(&screen, 80, 24, cubes(moves), NULL, "access");
        for (int at = 0; at < 7; at++) {
            char wanted[64];
            int nth = at < 6 ? at % 3 + 1 : 1;
            snprintf(wanted, sizeof wanted, "again (request %d of 3 of this line)", nth);
            assert_int_equal(screen_shows(&screen, wanted), nth > 1);
            if (nth == 1) assert_false(screen_shows(&screen, "same addresses"));
            screen_keys(&screen, "l");
        }
        screen_close(&screen);
    }
}

static void unset_slots_are_told(void **state)
{
    static const char *const wanted[] = {"never set", " 1 slot read here was never set.",
                                         " 8 slots read here were never set."};
    static const uint32_t counts[] = {8, 9, 16};
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct screen screen;
        char text[SENTENCE_TEXT];
        open(&screen, 80, 24, unset_slots(counts[i]), NULL, "tree");
        screen_draw(&screen);
        view_table[screen.state.view]->sentence(&screen.state, &screen.state.panes[0], text,
                                                sizeof text);
        assert_null(strstr(text, "never set"));
        screen_keys(&screen, ":round 1\n");
        view_table[screen.state.view]->sentence(&screen.state, &screen.state.panes[0], text,
                                                sizeof text);
        assert_int_equal(strstr(text, wanted[i]) != NULL, i > 0);
        screen_close(&screen);
    }
}

static void memory_with_a_pitch(void **state)
{
    struct screen screen;
    (void)state;
    open(&screen, 80, 24, pitched(192, 512, 0), NULL, "access");
    assert_true(screen_shows(&screen, "8 rows of 192 bytes, pitch 512   a cell: 8 bytes"));
    assert_true(
        screen_shows(&screen, " row 1 ████████████████········░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░"));
    assert_true(
        screen_shows(&screen, " row 2 ························░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░"));
    screen_keys(&screen, "l"); /* the last rows, where the array ends */
    assert_true(screen_shows(&screen, " row 7 ████████████████········░░░░"));
    screen_keys(&screen, "-"); /* by threads, a cell is two elements */
    assert_true(screen_shows(&screen, " row 1 ++++++++++++++++········░░░░"));
    screen_close(&screen);
    open(&screen, 80, 24, pitched(512, 512, 3), NULL, "access");
    assert_true(screen_shows(&screen, "3 slices of 8 rows, pitch 512, slice 4096 bytes"));
    screen_keys(&screen, "l-");
    assert_true(screen_shows(&screen, "z 2 y  7 ████████████████····"));
    assert_true(screen_shows(&screen, "z 2 y  0 ······"));
    screen_close(&screen);
}

static void what_does_not_exist_is_marked(void **state)
{
    struct screen screen;
    (void)state;
    open(&screen, 80, 24, past_the_end(), NULL, "access");
    assert_true(screen_shows(&screen, "◆■■■■■■■ ■■■■■■■■ ■■■■■■!! !!!!!!!!"));
    assert_true(screen_shows(&screen, "! outside of what was allocated"));
    assert_true(screen_shows(&screen, "10 of 32 lanes ask for bytes outside"));
    assert_true(screen_shows(&screen, "1 error"));
    assert_true(screen_whole(screen.canvas));
    for (int i = 0; i < 80 * 24; i++)
        assert_int_not_equal(screen.canvas->cells[i].style, STYLE_GOOD);
    show_view(&screen.state, (uint32_t)view_find("source"));
    assert_true(screen_shows(&screen, "!  17 "));
    assert_false(screen_shows(&screen, "!  16 "));
    screen_close(&screen);
}

static void constant_memory(void **state)
{
    struct screen screen;
    (void)state;
    open(&screen, 80, 24, constants(), NULL, "access");
    assert_true(screen_shows(&screen, "12  ◆■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■  lanes 0-31"));
    assert_true(screen_shows(&screen, "1 pass, one address for all lanes (broadcast)"));
    screen_keys(&screen, "l");
    assert_true(screen_shows(&screen, "40  ··■·····························  lane 2"));
    assert_true(screen_shows(&screen, "constant memory: 4 passes"));
    screen_close(&screen);
    /* four bytes of one word; eight bytes at a time; 16 are two times eight */
    open(&screen, 80, 24, constant_elements(1), NULL, "access");
    assert_true(screen_shows(&screen, "1 pass, one address for all lanes (broadcast)"));
    screen_close(&screen);
    open(&screen, 80, 24, constant_elements(8), NULL, "access");
    assert_true(screen_shows(&screen, "constant memory: 4 passes"));
    screen_close(&screen);
    open(&screen, 80, 24, constant_elements(16), NULL, "access");
    assert_true(screen_shows(&screen, "constant memory: 8 passes"));
    screen_close(&screen);
}

/* Threads of one index: the sentence says of which blocks, and the view shows the request of the
 * block that the finding leads to. */
static void finding_between_blocks(void **state)
{
    (void)state;
    struct screen screen;
    open(&screen, 160, 24, race_of_blocks(), NULL, "access");
    screen_keys(&screen, "!n");
    const struct pane *pane = &screen.state.panes[0];
    assert_true(screen_shows(&screen, "thread 0 of block 0 writes it"));
    assert_true(screen_shows(&screen, "thread 0 of block 1 reads it"));
    assert_int_equal(pane->cursor.request, pane->cursor.block == 0 ? 2 : 1);
    screen_close(&screen);
}

static void banks_strided(void **state)
{
    (void)state;
    struct screen screen;
    open(&screen, 80, 24, strided_tree(), NULL, "banks");
    screen_key(&screen, 'l');
    golden(&screen, "banks-strided-80x24");
    screen_resize(&screen, 160, 45);
    golden(&screen, "banks-strided-160x45");
    for (int i = 0; i < 21; i++)
        screen_key(&screen, 'l');
    assert_int_equal(screen.state.panes[0].cursor.round, 8);
    screen_resize(&screen, 80, 24);
    golden(&screen, "banks-strided-end-80x24");
    assert_true(screen_shows(&screen, " 47"));
    assert_true(screen_shows(&screen, " 12"));
    screen.canvas->ascii = true;
    golden(&screen, "banks-strided-end-ascii-80x24");
    screen_close(&screen);
}

static void banks_transpose(void **state)
{
    (void)state;
    struct screen screen;
    open(&screen, 80, 24, transpose(32), transpose(33), "banks");
    screen_key(&screen, 'l');
    golden(&screen, "banks-transpose-80x24");
    assert_true(screen_shows(&screen, "32 passes for 1 request"));
    assert_true(screen_shows(&screen, "block: 32 requests, 1024 passes"));
    assert_true(screen_shows(&screen, "block: 32 requests, 32 passes"));
    screen_close(&screen);
}

/* Every stride and width draws at every size without leaving its area or the cursor outside. */
static void any_size(void **state)
{
    (void)state;
    static const uint32_t steps[] = {0, 1, 2, 4, 8, 32, 33}, widths[] = {1, 2, 4, 8, 16};
    static const char *const views[] = {"access", "banks"};
    for (size_t s = 0; s < 7; s++)
        for (size_t w = 0; w < 5; w++)
            for (int v = 0; v < 2; v++) {
                struct screen screen;
                open(&screen, 80, 24, stride(steps[s], widths[w]), NULL, views[v]);
                for (int columns = 1; columns < 180; columns += 13)
                    for (int rows = 1; rows < 50; rows += 5)
                        for (int zoom = -3; zoom <= 0; zoom++) {
                            screen.state.panes[0].cursor.zoom = zoom;
                            screen_resize(&screen, columns, rows);
                            screen_draw(&screen);
                            assert_true(screen_whole(screen.canvas));
                        }
                screen_close(&screen);
            }
}

static const char *expression(uint32_t step, uint32_t width, bool shared)
{
    static char text[160];
    struct trace *trace = stride(step, width);
    struct analysis *analysis = analysis_create(trace);
    struct pane pane = {.trace = trace, .analysis = analysis};
    struct pick pick;
    assert_true(pick_request(&pane, shared, &pick));
    pick_expression(trace, &pick, text, sizeof text);
    analysis_destroy(analysis);
    trace_destroy(trace);
    return text;
}

static void expressions(void **state)
{
    (void)state;
    assert_string_equal(expression(1, 4, false), "num[t]");
    assert_string_equal(expression(32, 4, false), "num[32t]");
    assert_string_equal(expression(0, 8, false), "num[0]");
    assert_string_equal(expression(2, 16, true), "shared[2t]");
    char text[64];
    pick_lanes(0xffff, text, sizeof text);
    assert_string_equal(text, "lanes 0-15");
    pick_lanes(0x10, text, sizeof text);
    assert_string_equal(text, "lane 4");
    pick_lanes(0x11, text, sizeof text);
    assert_string_equal(text, "lanes 0,4");
    pick_lanes(0x1111, text, sizeof text);
    assert_string_equal(text, "4 lanes");
}

/* The lists and running sums against a plain count. */
static void lists_of_requests(void **state)
{
    (void)state;
    struct trace *trace = strided_tree();
    const struct trace_launch *launch = &trace->launches[0];
    struct analysis *analysis = analysis_create(trace);
    for (uint32_t r = 0; r < launch->blocks[0].rounds; r++)
        for (uint32_t w = 0; w < 8; w++) {
            const struct warp_requests *list = warp_requests_get(analysis, 0, 0, r, w, true);
            const struct trace_round *round = trace_block_round(launch, 0, r);
            uint32_t count = 0;
            for (uint32_t i = round->first; i < round->first + round->count; i++)
                if (launch->requests[i].warp == list->warp)
                    assert_int_equal(list->requests[count++], i);
            assert_int_equal(list->count, count);
            assert_true(list->warp == w || w > 0);
            assert_int_equal(warp_requests_get(analysis, 0, 0, r, w, false)->count, 0);
        }
    analysis_destroy(analysis);
    trace_destroy(trace);
    trace = sum(1 << 14, false);
    analysis = analysis_create(trace);
    const struct warp_requests *list = warp_requests_get(analysis, 0, 0, 0, 3, false);
    assert_int_equal(list->count, 64);
    assert_int_equal(list->sums[63].requests, 64);
    assert_int_equal(list->sums[63].sectors, 64 * 32);
    assert_int_equal(list->sums[63].least, 64 * 4);
    analysis_destroy(analysis);
    trace_destroy(trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_of_requests),
        cmocka_unit_test(access_compare),
        cmocka_unit_test(access_one),
        cmocka_unit_test(finding_between_blocks),
        cmocka_unit_test(banks_strided),
        cmocka_unit_test(banks_transpose),
        cmocka_unit_test(any_size),
        cmocka_unit_test(expressions),
        cmocka_unit_test(memory_with_a_pitch),
        cmocka_unit_test(unset_slots_are_told),
        cmocka_unit_test(the_same_again),
        cmocka_unit_test(rows_are_not_a_range),
        cmocka_unit_test(one_unit_for_an_index),
        cmocka_unit_test(array_that_is_not_drawn),
        cmocka_unit_test(marks_have_a_legend),
        cmocka_unit_test(csv_counts_shuffles),
        cmocka_unit_test(what_does_not_exist_is_marked),
        cmocka_unit_test(constant_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
