#include "app/frame.h"

#include "app/keys.h"
#include "state/cursor.h"
#include "support/screen.h"
#include "support/synthetic.h"
#include "trace/builder.h"
#include "view/view.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const titles[] = {"Tree sum, interleaved addressing",
                                     "Tree sum, sequential addressing", "What is wrong here?"};

static void open_three(struct screen *screen, int columns, int rows)
{
    struct trace *traces[] = {synthetic_tree(8192, 4, 256, false),
                              synthetic_tree(8192, 4, 256, true),
                              synthetic_missing_barrier(4096, 2, 128, false)};
    screen_open(screen, columns, rows, traces, titles, 3);
}

static bool inside(struct rect rect, int columns, int rows)
{
    return rect.columns >= 0 && rect.rows >= 0 && rect.x >= 0 && rect.y >= 0 &&
           rect.x + rect.columns <= columns && rect.y + rect.rows <= rows;
}

static bool apart(struct rect a, struct rect b)
{
    return a.rows == 0 || b.rows == 0 || a.columns == 0 || b.columns == 0 ||
           a.x + a.columns <= b.x || b.x + b.columns <= a.x || a.y + a.rows <= b.y ||
           b.y + b.rows <= a.y;
}

static void layout_at_every_size(void **test)
{
    (void)test;
    for (int columns = 1; columns <= 250; columns++)
        for (int rows = 1; rows <= 80; rows++)
            for (int kind = 0; kind < 3; kind++) {
                struct frame_layout l = frame_layout(columns, rows, kind == 1 ? 2 : 1, kind == 2);
                if (l.tiny) {
                    assert_true(columns < 20 || rows < 3);
                    continue;
                }
                struct rect parts[] = {l.title,    l.caption,  l.tabs,   l.side,     l.rule,
                                       l.sentence, l.scrubber, l.footer, l.panes[0], l.panes[1]};
                int count = l.shown == 2 ? 10 : 9;
                for (int i = 0; i < count; i++) {
                    assert_true(inside(parts[i], columns, rows));
                    for (int j = 0; j < i; j++)
                        assert_true(apart(parts[i], parts[j]));
                }
                assert_true(l.panes[0].rows >= 1 && l.panes[0].columns >= 1);
                assert_int_equal(l.footer.rows, 1);
                if (l.divider >= 0)
                    assert_true(l.divider == l.panes[0].columns && l.divider < columns);
            }
}

/* 80 x 24 is the size everything is made for: 16 rows of picture. */
static void layout_at_80_by_24(void **test)
{
    (void)test;
    struct frame_layout l = frame_layout(80, 24, 1, true);
    assert_int_equal(l.panes[0].rows, 16);
    assert_int_equal(l.panes[0].columns, 80);
    assert_int_equal(l.sentence.rows, 2);
    assert_int_equal(l.side.columns, 0);
    assert_true(l.title.rows && l.caption.rows && l.tabs.rows && l.rule.rows && l.scrubber.rows);
}

static void whole_screen_at_many_sizes(void **test)
{
    (void)test;
    struct screen screen;
    open_three(&screen, 80, 24);
    static const int columns[] = {1,  2,  5,  10, 19, 20,  21,  39,  40,  59,
                                  60, 61, 79, 80, 81, 119, 120, 121, 160, 250};
    static const int rows[] = {1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 17, 24, 40, 80};
    for (int view = 0; view < view_count; view++)
        for (size_t c = 0; c < sizeof columns / sizeof *columns; c++)
            for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
                screen.state.view = (uint32_t)view;
                screen.canvas->ascii = (c + r) % 5 == 0;
                screen_resize(&screen, columns[c], rows[r]);
                if ((c + r) % 7 == 0) screen_key(&screen, 'c');
                screen_draw(&screen);
                assert_true(screen_whole(screen.canvas));
                /* the focus is visible: the hardware cursor stands somewhere */
                assert_true(screen.canvas->cursor_x >= 0);
            }
    screen_close(&screen);
}

