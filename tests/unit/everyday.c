/* What a newcomer tries: w in every view, views from the CPU's step, predicting where there is
 * nothing to predict, two panes, and a ladder whose times are still on their way. */
#include "app/frame.h"
#include "app/keys.h"
#include "app/show.h"
#include "base/mem.h"
#include "state/cursor.h"
#include "state/session.h"
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

static void open_three(struct screen *screen)
{
    static const char *const titles[] = {"First tree", "Second tree", "What is wrong here?"};
    struct trace *traces[] = {synthetic_tree(8192, 4, 256, false),
                              synthetic_tree(8192, 4, 256, true),
                              synthetic_missing_barrier(4096, 2, 128, false)};
    screen_open(screen, 80, 24, traces, titles, 3);
}

/* A picture explains what it shows and says of which block; a list without costs says so. */
static void why_is_about_the_view(void **test)
{
    (void)test;
    struct screen screen;
    open_three(&screen);
    screen_keys(&screen, "lllw");
    assert_true(screen_shows(&screen, "why: block 0, round 3, line"));
    assert_false(screen_shows(&screen, "in all"));
    screen_keys(&screen, "w3w");
    assert_true(screen_shows(&screen, "in all 4 blocks"));
    screen_keys(&screen, "w5w");
    assert_true(screen_shows(&screen, "passes in all 4 blocks"));
    screen_keys(&screen, "w9w");
    assert_int_equal(screen.state.overlay, OVERLAY_NONE);
    assert_true(screen_shows(&screen, "nothing here whose cost"));
    screen_keys(&screen, "1pw");
    assert_false(screen_shows(&screen, "in all 4 blocks")); /* that would tell the future */
    screen_close(&screen);
}

/* Barriers and exits are rows of the trace, and no requests. */
static void why_counts_requests(void **test)
{
    (void)test;
    struct screen screen;
    char text[64];
    unsigned accesses = 0;
    open_three(&screen);
    const struct trace_launch *launch = &screen.state.panes[0].trace->launches[0];
    const struct trace_block *block = &launch->blocks[0];
    for (uint32_t r = 0; r < block->rounds; r++) {
        const struct trace_round *round = &launch->rounds[block->first_round + r];
        for (uint32_t i = 0; i < round->count; i++)
            accesses += launch->requests[round->first + i].kind <= TRACE_ATOMIC;
    }
    snprintf(text, sizeof text, "%u requests of its warps", accesses);
    screen_keys(&screen, "4w");
    assert_true(screen_shows(&screen, text));
    screen_close(&screen);
}

/* The totals are those of the lines above them, and stay in sight. */
static void totals_of_the_source(void **test)
{
    (void)test;
    struct screen screen;
    open_three(&screen);
    screen_keys(&screen, "5");
    assert_true(screen_shows(&screen, "all lines"));
    assert_true(screen_shows(&screen, "avg lanes"));
    for (int i = 0; i < 30; i++)
        screen_keys(&screen, "j");
    assert_true(screen_shows(&screen, "all lines"));
    screen_keys(&screen, "p");
    assert_false(screen_shows(&screen, "all lines"));
    screen_close(&screen);
}

static void nothing_to_predict(void **test)
{
    (void)test;
    struct screen screen;
    open_three(&screen);
    screen_keys(&screen, "Gp");
    assert_false(screen.state.predict);
    assert_true(screen_shows(&screen, "nothing is left to predict"));
    screen_keys(&screen, "g7p");
    assert_false(screen.state.predict);
    assert_true(screen_shows(&screen, "Predicting is for the pictures"));
    screen_keys(&screen, "1p");
    assert_true(screen.state.predict);
    screen_keys(&screen, "q"); /* closes what is open */
    assert_false(screen.state.predict);
    assert_false(screen.state.quit);
    screen_keys(&screen, "p");
    screen_keys(&screen, ":view notes\n"); /* a list has no question */
    assert_false(screen_shows(&screen, "Type it"));
    screen_close(&screen);
}

