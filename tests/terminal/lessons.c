/* All stages of the shipped lessons by keyboard in a terminal of 80 x 24, in English and in
 * Chinese: every view, to the end and one step beyond, compared, predicted, explained. */
#include "lesson/lesson.h"
#include "support/tty.h"

#include <setjmp.h>
#include <locale.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct walk {
    struct tty tty;
    const struct lesson *lesson;
    bool chinese;
};

static void row_text(struct walk *w, int row, char out[1024])
{
    tty_row(&w->tty, row, out, 1024);
}

static void settle(struct walk *w, const char *after)
{
    if (!tty_settle(&w->tty)) fail_msg("%s: the viewer ended after %s", w->lesson->name, after);
}

static void press(struct walk *w, const char *keys)
{
    tty_send(&w->tty, keys);
    settle(w, keys);
}

static void expect(struct walk *w, int stage, const char *text)
{
    if (tty_shows(&w->tty, text)) return;
    char row[1024];
    for (int i = 0; i < 24; i++) {
        row_text(w, i, row);
        print_message("%s\n", row);
    }
    fail_msg("%s, stage %d: \"%s\" is not on the screen", w->lesson->name, stage + 1, text);
}

static bool is_building(struct walk *w)
{
    char row[1024];
    row_text(w, 0, row);
    return strstr(row, "building …") || strstr(row, "正在编译");
}

/* No stray blank behind wide punctuation, nothing cut off but with an ellipsis, no empty title. */
static void look(struct walk *w, int stage, const char *where)
{
    static const char *const wrong[] = {"。 ", "， ", "；  ", "(null)", "%u", "%s"};
    char row[1024];
    row_text(w, 0, row);
    if (strspn(row, " ") == strlen(row))
        fail_msg("%s, stage %d, %s: no title", w->lesson->name, stage + 1, where);
    for (int i = 19; i < 24; i++) {
        row_text(w, i, row);
        size_t length = strlen(row);
        while (length && row[length - 1] == ' ')
            row[--length] = 0;
        for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
            if (strstr(row, wrong[k]))
                fail_msg("%s, stage %d, %s: %s", w->lesson->name, stage + 1, where, row);
    }
}

static void notes(struct walk *w, int stage)
{
    static const char *const labels[] = {"思路：", "代价：", "隐患：", "看点："};
    press(w, "9");
    look(w, stage, "notes");
    if (!w->chinese) {
        expect(w, stage, "Idea: ");
        return;
    }
    expect(w, stage, labels[0]);
    assert_false(tty_shows(&w->tty, "Idea: ") || tty_shows(&w->tty, "Watch: "));
    for (size_t i = 1; i < sizeof labels / sizeof *labels; i++)
        if (!tty_shows(&w->tty, labels[i])) /* the errors have no costs */
            assert_true(i == 1 && strcmp(w->lesson->name, "broken") == 0);
}

static void every_view(struct walk *w, int stage)
{
    static const char *const views[] = {"1", "2", "3", "4", "5", "7", "8"};
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        press(w, views[i]);
        look(w, stage, views[i]);
        press(w, "llhG");
        look(w, stage, "the end");
        press(w, "lhg");
        look(w, stage, "the start");
        press(w, "w");
        look(w, stage, "why");
        press(w, "w");
    }
}

static void walk_stage(struct walk *w, int stage, bool all)
{
    char name[160];
    snprintf(name, sizeof name, ":stage %d\r", stage + 1);
    press(w, name);
    while (is_building(w))
        if (!tty_frame(&w->tty)) fail_msg("%s ended", w->lesson->name);
    snprintf(name, sizeof name, w->chinese ? "步骤 %d" : "stage %d", stage + 1);
    notes(w, stage);
    expect(w, stage, name);
    if (!all) return;
    every_view(w, stage);
    press(w, "1");
    press(w, "pljp"); /* predict, uncover, leave */
    look(w, stage, "after prediction");
    press(w, "cllTlc");
    look(w, stage, "after comparing");
}