/* Every size from 1 x 1 to 250 x 80, views and panes taking turns. */
static void whole_screen_at_every_size(void **test)
{
    (void)test;
    struct screen screen;
    open_three(&screen, 80, 24);
    screen_keys(&screen, "]ll");
    for (int rows = 1; rows <= 80; rows++)
        for (int columns = 1 + rows % 3; columns <= 250; columns += 3) {
            screen.state.view = (uint32_t)((rows * 7 + columns) % view_count);
            screen.canvas->ascii = columns % 5 == 0;
            screen_resize(&screen, columns, rows);
            if (columns % 31 == 0) screen_key(&screen, 'c');
            screen_draw(&screen);
            assert_true(screen_whole(screen.canvas));
            assert_true(screen.canvas->cursor_x >= 0);
        }
    screen_close(&screen);
}

/* A program that launched nothing: no view has a picture, no sentence a word. */
static void nothing_to_say(void **test)
{
    static const char *const title[] = {"nothing"};
    static const int sizes[][2] = {{1, 1}, {20, 5}, {40, 10}, {60, 20}, {80, 24}, {160, 45}};
    struct trace_builder *builder = builder_create();
    struct trace *trace = builder_trace(builder);
    struct screen screen;
    struct error err;
    (void)test;
    trace->program = "nothing.cu";
    builder_source(builder, &(struct trace_source){.name = "nothing.cu", .text = "", .own = true});
    assert_int_equal(builder_finish(builder, &trace, &err), 0);
    screen_open(&screen, 80, 24, &trace, title, 1);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int view = 0; view < view_count; view++) {
            screen.state.view = (uint32_t)view;
            screen_resize(&screen, sizes[s][0], sizes[s][1]);
            screen_keys(&screen, "lwqp5pcc!?q");
            screen_draw(&screen);
            assert_true(screen_whole(screen.canvas));
        }
    screen_close(&screen);
}

static bool is_line(uint32_t glyph)
{
    return glyph >= 0x2500 && glyph <= 0x257F;
}

/* The first row in which something stands in the last column or beside a line that divides the
 * screen; -1 = none. */
static int row_that_touches(const struct canvas *canvas)
{
    for (int y = 0; y < canvas->rows; y++) {
        const struct cell *row = &canvas->cells[y * canvas->columns];
        uint32_t last = row[canvas->columns - 1].glyph;
        if (last != ' ' && !is_line(last)) return y;
        for (int x = 1; x + 1 < canvas->columns; x++) {
            uint32_t before = row[x - 1].glyph, after = row[x + 1].glyph;
            if (row[x].glyph != 0x2502 || row[x].style != STYLE_RULE) continue;
            /* a mark of what is selected or wrong may stand in the margin behind it */
            if (after == 0x2192 || after == '!') after = ' ';
            if ((before != ' ' && !is_line(before)) || (after != ' ' && !is_line(after))) return y;
        }
    }
    return -1;
}

static void nothing_touches_a_border(void **test)
{
    static const int sizes[][2] = {{40, 10}, {60, 20}, {80, 24}, {120, 40}, {160, 45}, {300, 100}};
    struct screen screen;
    (void)test;
    open_three(&screen, 80, 24);
    for (int two = 0; two < 2; two++) {
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
            for (int step = 0; step < 22; step++)
                for (int view = 0; view < view_count; view++) {
                    char command[64]; /* ten rounds each of two trees, two of the race */
                    snprintf(command, sizeof command, ":stage %d\n:round %d\n", step / 10 + 1,
                             step % 10);
                    screen.state.view = (uint32_t)view;
                    screen_resize(&screen, sizes[s][0], sizes[s][1]);
                    screen_keys(&screen, command);
                    screen_draw(&screen);
                    int row = row_that_touches(screen.canvas);
                    if (row < 0) continue;
                    fprintf(stderr, "%s", screen_text(screen.canvas));
                    fail_msg("%s, %d x %d, step %d: row %d touches a border",
                             view_table[view]->name, sizes[s][0], sizes[s][1], step, row);
                }
        screen_keys(&screen, "c"); /* two panes */
    }
    screen_close(&screen);
}

