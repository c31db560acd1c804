/* Prediction: marks, answers, the score, and above all that no part of the screen tells what the
 * hidden round does. */
#include "state/predict.h"

#include "app/keys.h"
#include "app/show.h"
#include "state/cursor.h"
#include "support/screen.h"
#include "support/synthetic.h"
#include "view/view.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LATER = 3 }; /* the other run does already in the hidden round what this one does later */

/* The same run up to round `shown`; after it another one: the next round does what a later one does
 * here, and is the last. */
static struct trace *other_future(uint32_t shown)
{
    struct trace *trace = synthetic_tree(8192, 4, 256, true);
    struct trace_launch *launch = (struct trace_launch *)&trace->launches[0];
    struct trace_round *rounds = (struct trace_round *)launch->rounds;
    for (uint32_t b = 0; b < launch->block_count; b++) {
        struct trace_block *block = (struct trace_block *)&launch->blocks[b];
        uint32_t hidden = block->first_round + shown + 1;
        rounds[hidden] = rounds[hidden + LATER];
        for (uint32_t a = 0; a < launch->array_count; a++) {
            const struct trace_snapshots *s = &launch->snapshots[a];
            size_t row = (size_t)b * s->rounds + shown + 1, bytes = launch->arrays[a].bytes;
            uint8_t *data = (uint8_t *)s->data;
            memcpy(data + row * bytes, data + (row + LATER) * bytes, bytes);
        }
        block->rounds = shown + 2;
    }
    return trace;
}

struct pair {
    struct screen one, other;
};

static void open_pair(struct pair *pair, uint32_t shown, int columns, int rows)
{
    static const char *const titles[] = {"Tree sum", "Another one"};
    struct trace *one[] = {synthetic_tree(8192, 4, 256, true), synthetic_tree(8192, 4, 256, false)};
    struct trace *other[] = {other_future(shown), synthetic_tree(8192, 4, 256, false)};
    screen_open(&pair->one, columns, rows, one, titles, 2);
    screen_open(&pair->other, columns, rows, other, titles, 2);
}

static void close_pair(struct pair *pair)
{
    screen_close(&pair->one);
    screen_close(&pair->other);
}

/* Each character is a key, \r is Enter. */
static void press(struct screen *screen, const char *keys)
{
    for (; *keys; keys++)
        screen_key(screen, *keys == '\r' ? INPUT_ENTER : (unsigned char)*keys);
}

static void both(struct pair *pair, const char *keys)
{
    press(&pair->one, keys);
    press(&pair->other, keys);
}

static void assert_same(struct pair *pair, const char *where, uint32_t shown)
{
    screen_draw(&pair->one);
    screen_draw(&pair->other);
    const struct canvas *a = pair->one.canvas, *b = pair->other.canvas;
    for (int i = 0; i < a->columns * a->rows; i++)
        if (a->cells[i].glyph != b->cells[i].glyph || a->cells[i].style != b->cells[i].style) {
            char *first = screen_text(a), *second = screen_text(b);
            print_message("%s\n%s", first, second);
            fail_msg("%s tells of round %u in row %d", where, shown + 1, i / a->columns);
        }
}

static void every_view(struct pair *pair, uint32_t shown, const char *where)
{
    static const enum overlay overlays[] = {OVERLAY_NONE, OVERLAY_WHY, OVERLAY_HISTORY};
    for (int view = 0; view < view_count; view++)
        for (size_t o = 0; o < sizeof overlays / sizeof *overlays; o++) {
            char what[256];
            struct state *states[] = {&pair->one.state, &pair->other.state};
            for (int i = 0; i < 2; i++) {
                show_view(states[i], (uint32_t)view);
                states[i]->overlay = overlays[o];
            }
            snprintf(what, sizeof what, "%s, %s, box %d", where, view_table[view]->name,
                     (int)overlays[o]);
            assert_same(pair, what, shown);
        }
    for (int i = 0; i < 2; i++) {
        struct state *state = i ? &pair->other.state : &pair->one.state;
        state->overlay = OVERLAY_NONE;
        show_view(state, 0);
    }
}

static void the_future_stays_hidden(void **test)
{
    static const int sizes[][2] = {{80, 24}, {160, 45}, {60, 20}};
    (void)test;
    for (uint32_t shown = 0; shown < 4; shown++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            struct pair pair;
            open_pair(&pair, shown, sizes[s][0], sizes[s][1]);
            for (uint32_t i = 0; i < shown; i++)
                both(&pair, "l");
            both(&pair, "p");
            every_view(&pair, shown, "as opened");
            both(&pair, "jjj");
            every_view(&pair, shown, "another slot");
            both(&pair, " ");
            every_view(&pair, shown, "marked");
            both(&pair, "vv");
            every_view(&pair, shown, "writers");
            both(&pair, "0123");
            assert_same(&pair, "typing", shown);
            static const char *const looks[] = {
                "!",        "n",          "N",      "*",           "/shared\r",
                "/59350\r", "/6699139\r", "/512\r", ":launch 0\r", ":list-findings\r"};
            for (size_t k = 0; k < sizeof looks / sizeof *looks; k++) {
                both(&pair, looks[k]);
                assert_same(&pair, looks[k], shown);
                assert_int_equal(pair.one.state.panes[0].cursor.round, shown);
            }
            both(&pair, "c"); /* beside another program, at the same round */
            assert_same(&pair, "compared", shown);
            close_pair(&pair);
        }
}

