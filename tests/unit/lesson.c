/* Lessons: what is read, what is refused, which language is chosen. */
#include "lesson/lesson.h"

#include "canvas/canvas.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char path[] = "/tmp/syncstep-lesson-XXXXXX";

static int load(const char *text, const char *locale, struct lesson **lesson, struct error *err)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    return lesson_load(path, "kernels", locale, lesson, err);
}

static void reads_everything(void **state)
{
    (void)state;
    struct lesson *lesson;
    struct error err;
    const char *text = "[lesson]\ntitle = Mine\nabout = one\n  two\nstart = b\npredict = yes\n"
                       "[stage a]\nprogram = dot.cu\n"
                       "[stage b]\nprogram = dot.cu\ntitle = Plain\ntitle.zh_CN = \xe7\x82\xb9\xe7"
                       "\xa7\xaf\ndefines = N=64  PAD\nround = 3\nview = banks\nnotes = x\n  y\n"
                       "notes.zh_CN = z\npublished = 0.5\nbandwidth = 12.5\ncard = G80\n";
    assert_int_equal(load(text, "", &lesson, &err), 0);
    assert_string_equal(lesson->title, "Mine");
    assert_string_equal(lesson->about, "one\ntwo");
    assert_int_equal(lesson->stage_count, 2);
    assert_int_equal(lesson->start, 1);
    assert_true(lesson->predict);
    assert_string_equal(lesson->stages[0].title, "a");
    const struct lesson_stage *b = &lesson->stages[1];
    assert_string_equal(b->title, "Plain");
    assert_string_equal(b->notes, "x\ny");
    assert_int_equal(b->define_count, 2);
    assert_string_equal(b->defines[0], "N=64");
    assert_string_equal(b->defines[1], "PAD");
    assert_int_equal(b->round, 3);
    assert_true(b->published == 0.5 && b->bandwidth == 12.5);
    lesson_destroy(lesson);

    assert_int_equal(load(text, "zh_CN", &lesson, &err), 0);
    assert_string_equal(lesson->stages[1].title, "\xe7\x82\xb9\xe7\xa7\xaf");
    assert_string_equal(lesson->stages[1].notes, "z");
    lesson_destroy(lesson);
}

/* Whichever comes first in the file. */
static void translation_stands_first(void **state)
{
    (void)state;
    struct lesson *lesson;
    struct error err;
    const char *text = "[lesson]\ntitle.zh_CN = drei\ntitle = three\n[stage a]\nprogram = dot.cu\n"
                       "notes.zh_CN = z\n  zz\nnotes = x\n  y\n[stage b]\nprogram = dot.cu\n"
                       "notes = w\n";
    assert_int_equal(load(text, "zh_CN", &lesson, &err), 0);
    assert_string_equal(lesson->title, "drei");
    assert_string_equal(lesson->stages[0].notes, "z\nzz");
    assert_string_equal(lesson->stages[1].notes, "w");
    lesson_destroy(lesson);
    assert_int_equal(load(text, "", &lesson, &err), 0);
    assert_string_equal(lesson->title, "three");
    assert_string_equal(lesson->stages[0].notes, "x\ny");
    lesson_destroy(lesson);
}

/* c shows the stage named by `pair`, which may come later in the file. */
static void stages_make_pairs(void **state)
{
    struct lesson *lesson;
    struct error err;
    (void)state;
    assert_int_equal(load("[stage a]\nprogram = dot.cu\npair = b\n[stage b]\nprogram = dot.cu\n",
                          "", &lesson, &err),
                     0);
    assert_int_equal(lesson->stages[0].pair_at, 1);
    assert_int_equal(lesson->stages[1].pair_at, -1);
    lesson_destroy(lesson);
}

static void refuses(const char *text, const char *part)
{
    struct lesson *lesson = NULL;
    struct error err = {""};
    assert_int_equal(load(text, "", &lesson, &err), -1);
    if (!strstr(err.text, part)) fail_msg("\"%s\" does not mention \"%s\"", err.text, part);
}