/* At 80 x 24 the sentence is there to its last word, in each round of these. */
static void sentences_are_whole(void **test)
{
    struct screen screen;
    (void)test;
    open_three(&screen, 80, 24);
    for (int step = 0; step < 40; step++) {
        screen_key(&screen, INPUT_PAGE_DOWN);
        for (int view = 0; view < view_count; view++) {
            screen.state.view = (uint32_t)view;
            screen.state.message[0] = 0;
            screen_draw(&screen);
            for (int i = 20 * 80; i < 22 * 80; i++)
                assert_true(screen.canvas->cells[i].glyph != 0x2026);
        }
    }
    screen_close(&screen);
}

static void stepping(void **test)
{
    (void)test;
    struct screen screen;
    open_three(&screen, 80, 24);
    struct cursor *c = &screen.state.panes[0].cursor;
    assert_true(screen_shows(&screen, "round 0, of 0 to 9"));
    assert_true(screen_shows(&screen, "→ next barrier"));
    screen_key(&screen, INPUT_RIGHT);
    assert_true(screen_shows(&screen, "round 1, of 0 to 9"));
    assert_true(screen_shows(&screen, "→ again, ← back"));
    screen_key(&screen, INPUT_LEFT);
    assert_int_equal(c->round, 0);
    screen_key(&screen, 'G');
    assert_int_equal(c->round, 9);
    screen_key(&screen, 'l');
    assert_true(screen_shows(&screen, "last step"));
    screen_key(&screen, 'g');
    assert_int_equal(c->round, 0);
    screen_key(&screen, INPUT_PAGE_UP); /* the first barrier of the first stage */
    assert_int_equal(screen.state.panes[0].stage, 0);
    for (int i = 0; i < 10; i++)
        screen_key(&screen, INPUT_PAGE_DOWN);
    assert_int_equal(screen.state.panes[0].stage, 1); /* the last barrier goes on */
    assert_true(screen_shows(&screen, "stage 2"));
    screen_keys(&screen, ")");
    assert_int_equal(c->block, 1);
    screen_keys(&screen, "((");
    assert_int_equal(c->block, 0);
    screen_keys(&screen, "]]");
    assert_true(screen_shows(&screen, "last stage"));
    screen_keys(&screen, "q");
    assert_true(screen.state.quit);
    screen_close(&screen);
}

static void commands(void **test)
{
    (void)test;
    struct screen screen;
    open_three(&screen, 80, 24);
    struct cursor *c = &screen.state.panes[0].cursor;
    screen_keys(&screen, ":round 5\n");
    assert_int_equal(c->round, 5);
    screen_keys(&screen, ":slot 64\n");
    assert_int_equal(c->slot, 64);
    assert_int_equal(c->thread, 64);
    screen_keys(&screen, ":slot 9999\n");
    assert_true(screen_shows(&screen, "There is no slot 9999; this is 255."));
    screen_keys(&screen, ":stage 2\n");
    assert_int_equal(screen.state.panes[0].stage, 1);
    screen_keys(&screen, ":block 3\n");
    assert_int_equal(c->block, 3);
    screen_keys(&screen, ":view out\t");
    assert_string_equal(screen.state.prompt, "view output");
    screen_keys(&screen, "\n");
    assert_string_equal(view_table[screen.state.view]->name, "output");
    screen_keys(&screen, ":th");
    screen_keys(&screen, "\t");
    assert_true(screen_shows(&screen, "theme thread"));
    screen_keys(&screen, "\x1b");
    assert_int_equal(screen.state.prompt_kind, 0);
    screen_keys(&screen, ":slot 64 \n"); /* Tab leaves a blank */
    assert_int_equal(c->slot, 64);
    screen_keys(&screen, ":line 9999\n");
    assert_true(screen_shows(&screen, "There is no line 9999; this is "));
    assert_int_equal(c->line, cursor_lines(&screen.state.panes[0]));
    screen_keys(&screen, "1");
    screen_keys(&screen, ":nonsense\n");
    assert_true(screen_shows(&screen, "There is no command \"nonsense\""));
    screen_keys(&screen, ":round -1\n");
    assert_true(screen_shows(&screen, "A number is wanted"));
    screen_keys(&screen, ":");
    screen_key(&screen, INPUT_UP); /* earlier entries */
    assert_string_equal(screen.state.prompt, "round -1");
    screen_key(&screen, INPUT_UP);
    assert_string_equal(screen.state.prompt, "nonsense");
    screen_key(&screen, INPUT_DOWN);
    screen_key(&screen, INPUT_DOWN);
    assert_string_equal(screen.state.prompt, "");
    screen_key(&screen, INPUT_BACKSPACE); /* on an empty line: leave */
    assert_int_equal(screen.state.prompt_kind, 0);
    screen_keys(&screen, ":view out tree  \x17");
    assert_string_equal(screen.state.prompt, "view out ");
    screen_keys(&screen, "\x17\x17\x17"); /* it stays open, unlike with Backspace */
    assert_string_equal(screen.state.prompt, "");
    assert_int_equal(screen.state.prompt_kind, ':');
    screen_keys(&screen, "view 5\x15quit\n");
    assert_true(screen.state.quit);
    screen_close(&screen);
}