static void two_panes(void **test)
{
    (void)test;
    struct screen screen;
    open_three(&screen);
    screen_keys(&screen, "c"); /* nothing before the first: the next one on its right */
    assert_int_equal(screen.state.panes[0].stage, 0);
    assert_int_equal(screen.state.panes[1].stage, 1);
    assert_int_equal(screen.state.pane_on, 0);
    assert_true(screen_shows(&screen, "No stage comes before"));
    screen_keys(&screen, "]"); /* never the same stage twice */
    assert_int_equal(screen.state.panes[0].stage, 2);
    screen_keys(&screen, "[");
    assert_int_equal(screen.state.panes[0].stage, 0);
    screen_keys(&screen, "\t[");
    assert_int_equal(screen.state.panes[1].stage, 1);
    assert_true(screen_shows(&screen, "Tab goes to it"));
    screen_keys(&screen, "5");
    assert_true(screen_shows(&screen, "Right: "));
    screen_keys(&screen, "6");
    assert_true(screen_shows(&screen, "figures or dots"));
    screen_close(&screen);
}

/* What `c` shows beside a stage is the lesson's word; its programs' names say nothing. */
static void pairs_are_the_lesson_s(void **test)
{
    (void)test;
    struct screen screen;
    open_three(&screen);
    for (uint32_t s = 0; s < 3; s++) {
        free(session_stage(screen.session, s)->program);
        session_stage(screen.session, s)->program = s ? strdup("same.cu") : NULL;
    }
    screen_keys(&screen, "]c");
    assert_int_equal(screen.state.panes[0].stage, 0);
    assert_int_equal(screen.state.panes[1].stage, 1);
    assert_int_equal(screen.state.pane_on, 1);
    session_stage(screen.session, 1)->pair = 2;
    screen_keys(&screen, "cc");
    assert_int_equal(screen.state.panes[0].stage, 1);
    assert_int_equal(screen.state.panes[1].stage, 2);
    assert_int_equal(screen.state.pane_on, 0);
    assert_true(screen_shows(&screen, "pairs this stage with stage 3"));
    screen_close(&screen);
}

/* Both sides are at the same block, the one that is new there, too, where it has that block. */
static void blocks_of_both_panes(void **test)
{
    (void)test;
    static const char *const titles[] = {"Four", "Four as well", "Two"};
    struct screen screen;
    struct trace *traces[] = {synthetic_tree(8192, 4, 256, false),
                              synthetic_tree(8192, 4, 256, true),
                              synthetic_tree(8192, 2, 256, true)};
    screen_open(&screen, 100, 26, traces, titles, 3);
    const struct pane *panes = screen.state.panes;
    screen_keys(&screen, "])))c");
    assert_int_equal(panes[0].cursor.block, 3);
    assert_int_equal(panes[1].cursor.block, 3);
    screen_keys(&screen, "\t(c"); /* back to the other side */
    assert_int_equal(panes[0].cursor.block, 2);
    screen_keys(&screen, "]");
    assert_int_equal(panes[0].cursor.block, 3); /* where it was left */
    screen_keys(&screen, ")c");
    assert_int_equal(panes[0].cursor.block, 3);
    screen_keys(&screen, "c](c"); /* stage 3 has no block 3 */
    assert_int_equal(panes[1].cursor.block, 0);
    screen_keys(&screen, "c2:request 4\nc");
    assert_int_equal(panes[0].cursor.request, 3);
    assert_int_equal(panes[1].cursor.request, 3);
    screen_close(&screen);
}

