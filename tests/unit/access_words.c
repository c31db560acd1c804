/* What the access view and its why box say of a request, by hand: the least that each request needs
 * by itself, atomics and stores that share bytes, sums of a line. */
#include "analysis/warp_requests.h"
#include "analysis/why.h"
#include "app/show.h"
#include "support/screen.h"
#include "trace/builder.h"
#include "view/view.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

struct shape { /* a request of all 32 lanes: lane t at element first + stride * t */
    uint32_t site;
    enum trace_kind kind;
    int64_t first, stride;
};

/* The first `constants` of them are to constant memory, the others to global memory. */
static struct trace *build_both(const struct shape *shapes, int count, int constants)
{
    struct trace_builder *builder = builder_create();
    struct trace *trace = builder_trace(builder), *built;
    struct error err;
    trace->program = "k.cu";
    trace->schedule = "forward";
    trace->as = "written";
    struct trace_source source = {.name = "k.cu", .text = "", .own = true};
    builder_source(builder, &source);
    struct trace_type type = {.name = "int", .kind = TRACE_SIGNED, .bytes = 4};
    uint32_t number = builder_type(builder, &type);
    for (uint32_t i = 0; i < 3; i++) { /* sites 0 and 1 are of one line */
        struct trace_site site = {.line = 15 + i / 2, .column = i + 1, .function = "k"};
        builder_site(builder, &site);
    }
    struct trace_allocation num = {
        .name = "num", .address = 0x7f0000000000, .type = number, .bytes = 4096 * 4};
    builder_allocation(builder, &num);
    struct trace_launch launch = {
        .kernel = "k", .error = "", .complete = true, .grid = {1, 1, 1}, .block = {32, 1, 1}};
    launch.source = TRACE_NONE;
    builder_launch_begin(builder, &launch);
    builder_block(builder, 0, true);
    builder_round(builder);
    for (int i = 0; i < count; i++) {
        struct trace_request request = {.kind = (uint8_t)shapes[i].kind,
                                        .space = i < constants ? TRACE_CONSTANT : TRACE_GLOBAL,
                                        .width = 4,
                                        .mask = UINT32_MAX,
                                        .site = shapes[i].site,
                                        .offset = shapes[i].first * 4,
                                        .stride = shapes[i].stride * 4};
        builder_request(builder, &request, NULL, NULL);
    }
    builder_launch_end(builder);
    assert_int_equal(builder_finish(builder, &built, &err), 0);
    return built;
}

static struct trace *build(const struct shape *shapes, int count)
{
    return build_both(shapes, count, 0);
}

static void open_both(struct screen *screen, const struct shape *shapes, int count, int constants)
{
    struct trace *traces[] = {build_both(shapes, count, constants)};
    static const char *const titles[] = {"one"};
    screen_open(screen, 80, 24, traces, titles, 1);
    show_view(&screen->state, (uint32_t)view_find("access"));
}

static void open(struct screen *screen, const struct shape *shapes, int count, const char *view)
{
    struct trace *traces[] = {build(shapes, count)};
    static const char *const titles[] = {"one"};
    screen_open(screen, 80, 24, traces, titles, 1);
    show_view(&screen->state, (uint32_t)view_find(view));
}

/* One word for all lanes needs a sector, 32 words side by side 4, and so do those with a stride of
 * 32 bytes; three single words three more: 12, though the bytes of all would fill 9. */
static void the_least_is_of_each_request(void **state)
{
    static const struct shape shapes[] = {{0, TRACE_LOAD, 0, 0},  {0, TRACE_LOAD, 0, 1},
                                          {2, TRACE_LOAD, 0, 8},  {2, TRACE_LOAD, 1, 0},
                                          {2, TRACE_LOAD, 40, 0}, {2, TRACE_LOAD, 41, 0}};
    struct trace *trace = build(shapes, 6);
    struct analysis *analysis = analysis_create(trace);
    struct why why;
    (void)state;
    assert_true(why_of_round(analysis, 0, 0, 0, WHY_GLOBAL, &why));
    assert_string_equal(why.here, "the block's whole round: 6 requests move 40 sectors; 21.2 % of "
                                  "the bytes are used");
    assert_string_equal(why.best, "12 sectors, if neighbouring lanes used neighbouring addresses");
    assert_string_equal(why.so_far, "to the end of round 0: 40 sectors; the fewest for the same "
                                    "requests: 12");
    analysis_destroy(analysis);
    trace_destroy(trace);
}

