/* The tree view on whole screens: goldens that a person has read, and what holds at any size. */
#include "app/frame.h"
#include "state/cursor.h"
#include "support/screen.h"
#include "support/synthetic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { JOB, SEQUENTIAL, RACE, MATMUL, WIDE, KINDS };

static struct trace *make(int kind)
{
    switch (kind) {
    case JOB:
        return synthetic_job();
    case SEQUENTIAL:
        return synthetic_tree(1048576, 32, 256, true);
    case RACE:
        return synthetic_missing_barrier(1048576, 32, 256, false);
    case MATMUL:
        return synthetic_matmul(64);
    default:
        return synthetic_tree(65536, 2, 1024, false);
    }
}

static void open_one(struct screen *screen, int kind, int columns, int rows)
{
    static const char *const titles[KINDS] = {"Tree sum, interleaved addressing",
                                              "Tree sum, sequential", "what is wrong here?",
                                              "Matrix product in tiles", "Tree sum, 1024 threads"};
    struct trace *trace = make(kind);
    screen_open(screen, columns, rows, &trace, &titles[kind], 1);
    screen->state.animate = false;
}

/* Title, tabs, last line and the source beside the picture belong to others' tests. */
static struct canvas *own_part(const struct screen *screen)
{
    struct rect area = screen->state.panes[0].area;
    const struct canvas *all = screen->canvas;
    bool side = screen->state.pane_count == 1 && area.columns > 0;
    int columns = side ? area.columns : all->columns, rows = 0;
    if (area.rows == 0) area.y = 0;
    struct canvas *part = canvas_create(columns, all->rows);
    for (int y = 0; y < all->rows; y++) {
        if (all->rows >= 5 && (y == 0 || y == area.y - 1 || y == all->rows - 1)) continue;
        for (int x = 0; x < columns; x++)
            part->cells[rows * columns + x] = all->cells[y * all->columns + x];
        rows++;
    }
    part->rows = rows;
    return part;
}

static void assert_golden(struct screen *screen, const char *name)
{
    screen_draw(screen);
    assert_true(screen_whole(screen->canvas));
    struct canvas *part = own_part(screen);
    char *text = screen_text(part);
    canvas_destroy(part);
    assert_true(screen_golden(text, name));
    free(text);
}

static void rounds_of_the_job(void **state)
{
    (void)state;
    static const uint32_t rounds[] = {0, 1, 6, 8, 9};
    struct screen screen;
    open_one(&screen, JOB, 80, 24);
    for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++) {
        char name[64];
        cursor_go_round(&screen.state, rounds[i]);
        snprintf(name, sizeof name, "tree_job_%u", rounds[i]);
        assert_golden(&screen, name);
    }
    screen_close(&screen);
}

static void sizes(void **state)
{
    (void)state;
    static const int all[][2] = {{1, 1}, {20, 5}, {40, 10}, {80, 24}, {160, 45}, {200, 60}};
    struct screen screen;
    open_one(&screen, JOB, 80, 24);
    cursor_go_round(&screen.state, 6);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (int ascii = 0; ascii < 2; ascii++) {
            char name[64];
            if (all[i][0] == 80 && !ascii) continue; /* rounds_of_the_job has it */
            screen_resize(&screen, all[i][0], all[i][1]);
            screen.canvas->ascii = ascii;
            snprintf(name, sizeof name, "tree_job_6_%dx%d%s", all[i][0], all[i][1],
                     ascii ? "_ascii" : "");
            assert_golden(&screen, name);
        }
    screen_close(&screen);
}

/* What there is no room for is named; in a large window there is nothing to name. */
static void what_is_left_out_is_said(void **state)
{
    (void)state;
    struct screen screen;
    open_one(&screen, MATMUL, 60, 16);
    assert_true(screen_shows(&screen, "not shown: rows "));
    assert_true(screen_shows(&screen, "-15, Bs"));
    screen_keys(&screen, "jjjjjjjjjjjjjjj");
    assert_true(screen_shows(&screen, "not shown: rows 0-"));
    screen_resize(&screen, 80, 24);
    assert_false(screen_shows(&screen, "not shown"));
    screen_resize(&screen, 160, 45);
    assert_false(screen_shows(&screen, "not shown"));
    screen_close(&screen);
}