static void refuses_what_is_wrong(void **state)
{
    (void)state;
    refuses("", "at least one");
    refuses("[stage a]\ntitle = x\n", ":2: stage \"a\" has no program");
    refuses("[stage a]\ntitle = x\nprogram = no_such.cu\n", ":3: stage \"a\": program");
    refuses("[stage a]\nprogram = dot.cu\nrecording = no.npz\n", ":3: no such recording");
    refuses("[stage a]\nprogram = dot.cu\nround = -1\n", "not a round");
    refuses("[stage a]\nprogram = dot.cu\npublished = soon\n", "not a time");
    refuses("[stage a]\nprogram = dot.cu\npair = b\n", ":3: pair = b: there is no such stage");
    refuses("[stage a]\nprogram = dot.cu\npair = a\n", ":3: pair = a: that is the stage itself");
    refuses("[stage a]\nprogram = dot.cu\npair =\n", ":3: pair = : there is no such stage");
    refuses("[stage a]\nprogram = dot.cu\ncolour = red\n", "colour");
    refuses("[other]\nx = y\n", "other");
    refuses("[stage a]\nprogram = dot.cu\n[lesson]\nstart = b\n",
            ":4: start = b: there is no such stage");
    refuses("nonsense\n", ":1: neither");
    refuses("[stage a]\nprogram = dot.cu\ncolour = red\n", ":3: a stage has program, title,");
    refuses("[lesson]\nnote = x\n", ":2: [lesson] has title,");
    refuses("[stage a\nprogram = dot.cu\n", ":1: neither [section]");
    refuses("[stage a]\nprogram dot.cu\n", ":2: neither [section]");
    refuses("[stage a]\nprogram = dot.cu\n[stage a]\nprogram = dot.cu\n",
            ":4: there are two sections named \"stage a\"");
    char text[512];
    snprintf(text, sizeof text, "[stage a]\nprogram = dot.cu\nnotes = %0210d\ncolour = red\n", 0);
    refuses(text, ":3: the line has 218 bytes, a line may have 198");
    snprintf(text, sizeof text, "[stage a]\nprogram = dot.cu\nnotes = %0190d\n", 0);
    struct lesson *lesson;
    struct error err = {""};
    assert_int_equal(load(text, "", &lesson, &err), 0);
    assert_int_equal(strlen(lesson->stages[0].notes), 190);
    lesson_destroy(lesson);
}

/* Each key stands once in its section; only texts and lists go on in further lines. */
static void refuses_keys_that_come_again(void **state)
{
    (void)state;
    static const char *const stage_keys[] = {
        "program = dot.cu", "title = x",      "brief = x",      "defines = N=1",
        "args = 1",         "view = tree",    "round = 0",      "published = 1",
        "bandwidth = 1",    "card = x",       "notes = x",      "notes.zh_CN = x",
        "comment = x",      "comment.de = x", "title.zh_CN = x"};
    static const char *const lesson_keys[] = {"title = x", "about = x", "start = a",
                                              "predict = yes", "title.zh_CN = x"};
    char text[512], part[64];
    for (size_t i = 0; i < sizeof stage_keys / sizeof *stage_keys; i++) {
        const char *key = stage_keys[i];
        snprintf(text, sizeof text, "[stage a]\n%s\n%s\n", key, key);
        snprintf(part, sizeof part, ":3: this section has had that key before: \"%.*s\"",
                 (int)strcspn(key, " "), key);
        refuses(text, part);
        snprintf(text, sizeof text, "[stage a]\n%s\nother = x\n%s\n", key, key);
        refuses(text, ":3: a stage has program,");
    }
    for (size_t i = 0; i < sizeof lesson_keys / sizeof *lesson_keys; i++) {
        snprintf(text, sizeof text, "[lesson]\n%s\n\n%s\n", lesson_keys[i], lesson_keys[i]);
        refuses(text, ":4: this section has had that key before:");
    }
    refuses("[stage a]\nprogram = dot.cu\ntitle = x\n  y\n",
            ":4: one line is enough for \"title\"");
    refuses("[lesson]\ntitle = x\n[stage a]\nprogram = dot.cu\n[lesson]\nabout = x\n",
            ":6: there are two sections named \"lesson\"");
    refuses("[stage a]\nround = 1\n  2\n", ":3: one line is enough for \"round\"");
}

static void lists_go_on(void **state)
{
    (void)state;
    struct lesson *lesson;
    struct error err = {""};
    assert_int_equal(load("[stage a]\nprogram = dot.cu\ndefines = N=1 M=2\n  K=3\n"
                          "notes = x\n  [stage b]\n  y = z\n",
                          "", &lesson, &err),
                     0);
    assert_int_equal(lesson->stages[0].define_count, 3);
    assert_string_equal(lesson->stages[0].defines[0], "N=1");
    assert_string_equal(lesson->stages[0].defines[2], "K=3");
    assert_string_equal(lesson->stages[0].notes, "x\n[stage b]\ny = z");
    lesson_destroy(lesson);
}

static void shipped_lessons_load(void **state)
{
    (void)state;
    const char *const names[] = {"reduction", "memory"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char file[128];
        snprintf(file, sizeof file, "assets/lessons/%s.ini", names[i]);
        struct lesson *lesson;
        struct error err = {""};
        if (lesson_load(file, "kernels", "", &lesson, &err) != 0) fail_msg("%s", err.text);
        assert_true(lesson->stage_count > 5);
        for (int s = 0; s < lesson->stage_count; s++) /* beside findings and the round, in 80 */
            if (canvas_width(lesson->stages[s].title) > 32)
                fail_msg("too long for a title: %s", lesson->stages[s].title);
        lesson_destroy(lesson);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_everything),
        cmocka_unit_test(stages_make_pairs),
        cmocka_unit_test(translation_stands_first),
        cmocka_unit_test(refuses_what_is_wrong),
        cmocka_unit_test(refuses_keys_that_come_again),
        cmocka_unit_test(lists_go_on),
        cmocka_unit_test(shipped_lessons_load),
    };
    int file = mkstemp(path);
    if (file < 0) return 1;
    close(file);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