/* One word a request: an eighth of the bytes is used, and yet no request could move fewer. */
static void no_request_can_do_with_less(void **state)
{
    static const struct shape shapes[] = {{0, TRACE_LOAD, 0, 0}, {0, TRACE_LOAD, 1, 0}};
    struct trace *trace = build(shapes, 2);
    struct analysis *analysis = analysis_create(trace);
    struct why why;
    (void)state;
    assert_true(why_of_round(analysis, 0, 0, 0, WHY_GLOBAL, &why));
    assert_non_null(strstr(why.here, "12.5 %"));
    assert_string_equal(why.best, "2 sectors: none of these requests could move fewer");
    assert_null(strstr(why.so_far, "fill"));
    analysis_destroy(analysis);
    trace_destroy(trace);
}

/* Nothing is read once for all where lanes change the same bytes. */
static void who_changes_the_same_bytes(void **state)
{
    static const struct shape shapes[] = {{0, TRACE_LOAD, 0, 0},
                                          {0, TRACE_ATOMIC, 0, 0},
                                          {0, TRACE_STORE, 0, 0},
                                          {0, TRACE_ATOMIC, 0, 1}};
    static const char *const wanted[] = {"read once for all", "by an atomic",
                                         "all 32 lanes write the same", "updates"};
    struct screen screen;
    (void)state;
    open(&screen, shapes, 4, "access");
    for (int i = 0; i < 4; i++) {
        assert_true(screen_shows(&screen, wanted[i]));
        assert_int_equal(screen_shows(&screen, "read once for all"), i == 0);
        screen_keys(&screen, "l");
    }
    screen_close(&screen);
}

/* Two reads of a line, at two places of it, are two requests of that line; another line's are not,
 * nor are its writes. */
static void a_line_is_summed_up(void **state)
{
    static const struct shape shapes[] = {{0, TRACE_LOAD, 0, 1},
                                          {1, TRACE_LOAD, 0, 1},
                                          {2, TRACE_LOAD, 0, 1},
                                          {1, TRACE_STORE, 0, 1}};
    static const char *const wanted[] = {"warp 0, line 15 reads num, this round so far: 1 request,",
                                         "warp 0, line 15 reads num, this round so far: 2 requests",
                                         "warp 0, line 16 reads num, this round so far: 1 request,",
                                         "warp 0, line 15 writes num, this round so far: 1 reque"};
    struct screen screen;
    (void)state;
    open(&screen, shapes, 4, "access");
    for (int i = 0; i < 4; i++) {
        assert_true(screen_shows(&screen, wanted[i]));
        screen_keys(&screen, "l");
    }
    screen_close(&screen);
}

/* A key that cannot move and a box that does not open say so. */
static void keys_without_effect_say_so(void **state)
{
    static const struct shape shapes[] = {{0, TRACE_LOAD, 0, 1}};
    struct screen screen;
    (void)state;
    open(&screen, shapes, 1, "output");
    screen_keys(&screen, "Gl");
    assert_true(screen_shows(&screen, "There is no further row below."));
    screen_keys(&screen, "gh");
    assert_true(screen_shows(&screen, "This is the first row."));
    screen_keys(&screen, "w");
    assert_true(screen_shows(&screen, "No box opens"));
    screen_close(&screen);
}