static void other_forms(void **state)
{
    (void)state;
    struct screen screen;
    open_one(&screen, SEQUENTIAL, 80, 24);
    cursor_go_round(&screen.state, 3);
    assert_golden(&screen, "tree_sequential_3");
    screen_close(&screen);

    open_one(&screen, RACE, 80, 24);
    cursor_go_round(&screen.state, 1);
    assert_golden(&screen, "tree_race");
    screen.canvas->ascii = true;
    assert_golden(&screen, "tree_race_ascii");
    screen_close(&screen);

    open_one(&screen, MATMUL, 80, 24);
    cursor_go_round(&screen.state, 1);
    screen.state.panes[0].cursor.thread = 53;
    screen.state.panes[0].cursor.request = 13;
    assert_golden(&screen, "tree_matmul");
    screen_close(&screen);

    open_one(&screen, WIDE, 80, 24);
    cursor_go_round(&screen.state, 6);
    assert_golden(&screen, "tree_1024_threads");
    screen_close(&screen);
}

static void contents_and_zoom(void **state)
{
    (void)state;
    struct screen screen;
    open_one(&screen, JOB, 80, 24);
    cursor_go_round(&screen.state, 6);
    screen_keys(&screen, "v");
    assert_golden(&screen, "tree_job_6_holds");
    screen_keys(&screen, "v");
    assert_golden(&screen, "tree_job_6_writers");
    screen_keys(&screen, "v-");
    assert_golden(&screen, "tree_job_6_matrix");
    screen_keys(&screen, "0");
    assert_golden(&screen, "tree_job_6_all");
    screen_close(&screen);
}

static void two_panes(void **state)
{
    (void)state;
    struct screen screen;
    struct trace *traces[2] = {make(JOB), make(SEQUENTIAL)};
    const char *const titles[2] = {"Tree sum, interleaved", "Tree sum, sequential"};
    screen_open(&screen, 80, 24, traces, titles, 2);
    screen_keys(&screen, "]c");
    cursor_go_round(&screen.state, 3);
    assert_golden(&screen, "tree_compare");
    screen_close(&screen);
}

static void boxes(void **state)
{
    (void)state;
    struct screen screen;
    open_one(&screen, JOB, 80, 24);
    cursor_go_round(&screen.state, 6);
    screen_keys(&screen, "w");
    assert_golden(&screen, "tree_why");
    screen_keys(&screen, "w");
    cursor_set_slot(&screen.state.panes[0], &screen.state.panes[0].cursor, 64);
    screen_keys(&screen, "\n");
    assert_golden(&screen, "tree_history");
    screen_close(&screen);
}

static void values_move_while_playing(void **state)
{
    (void)state;
    struct screen screen;
    open_one(&screen, JOB, 80, 24);
    cursor_go_round(&screen.state, 6);
    screen.state.playing = screen.state.animate = true;
    screen.state.phase = 0.3;
    assert_golden(&screen, "tree_job_6_moving");
    screen.state.phase = 0.9;
    assert_true(screen_shows(&screen, "1651657 (820170)"));
    screen_close(&screen);
}

/* What the view says another thread order would give is what a run in that order gives. */
static void other_order_is_what_it_would_be(void **state)
{
    (void)state;
    static const uint32_t slots[] = {0, 1, 3, 64, 127};
    struct trace *reverse = synthetic_missing_barrier(1048576, 32, 256, true);
    struct screen screen;
    open_one(&screen, RACE, 80, 24);
    cursor_go_round(&screen.state, 1);
    for (size_t i = 0; i < sizeof slots / sizeof *slots; i++) {
        int32_t value;
        char text[64];
        const uint8_t *data = trace_snapshot(&reverse->launches[0], 0, 0, 1);
        memcpy(&value, data + slots[i] * sizeof value, sizeof value);
        cursor_set_slot(&screen.state.panes[0], &screen.state.panes[0].cursor, slots[i]);
        snprintf(text, sizeof text, "order reverse %d", value);
        if (slots[i] < 64) assert_true(screen_shows(&screen, text));
    }
    screen_close(&screen);
    trace_destroy(reverse);
}