/* What a finding says is what the picture shows: slot, thread and turn; the request in banks. */
static void pictures_of_findings(void **test)
{
    (void)test;
    struct screen screen;
    struct trace *traces[] = {synthetic_missing_barrier(1 << 14, 4, 256, false)};
    screen_open(&screen, 120, 36, traces, titles + 2, 1);
    screen_keys(&screen, "!n");
    const struct cursor *c = &screen.state.panes[0].cursor;
    assert_true(screen_shows(&screen, "Race on shared[16]: thread 0 reads it"));
    assert_int_equal(c->slot, 16);
    assert_int_equal(c->thread, 0);
    assert_true(screen_shows(&screen, "thread 0 reads 16: RACE"));
    assert_true(screen_shows(&screen, "if thread 16 writes first"));
    screen_keys(&screen, "3");
    assert_true(screen_shows(&screen, "warp 0 reads shared[t + 16]"));
    screen_keys(&screen, "1");
    assert_true(screen_shows(&screen, "thread 0 reads 16: RACE"));
    screen_close(&screen);
}

/* A write to tile[1][0] on one line, then another warp's read on the next. */
static struct trace *written_first(void)
{
    struct trace_builder *builder = builder_create();
    struct trace *trace = builder_trace(builder);
    struct error err;
    trace->program = "small.cu";
    builder_source(builder, &(struct trace_source){.name = "small.cu", .text = "", .own = true});
    builder_type(builder, &(struct trace_type){.name = "int", .kind = TRACE_SIGNED, .bytes = 4});
    for (uint32_t i = 0; i < 2; i++)
        builder_site(builder, &(struct trace_site){.line = 10 + i, .function = "k"});
    struct trace_launch launch = {
        .kernel = "k", .error = "", .complete = true, .grid = {1, 1, 1}, .block = {16, 4, 1}};
    launch.source = TRACE_NONE;
    builder_launch_begin(builder, &launch);
    struct trace_array array = {.name = "tile",
                                .function = "k",
                                .count = 8,
                                .dims = {2, 4},
                                .dim_count = 2,
                                .bytes = 32,
                                .source = TRACE_NONE};
    builder_array(builder, &array);
    builder_block(builder, 0, true);
    builder_round(builder);
    for (uint32_t i = 0; i < 2; i++) {
        struct trace_request request = {.site = i,
                                        .warp = (uint16_t)i,
                                        .mask = 1,
                                        .kind = i ? TRACE_LOAD : TRACE_STORE,
                                        .space = TRACE_SHARED,
                                        .width = 4,
                                        .stride = 4,
                                        .offset = 16};
        builder_request(builder, &request, NULL, NULL);
    }
    builder_launch_end(builder);
    assert_int_equal(builder_finish(builder, &trace, &err), 0);
    return trace;
}

/* Each line goes with its thread, whichever came first; slot and thread are called as in the list.
 */