/* Round 0 works on a, round 1 on b; the picture is of a, and the title knows the way to b. */
static void the_array_at_work_is_named(void **state)
{
    struct trace_builder *builder = builder_create();
    struct trace *traces[1];
    static const char *const titles[] = {"one"};
    struct screen screen;
    struct error err;
    (void)state;
    builder_trace(builder)->program = "k.cu";
    struct trace_type type = {.name = "int", .kind = TRACE_SIGNED, .bytes = 4};
    uint32_t number = builder_type(builder, &type);
    struct trace_source source = {.name = "k.cu", .text = "", .own = true};
    builder_source(builder, &source);
    struct trace_site site = {.line = 15, .function = "k"};
    builder_site(builder, &site);
    struct trace_launch launch = {.kernel = "k",
                                  .error = "",
                                  .complete = true,
                                  .grid = {1, 1, 1},
                                  .block = {32, 1, 1},
                                  .source = TRACE_NONE};
    builder_launch_begin(builder, &launch);
    for (int a = 0; a < 2; a++) {
        struct trace_array array = {.name = a ? "b" : "a",
                                    .function = "k",
                                    .type = number,
                                    .dims = {32},
                                    .dim_count = 1,
                                    .count = 32,
                                    .bytes = 128,
                                    .offset = (uint32_t)a * 128,
                                    .source = TRACE_NONE};
        builder_array(builder, &array);
    }
    builder_block(builder, 0, true);
    for (uint32_t round = 0; round < 2; round++) {
        struct trace_request request = {.kind = TRACE_STORE,
                                        .space = TRACE_SHARED,
                                        .object = round,
                                        .width = 4,
                                        .mask = UINT32_MAX,
                                        .stride = 4};
        builder_round(builder);
        builder_request(builder, &request, NULL, NULL);
    }
    builder_launch_end(builder);
    assert_int_equal(builder_finish(builder, &traces[0], &err), 0);
    screen_open(&screen, 80, 24, traces, titles, 1);
    show_view(&screen.state, (uint32_t)view_find("tree"));
    assert_false(screen_shows(&screen, "at work:"));
    screen_keys(&screen, "l");
    assert_true(screen_shows(&screen, "at work: b (:array b)"));
    screen_keys(&screen, ":array b\n");
    assert_false(screen_shows(&screen, "at work:"));
    screen_close(&screen);
}

/* Why a read of constant memory costs what it costs has nothing to do with sectors; why a read of
 * global memory in the same round does. */
static void constants_have_no_sectors(void **state)
{
    static const struct shape shapes[] = {
        {0, TRACE_LOAD, 3, 0}, {0, TRACE_LOAD, 0, 1}, {2, TRACE_LOAD, 0, 1}};
    struct screen screen;
    (void)state;
    for (int count = 2; count <= 3; count++) { /* with the global one, and without any */
        open_both(&screen, shapes, count, 2);
        screen_keys(&screen, "w");
        assert_true(screen_shows(&screen, "Constant memory has a cache of its own"));
        assert_true(screen_shows(&screen, "2 constant requests, 33 passes; in 1 of"));
        assert_true(screen_shows(&screen, "2 passes, if all lanes of a request read the same"));
        assert_true(screen_shows(&screen, "33 constant passes in the only block; here 33"));
        assert_false(screen_shows(&screen, "sector"));
        screen_close(&screen);
    }
    open_both(&screen, shapes, 3, 2);
    screen_keys(&screen, "llw");
    assert_true(screen_shows(&screen, "sectors of 32 bytes"));
    assert_false(screen_shows(&screen, "Constant memory"));
    screen_close(&screen);
    struct trace *trace = build_both(shapes, 1, 1);
    struct analysis *analysis = analysis_create(trace);
    struct why why;
    assert_true(why_of_round(analysis, 0, 0, 0, WHY_GLOBAL, &why));
    assert_string_equal(why.here, "the block's whole round: 1 constant request, 1 pass: all its "
                                  "lanes read the same");
    assert_string_equal(why.best, "1 pass: none of these requests could take fewer");
    analysis_destroy(analysis);
    trace_destroy(trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_least_is_of_each_request),
        cmocka_unit_test(no_request_can_do_with_less),
        cmocka_unit_test(who_changes_the_same_bytes),
        cmocka_unit_test(a_line_is_summed_up),
        cmocka_unit_test(keys_without_effect_say_so),
        cmocka_unit_test(the_array_at_work_is_named),
        cmocka_unit_test(constants_have_no_sectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