/* Every way forward uncovers one round, and what was marked for it is gone. */
static void nothing_leaps(void **test)
{
    static const char *const ways[] = {"l", "G", ":round 9\r", ":round 3\r"};
    (void)test;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct pair pair;
        open_pair(&pair, 1, 80, 24);
        press(&pair.one, "p 5");
        press(&pair.one, ways[i]);
        assert_int_equal(pair.one.state.panes[0].cursor.round, 1);
        assert_false(pair.one.state.prediction.marked);
        assert_string_equal(pair.one.state.prediction.answer, "");
        assert_int_equal(pair.one.state.prediction.asked, 0);
        close_pair(&pair);
    }
}

static bool grid_row(struct screen *screen, int warp, const char *cells)
{
    char label[256];
    snprintf(label, sizeof label, " warp %d  %s", warp, cells);
    screen_draw(screen);
    return screen_shows(screen, label);
}

static void marks_are_drawn_and_checked(void **test)
{
    struct pair pair;
    struct screen *s = &pair.one;
    (void)test;
    open_pair(&pair, 1, 80, 24);
    press(s, "p");
    assert_true(grid_row(s, 1, "■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■  32"));
    press(s, "jj ");
    assert_true(grid_row(s, 0, "··?·····························   1 ?"));
    assert_true(grid_row(s, 1, "································   0 ?"));
    press(s, " "); /* and off again */
    assert_true(grid_row(s, 0, "································   0 ?"));
    press(s, "J "); /* a row on: thread 34 */
    assert_true(grid_row(s, 1, "··?·····························   1 ?"));
    press(s, " :mark 0-127\r");
    assert_true(grid_row(s, 3, "????????????????????????????????  32 ?"));
    assert_true(grid_row(s, 4, "································   0 ?"));
    press(s, "\r"); /* round 1 of the sequential tree: the first 128 */
    assert_int_equal(s->state.prediction.right, 1);
    assert_non_null(strstr(s->state.message, "128"));
    assert_true(grid_row(s, 3, "■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■  32"));
    press(s, ":mark 0-30 64\r\r"); /* round 2: the first 64 */
    assert_int_equal(s->state.prediction.asked, 2);
    assert_int_equal(s->state.prediction.right, 1);
    assert_true(grid_row(s, 0, "■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■o  32"));
    assert_true(grid_row(s, 1, "oooooooooooooooooooooooooooooooo  32"));
    assert_true(grid_row(s, 2, "x······························· waits"));
    assert_non_null(strstr(s->state.message, "33"));
    press(s, ":mark 0-62/2\r:mark 1-63/2\r:mark 60-80\r:mark 60-80\r");
    assert_true(grid_row(s, 1, "????????????????????????????····  28 ?"));
    press(s, ":mark 300\r");
    assert_non_null(strstr(s->state.message, ":mark 0"));
    close_pair(&pair);
}

/* Going back and looking does not earn points, and the end says how many there were. */
static void the_score(void **test)
{
    struct pair pair;
    struct screen *s = &pair.one;
    (void)test;
    open_pair(&pair, 1, 80, 24);
    press(s, "pl");
    assert_int_equal(s->state.prediction.asked, 0);
    press(s, "h:mark 0-127\r\r");
    assert_int_equal(s->state.panes[0].cursor.round, 1);
    assert_int_equal(s->state.prediction.asked, 0); /* it had been seen */
    for (uint32_t round = 2; round <= 8; round++) {
        char mark[64];
        snprintf(mark, sizeof mark, ":mark 0-%d\r\r", (256 >> round) - 1);
        press(s, mark);
        assert_int_equal(s->state.prediction.right, round - 1);
    }
    press(s, ":mark 1\r\r");
    assert_non_null(strstr(s->state.message, "Score: 7 of 8."));
    screen_draw(s);
    assert_true(screen_shows(s, "the last: thread 0")); /* nothing is hidden any more */
    press(s, "]");
    assert_non_null(strstr(s->state.message, "7 of 8"));
    assert_int_equal(s->state.prediction.asked, 0);
    press(s, "["); /* each stage keeps its own */
    assert_int_equal(s->state.prediction.asked, 8);
    assert_int_equal(s->state.prediction.right, 7);
    press(s, "g:mark 0-127\r\r"); /* and what has been seen there stays seen */
    assert_int_equal(s->state.prediction.asked, 8);
    close_pair(&pair);
}

/* 9 is a digit of the answer; i leads to the notes and back, and the answer is still there. */
static void notes_while_predicting(void **test)
{
    struct pair pair;
    struct screen *s = &pair.one;
    (void)test;
    open_pair(&pair, 1, 80, 24);
    uint32_t view = s->state.view;
    press(s, "p19");
    press(s, "i");
    assert_int_equal(s->state.view, view_find("notes"));
    press(s, "i");
    assert_int_equal(s->state.view, view);
    assert_string_equal(s->state.prediction.answer, "19");
    close_pair(&pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_future_stays_hidden),     cmocka_unit_test(nothing_leaps),
        cmocka_unit_test(marks_are_drawn_and_checked), cmocka_unit_test(the_score),
        cmocka_unit_test(notes_while_predicting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