static void a_race_that_was_written_first(void **test)
{
    (void)test;
    struct screen screen;
    struct trace *traces[] = {written_first()};
    screen_open(&screen, 160, 36, traces, titles + 2, 1);
    screen_keys(&screen, "n");
    assert_true(screen_shows(&screen, "Race on tile[1][0]: thread (0,2) reads it (line 11), thread "
                                      "(0,0) writes it (line 10)"));
    screen_close(&screen);
}

static void searching(void **test)
{
    (void)test;
    struct screen screen;
    open_three(&screen, 80, 24);
    struct cursor *c = &screen.state.panes[0].cursor;
    char value[32];
    int32_t slot_7;
    memcpy(&slot_7, trace_snapshot(&screen.state.panes[0].trace->launches[0], 0, 0, 0) + 28, 4);
    snprintf(value, sizeof value, "/%d\n", slot_7);
    screen_keys(&screen, value);
    assert_int_equal(c->slot, 7);
    screen_keys(&screen, "*"); /* slot 7 is written by nobody after round 0 in this tree */
    assert_int_equal(c->round, 0);
    screen_keys(&screen, ":slot 4\n*");
    assert_int_equal(c->round, 1);
    screen_keys(&screen, "n");
    assert_int_equal(c->round, 2);
    screen_keys(&screen, "N");
    assert_int_equal(c->round, 1);
    screen_keys(&screen, "/no such thing anywhere\n");
    assert_true(screen_shows(&screen, "is neither a value here"));
    screen_resize(&screen, 80, 12);
    screen_keys(&screen, "8g/thread order\n"); /* a list scrolls to it */
    assert_true(screen_shows(&screen, "thread order"));
    screen_keys(&screen, "/no such thing\n");
    assert_true(screen_shows(&screen, "is not in this view"));
    screen_close(&screen);
}

static void comparing(void **test)
{
    (void)test;
    struct screen screen;
    open_three(&screen, 100, 24);
    screen_keys(&screen, "]llc");
    assert_int_equal(screen.state.pane_count, 2);
    assert_int_equal(screen.state.panes[0].stage, 0);
    assert_int_equal(screen.state.panes[1].stage, 1);
    assert_int_equal(screen.state.panes[0].cursor.round, 2);
    assert_int_equal(screen.state.panes[1].cursor.round, 2);
    screen_keys(&screen, "l"); /* time moves both */
    assert_int_equal(screen.state.panes[0].cursor.round, 3);
    assert_int_equal(screen.state.panes[1].cursor.round, 3);
    assert_true(screen_shows(&screen, "■ stage 2"));
    screen_keys(&screen, "\t[");
    assert_true(screen_shows(&screen, "first stage"));
    screen_keys(&screen, "\t]"); /* the faulty one has fewer rounds: it stays at its last */
    screen_keys(&screen, "G");
    assert_int_equal(screen.state.panes[0].cursor.round, 9);
    assert_int_equal(screen.state.panes[1].cursor.round, 1);
    screen_keys(&screen, "c");
    assert_int_equal(screen.state.pane_count, 1);
    screen_draw(&screen);
    screen_close(&screen);
}

static void predicting(void **test)
{
    (void)test;
    struct screen screen;
    open_three(&screen, 80, 24);
    const struct trace_launch *launch = &screen.state.panes[0].trace->launches[0];
    int32_t right;
    char keys[32];
    memcpy(&right, trace_snapshot(launch, 0, 0, 1), 4);
    screen_keys(&screen, "p");
    snprintf(keys, sizeof keys, "%d\n", right);
    screen_keys(&screen, keys);
    assert_int_equal(screen.state.panes[0].cursor.round, 1);
    assert_int_equal(screen.state.prediction.right, 1);
    assert_true(screen_shows(&screen, "Right"));
    screen_keys(&screen, "12\n");
    assert_int_equal(screen.state.prediction.right, 1);
    assert_int_equal(screen.state.prediction.asked, 2);
    assert_true(screen_shows(&screen, "No: slot 0"));
    /* threads 0, 8, 16, ... work in round 3 */
    for (int thread = 0; thread < 256; thread += 8) {
        char command[32];
        snprintf(command, sizeof command, ":thread %d\n ", thread);
        screen_keys(&screen, command);
    }
    screen_keys(&screen, "\n");
    assert_true(screen_shows(&screen, "Right: 32 threads work."));
    screen_keys(&screen, "-5");
    assert_string_equal(screen.state.prediction.answer, "-5");
    screen_key(&screen, INPUT_BACKSPACE);
    assert_string_equal(screen.state.prediction.answer, "-");
    screen_key(&screen, INPUT_RIGHT); /* uncovers without counting */
    assert_int_equal(screen.state.prediction.asked, 3);
    screen_keys(&screen, "p");
    assert_false(screen.state.predict);
    screen_close(&screen);
}

