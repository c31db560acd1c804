/* What is selected in access and banks: a view's request is found again when one comes back to it,
 * and the selection goes only where something takes part. */
#include "support/screen.h"
#include "support/synthetic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void open(struct screen *screen, const char *keys)
{
    struct trace *traces[] = {synthetic_tree(4096, 2, 256, false)};
    static const char *const titles[] = {"tree"};
    screen_open(screen, 80, 24, traces, titles, 1);
    screen_keys(screen, keys);
    screen_draw(screen);
}

static void a_view_keeps_its_request(void **state)
{
    struct screen screen;
    (void)state;
    open(&screen, "3:round 3\n:request 3\n");
    assert_true(screen_shows(&screen, "round 3, request 3 of 3"));
    screen_keys(&screen, "13");
    assert_true(screen_shows(&screen, "round 3, request 3 of 3"));
    screen_keys(&screen, "5863"); /* over views that have no requests */
    assert_true(screen_shows(&screen, "round 3, request 3 of 3"));
    screen_keys(&screen, "1lh3"); /* another round, and back to it */
    assert_true(screen_shows(&screen, "round 3, request 3 of 3"));
    screen_keys(&screen, "1l3"); /* another round */
    assert_true(screen_shows(&screen, "round 4, request 1 of 3"));
    screen_keys(&screen, ":request 2\n1:block 1\n3"); /* another block */
    assert_true(screen_shows(&screen, "request 1 of 3"));
    screen_close(&screen);
}

/* Two views of one round, each at a request of its own. */
static void each_view_has_its_own(void **state)
{
    struct screen screen;
    (void)state;
    open(&screen, "2:request 5\n3");
    assert_true(screen_shows(&screen, "request 1 of"));
    screen_keys(&screen, "2");
    assert_true(screen_shows(&screen, "round 0, request 5 of"));
    screen_close(&screen);
}

static uint32_t thread_after(struct screen *screen, const char *keys)
{
    screen_keys(screen, keys);
    return screen->state.panes[0].cursor.thread;
}

/* In round 3 every eighth lane of each warp works, in round 6 one lane of every other warp. */
static void idle_lanes_are_passed_over(void **state)
{
    struct screen screen;
    (void)state;
    open(&screen, "3:round 3\n");
    assert_int_equal(thread_after(&screen, "j"), 8);
    assert_true(screen_shows(&screen, "lane 8 "));
    assert_int_equal(thread_after(&screen, "jj"), 24);
    assert_int_equal(thread_after(&screen, "j"), 32);
    assert_true(screen_shows(&screen, "warp 1 "));
    assert_int_equal(thread_after(&screen, "k"), 24);
    assert_int_equal(thread_after(&screen, "L"), 56); /* the next warp, the same lane */
    /* from lane 24, which is idle then: from what is shown */
    assert_int_equal(thread_after(&screen, ":round 6\n"), 56);
    assert_true(screen_shows(&screen, "warp 0 "));
    assert_int_equal(thread_after(&screen, "j"), 64);
    assert_true(screen_shows(&screen, "warp 2 "));
    assert_int_equal(thread_after(&screen, "L"), 128);
    assert_int_equal(thread_after(&screen, "jj"), 192); /* the last one */
    assert_int_equal(thread_after(&screen, "kkkkkk"), 0);
    screen_close(&screen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_view_keeps_its_request),
        cmocka_unit_test(each_view_has_its_own),
        cmocka_unit_test(idle_lanes_are_passed_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