/* What comes later is nowhere on the screen, in whatever form. */
static void nothing_from_the_future(void **state)
{
    (void)state;
    struct screen screen;
    open_one(&screen, JOB, 200, 60);
    for (uint32_t r = 0; r < 8; r++) {
        cursor_go_round(&screen.state, r);
        for (int zoom = 1; zoom >= -2; zoom--) {
            screen.state.panes[0].cursor.zoom = zoom;
            assert_false(screen_shows(&screen, "6699139"));
            if (r < 6) assert_false(screen_shows(&screen, "1651657"));
            if (r < 6) assert_false(screen_shows(&screen, "████····"));
        }
    }
    screen_close(&screen);
}

static void any_size_is_whole(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        struct screen screen;
        open_one(&screen, kind, 80, 24);
        screen_keys(&screen, "l");
        for (int columns = 1; columns < 130; columns += 7)
            for (int rows = 1; rows < 50; rows += 5) {
                screen_resize(&screen, columns, rows);
                for (int zoom = -3; zoom < 4; zoom++) {
                    screen.state.panes[0].cursor.zoom = zoom;
                    screen_draw(&screen);
                    assert_true(screen_whole(screen.canvas));
                }
            }
        screen_close(&screen);
    }
}

static void selection_goes_from_column_to_column(void **state)
{
    (void)state;
    struct screen screen;
    open_one(&screen, JOB, 80, 24);
    cursor_go_round(&screen.state, 6);
    screen_keys(&screen, "jjj");
    assert_int_equal(screen.state.panes[0].cursor.slot, 96);
    screen_keys(&screen, "k");
    assert_int_equal(screen.state.panes[0].cursor.slot, 64);
    assert_true(screen_shows(&screen, "slot 64 = 1664482 (was 823475)"));
    screen_close(&screen);
}

/* Who wrote a cell of a two-dimensional array, and what it holds, are readable at 80 x 24: one
 * array has the room of two, and what is left out is said. */
static void contents_of_a_plane(void **state)
{
    struct trace *traces[] = {synthetic_matmul(64)};
    static const char *const titles[] = {"product"};
    struct screen screen;
    (void)state;
    screen_open(&screen, 80, 24, traces, titles, 1);
    screen_keys(&screen, "lv");
    assert_true(screen_shows(&screen, "As[16][16] float   the first slots it holds"));
    assert_true(screen_shows(&screen, " 114 115 116 117 118 "));
    assert_false(screen_shows(&screen, "…"));
    screen_keys(&screen, "v");
    assert_true(screen_shows(&screen, "As[16][16] float   the thread that wrote it   * several"));
    assert_true(screen_shows(&screen, " 114 115 116 117 118 "));
    assert_true(screen_shows(&screen, "Bs   Shift-arrows"));
    assert_false(screen_shows(&screen, "…"));
    screen_keys(&screen, ":array Bs\n");
    assert_true(screen_shows(&screen, "Bs[16][16] float   the thread that wrote it"));
    screen_keys(&screen, "v"); /* values again, of both */
    assert_true(screen_shows(&screen, "Bs[16][16] float  "));
    assert_true(screen_shows(&screen, "As[16][16] float  "));
    screen_close(&screen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contents_of_a_plane),
        cmocka_unit_test(rounds_of_the_job),
        cmocka_unit_test(sizes),
        cmocka_unit_test(what_is_left_out_is_said),
        cmocka_unit_test(other_forms),
        cmocka_unit_test(contents_and_zoom),
        cmocka_unit_test(two_panes),
        cmocka_unit_test(boxes),
        cmocka_unit_test(values_move_while_playing),
        cmocka_unit_test(other_order_is_what_it_would_be),
        cmocka_unit_test(nothing_from_the_future),
        cmocka_unit_test(any_size_is_whole),
        cmocka_unit_test(selection_goes_from_column_to_column),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