static void boxes(void **test)
{
    (void)test;
    struct screen screen;
    open_three(&screen, 80, 24);
    screen_keys(&screen, "?");
    assert_true(screen_shows(&screen, "┌─ help"));
    assert_false(screen.state.quit);
    screen_key(&screen, INPUT_END);
    assert_true(screen_shows(&screen, "9 notes:"));
    screen_keys(&screen, "q");
    assert_int_equal(screen.state.overlay, OVERLAY_NONE);
    assert_false(screen.state.quit);
    screen_keys(&screen, "]]!");
    screen_close(&screen);
}

static void playing(void **test)
{
    (void)test;
    struct screen screen;
    open_three(&screen, 80, 24);
    assert_false(state_tick(&screen.state, 10)); /* nothing plays */
    screen_keys(&screen, " ");
    assert_true(state_tick(&screen.state, 0.5));
    assert_int_equal(screen.state.panes[0].cursor.round, 0);
    assert_true(state_tick(&screen.state, 0.6));
    assert_int_equal(screen.state.panes[0].cursor.round, 1);
    for (int i = 0; i < 20; i++)
        state_tick(&screen.state, 1);
    assert_int_equal(screen.state.panes[0].cursor.round, 9);
    assert_false(screen.state.playing);
    screen_close(&screen);
}

/* Every character of every key, in every view: nothing breaks and the cursor stays valid. */
static void random_keys(void **test)
{
    (void)test;
    struct screen screen;
    open_three(&screen, 80, 24);
    unsigned seed = 7;
    const char *count_text = getenv("SOAK_KEYS");
    int count = count_text ? atoi(count_text) : 3000;
    for (int i = 0; i < count; i++) {
        seed = seed * 1664525 + 1013904223;
        uint32_t n = seed >> 8;
        uint32_t key =
            n % 4 == 0 ? INPUT_FIRST + n / 4 % (INPUT_LAST - INPUT_FIRST) : 1 + n / 4 % 126;
        if (n % 101 == 0)
            screen_resize(&screen, (int)(n / 101 % 200) + 1, (int)(n / 20301 % 70) + 1);
        screen_key(&screen, key);
        screen.state.quit = false;
        screen.state.wish = WISH_NONE;
        screen_draw(&screen);
        assert_true(screen_whole(screen.canvas));
        state_tick(&screen.state, (n % 13) / 10.0);
    }
    screen_close(&screen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layout_at_every_size),
        cmocka_unit_test(layout_at_80_by_24),
        cmocka_unit_test(whole_screen_at_many_sizes),
        cmocka_unit_test(whole_screen_at_every_size),
        cmocka_unit_test(nothing_to_say),
        cmocka_unit_test(nothing_touches_a_border),
        cmocka_unit_test(sentences_are_whole),
        cmocka_unit_test(stepping),
        cmocka_unit_test(commands),
        cmocka_unit_test(searching),
        cmocka_unit_test(pictures_of_findings),
        cmocka_unit_test(a_race_that_was_written_first),
        cmocka_unit_test(comparing),
        cmocka_unit_test(predicting),
        cmocka_unit_test(boxes),
        cmocka_unit_test(playing),
        cmocka_unit_test(random_keys),
    };
    const char *only = getenv("ONLY");
    if (only) cmocka_set_test_filter(only);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