static void walk_lesson(const char *name, bool chinese, bool all)
{
    static const char *const english[] = {NULL};
    static const char *const translated[] = {"LC_ALL=zh_CN.UTF-8", NULL};
    if (chinese && !setlocale(LC_ALL, "zh_CN.UTF-8")) {
        print_message("no locale zh_CN.UTF-8 here\n");
        skip();
    }
    setlocale(LC_ALL, "C");
    struct walk *w = calloc(1, sizeof *w);
    struct lesson *lesson;
    struct error err;
    char path[128];
    snprintf(path, sizeof path, "assets/lessons/%s.ini", name);
    assert_non_null(w);
    assert_int_equal(lesson_load(path, "kernels", "", &lesson, &err), 0);
    w->lesson = lesson;
    w->chinese = chinese;
    const char *argv[] = {tty_viewer(), "lesson", name, NULL};
    tty_start(&w->tty, argv, chinese ? translated : english, 80, 24);
    settle(w, "the start");
    for (int stage = 0; stage < lesson->stage_count; stage++)
        walk_stage(w, stage, all);
    press(w, "6");
    look(w, lesson->stage_count - 1, "ladder");
    press(w, "vgGvc");
    look(w, lesson->stage_count - 1, "ladder, compared");
    tty_send(&w->tty, "q");
    assert_int_equal(tty_wait(&w->tty), 0);
    assert_true(tty_restored(&w->tty));
    tty_stop(&w->tty);
    lesson_destroy(lesson);
    free(w);
}

static void reduction(void **state)
{
    (void)state;
    walk_lesson("reduction", false, true);
}

static void memory(void **state)
{
    (void)state;
    walk_lesson("memory", false, true);
}

static void broken(void **state)
{
    (void)state;
    walk_lesson("broken", false, true);
}

static void reduction_in_chinese(void **state)
{
    (void)state;
    walk_lesson("reduction", true, false); /* the views are those of the others */
}

static void memory_in_chinese(void **state)
{
    (void)state;
    walk_lesson("memory", true, false);
}

static void broken_in_chinese(void **state)
{
    (void)state;
    walk_lesson("broken", true, true);
}

/* From the last round of a launch → leads to the next launch, and ← back. */
static void from_launch_to_launch(void **state)
{
    struct tty tty;
    const char *argv[] = {tty_viewer(), "view", "assets/traces/two_passes.npz", NULL};
    (void)state;
    tty_start(&tty, argv, NULL, 80, 24);
    tty_send(&tty, "1G");
    assert_true(tty_settle(&tty));
    assert_true(tty_shows(&tty, "round 9, of 0 to 9"));
    assert_true(tty_shows(&tty, "→ the next launch"));
    tty_send(&tty, "l");
    assert_true(tty_settle(&tty));
    assert_true(tty_shows(&tty, "<<<1,256>>>"));
    assert_true(tty_shows(&tty, "round 0, of 0 to 9"));
    assert_true(tty_shows(&tty, "is memory that launch 0 wrote"));
    tty_send(&tty, "h");
    assert_true(tty_settle(&tty));
    assert_true(tty_shows(&tty, "<<<64,256>>>"));
    assert_true(tty_shows(&tty, "round 9, of 0 to 9"));
    tty_send(&tty, "6"); /* both, with their times */
    assert_true(tty_settle(&tty));
    assert_true(tty_shows(&tty, "0 reduce<<<64,256>>>") && tty_shows(&tty, "1 reduce<<<1,256>>>"));
    tty_send(&tty, "q");
    assert_int_equal(tty_wait(&tty), 0);
    tty_stop(&tty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(from_launch_to_launch),
        cmocka_unit_test(reduction),
        cmocka_unit_test(memory),
        cmocka_unit_test(broken),
        cmocka_unit_test(reduction_in_chinese),
        cmocka_unit_test(memory_in_chinese),
        cmocka_unit_test(broken_in_chinese),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