static void values_of_both_panes(void **test)
{
    (void)test;
    struct screen screen;
    char keys[32];
    int32_t value;
    open_three(&screen);
    screen_keys(&screen, "]lc\t"); /* round 1 differs; the left pane is on */
    assert_int_equal(screen.state.pane_on, 0);
    const struct trace_launch *launch = &screen.state.panes[1].trace->launches[0];
    memcpy(&value, trace_snapshot(launch, 0, 0, 1), 4);
    snprintf(keys, sizeof keys, "/%d\n", value);
    screen_keys(&screen, keys);
    assert_int_equal(screen.state.pane_on, 1);
    assert_true(screen_shows(&screen, "in slot 0 on the right."));
    screen_close(&screen);
}

/* A stage without shared memory has no slot that could be unset. */
static void pane_without_slots(void **test)
{
    (void)test;
    static const char *const titles[] = {"Without", "Tree"};
    struct screen screen;
    struct trace *traces[] = {synthetic_tree(8192, 4, 256, false),
                              synthetic_tree(8192, 4, 256, true)};
    ((struct trace_launch *)&traces[0]->launches[0])->array_count = 0;
    screen_open(&screen, 100, 26, traces, titles, 2);
    screen_keys(&screen, "]c");
    assert_int_equal(screen.state.pane_on, 1);
    assert_true(screen_shows(&screen, "slot 0: no shared memory │ "));
    assert_false(screen_shows(&screen, "slot 0: unset"));
    screen_close(&screen);
}

/* A table of more rounds than there are rows for says so. */
static void history_of_many_rounds(void **test)
{
    (void)test;
    struct screen screen;
    open_three(&screen);
    screen_keys(&screen, "lllllllll\n"); /* round 9 */
    assert_true(screen_shows(&screen, "… 2 earlier rounds"));
    assert_true(screen_shows(&screen, "   2  "));
    screen_keys(&screen, "\nh\n");
    assert_false(screen_shows(&screen, "earlier rounds"));
    screen_close(&screen);
}

/* What the table shows as read is not to be waited for. */
static void history_of_what_was_read(void **test)
{
    (void)test;
    struct screen screen;
    open_three(&screen);
    screen_keys(&screen, ":slot 64\n\n"); /* round 0: written, by a thread that read it before */
    assert_true(screen_shows(&screen, "Step on to see"));
    screen_close(&screen);
    struct trace *sequential = synthetic_tree(8192, 4, 256, true);
    const char *title = "Second tree";
    screen_open(&screen, 80, 24, &sequential, &title, 1);
    screen_keys(&screen, ":slot 64\n\nll"); /* read by thread 0 */
    assert_false(screen_shows(&screen, "Step on to see"));
    assert_true(screen_shows(&screen, "jumps to its next"));
    screen_close(&screen);
}

/* What a box says of keys is so where they were changed, too. */
static void boxes_name_the_keys_that_close(void **test)
{
    (void)test;
    struct screen screen;
    struct error err;
    open_three(&screen);
    screen_keys(&screen, "w");
    assert_true(screen_shows(&screen, " w or q closes "));
    assert_int_equal(keys_bind("quit", "x", &err), 0);
    assert_int_equal(keys_bind("why", "y", &err), 0);
    screen_draw(&screen);
    assert_true(screen_shows(&screen, " y or x closes "));
    screen_keys(&screen, "x");
    state_text(&screen.state, "What the compiler says");
    screen_draw(&screen);
    assert_true(screen_shows(&screen, "What the compiler says"));
    assert_true(screen_shows(&screen, " x closes "));
    screen_keys(&screen, "x");
    assert_false(screen.state.quit);
    keys_reset();
    screen_close(&screen);
}

/* The footer beside an invitation names what the arrows select in this very view. */
static void arrows_in_the_footer(void **test)
{
    (void)test;
    struct screen screen;
    open_three(&screen);
    assert_true(screen_shows(&screen, "slot  1-9 view"));
    screen_keys(&screen, "5");
    assert_true(screen_shows(&screen, "line  1-9 view"));
    assert_false(screen_shows(&screen, "slot  1-9 view"));
    screen_close(&screen);
}

