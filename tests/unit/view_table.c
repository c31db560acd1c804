/* The table of views: what others rely on without naming a view. */
#include "app/keys.h"
#include "view/view.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void every_subject_has_its_view(void **state)
{
    (void)state;
    static const enum view_subject subjects[] = {VIEW_ROUNDS, VIEW_GLOBAL, VIEW_SHARED, VIEW_BLOCKS,
                                                 VIEW_SOURCE};
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        int view = view_about(subjects[i]);
        assert_in_range(view, 0, view_count - 1);
        assert_int_equal(view_table[view]->subject, subjects[i]);
        for (int v = view + 1; v < view_count; v++)
            assert_int_not_equal(view_table[v]->subject, subjects[i]);
    }
}

/* Whatever a run gave, a stage can be opened. */
static void some_view_always_opens(void **state)
{
    (void)state;
    const struct pane empty = {0};
    bool opens = false;
    for (int v = 0; v < view_count; v++)
        if (view_table[v]->opens && !view_table[v]->available)
            opens |= view_table[v]->opens(&empty);
    assert_true(opens);
}

static void views_are_complete(void **state)
{
    (void)state;
    for (int v = 0; v < view_count; v++) {
        const struct view *view = view_table[v];
        assert_true(*view->name && *view->about && view->draw);
        assert_int_equal(view_find(view->name), v);
        /* what explains itself needs no topic */
        if (view->why) assert_false(view->adds_passes || view->adds_sectors);
        if (view->step == STEP_REQUEST) assert_true(view->request_count && view->request_at);
    }
}

static void the_key_of_views_names_them_in_order(void **state)
{
    (void)state;
    char names[256] = "";
    for (int v = 0; v < view_count; v++) {
        if (v) strcat(names, ", ");
        strcat(names, view_table[v]->name);
    }
    for (int i = 0; i < keys_count; i++)
        if (keys_table[i].action == ACTION_VIEW) assert_string_equal(keys_table[i].help, names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_subject_has_its_view),
        cmocka_unit_test(some_view_always_opens),
        cmocka_unit_test(views_are_complete),
        cmocka_unit_test(the_key_of_views_names_them_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