/* ---- The ladder ------------------------------------------------------------------------------ */

static int load(void *context, const struct stage *stage, const struct run_request *request,
                struct trace **trace, struct error *err)
{
    (void)stage, (void)err;
    *trace = synthetic_tree(8192, 4, 256, false);
    if (request->variant != RUN_RECORDING) return 0;
    struct trace_launch *launch = (struct trace_launch *)&(*trace)->launches[0];
    (*trace)->model_time = false;
    (*trace)->device.name = "Card X";
    launch->plain.count = 1;
    launch->plain.median = 1000 * ++*(int *)context;
    return 0;
}

static bool has(void *context, const struct stage *stage, enum run_variant variant)
{
    (void)context, (void)stage;
    return variant == RUN_EMULATOR || variant == RUN_RECORDING;
}

/* The last two are a series with one card. */
static void open_ladder(struct screen *screen, int *loads)
{
    struct session_loader loader = {load, has, loads};
    screen->session = session_create("test", &loader);
    for (int i = 0; i < 4; i++) {
        struct stage *stage = session_add(screen->session, "stage");
        stage->program = mem_strdup("a.cu");
        free(stage->card);
        stage->card = mem_strdup(i < 2 ? "" : "old card");
    }
    show_begin(&screen->state, screen->session, 0);
    screen->canvas = canvas_create(80, 24);
    session_wait(screen->session);
    show_refresh(&screen->state);
}

static void times_on_their_way(void **test)
{
    (void)test;
    struct screen screen;
    int loads = 0;
    open_ladder(&screen, &loads);
    screen_keys(&screen, "6");
    assert_true(screen_shows(&screen, "4 of 4 rows to come"));
    assert_true(screen_shows(&screen, "loading…"));
    assert_false(screen_shows(&screen, "model")); /* no clocks beside times */
    assert_false(screen_shows(&screen, "nothing is compared"));
    session_wait(screen.session);
    show_refresh(&screen.state);
    assert_true(screen_shows(&screen, "times measured on Card X"));
    assert_false(screen_shows(&screen, "loading"));
    assert_false(screen_shows(&screen, "emulator"));
    screen_keys(&screen, "w");
    assert_true(screen_shows(&screen, "why: stage 1"));
    assert_true(screen_shows(&screen, "of global memory"));
    screen_close(&screen);
}

/* A series of one card is compared with its own first row. */
static void a_series_has_its_own_first(void **test)
{
    (void)test;
    struct screen screen;
    int loads = 0;
    open_ladder(&screen, &loads);
    screen_keys(&screen, "6");
    session_wait(screen.session);
    show_refresh(&screen.state);
    screen_keys(&screen, "G");
    assert_true(screen_shows(&screen, "as fast as row 3, the first of its series"));
    screen_keys(&screen, "k"); /* where the series begins, and that it does */
    assert_true(screen_shows(&screen, "It begins a series, published for one card: the rows"));
    assert_true(screen_shows(&screen, "(3)"));
    screen_keys(&screen, "k");
    assert_true(screen_shows(&screen, "as fast as row 1, the first that uses as much"));
    screen_close(&screen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(why_is_about_the_view),
        cmocka_unit_test(why_counts_requests),
        cmocka_unit_test(totals_of_the_source),
        cmocka_unit_test(nothing_to_predict),
        cmocka_unit_test(two_panes),
        cmocka_unit_test(pairs_are_the_lesson_s),
        cmocka_unit_test(blocks_of_both_panes),
        cmocka_unit_test(values_of_both_panes),
        cmocka_unit_test(pane_without_slots),
        cmocka_unit_test(history_of_many_rounds),
        cmocka_unit_test(history_of_what_was_read),
        cmocka_unit_test(boxes_name_the_keys_that_close),
        cmocka_unit_test(arrows_in_the_footer),
        cmocka_unit_test(times_on_their_way),
        cmocka_unit_test(a_series_has_its_own_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
