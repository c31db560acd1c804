/* The way from curses to a terminal that is slow. */
#include "base/str.h"
#include "ui/output.h"
#include "ui/repeat.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { LENGTH = 1 << 20, PIECE = 4096, PATIENCE_MS = 300 };

/* Takes a piece now and then, never so late that a single write would be waited for in vain. */
static void *read_slowly(void *context)
{
    const int fd = *(int *)context;
    char piece[PIECE];
    while (read(fd, piece, sizeof piece) > 0) {
        struct pollfd nothing = {.fd = -1};
        poll(&nothing, 1, PATIENCE_MS / 6);
    }
    return NULL;
}

static void patience_is_for_all_of_it(void **state)
{
    int ends[2], standard = dup(STDOUT_FILENO);
    pthread_t reader;
    char *text = malloc(LENGTH + 1);
    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_true(fcntl(ends[1], F_SETPIPE_SZ, PIECE) >= 0);
    assert_non_null(text);
    memset(text, 'x', LENGTH);
    text[LENGTH] = 0;
    assert_int_equal(dup2(ends[1], STDOUT_FILENO), STDOUT_FILENO);
    close(ends[1]);
    assert_non_null(output_open());
    assert_true(output_gathers());
    output_begin();
    output_text(text);
    output_end();
    assert_true(output_pending());
    assert_int_equal(pthread_create(&reader, NULL, read_slowly, &ends[0]), 0);
    bool all = output_finish(PATIENCE_MS);
    output_close();
    dup2(standard, STDOUT_FILENO);
    close(standard);
    pthread_join(reader, NULL);
    close(ends[0]);
    free(text);
    assert_false(all);
    assert_false(output_pending());
}

static void add(void *context, const char *text, size_t count)
{
    str_addf(context, "%.*s", (int)count, text);
}

/* Whole, byte by byte and cut in two at each place. */
static void expands(const char *text, const char *expected)
{
    const size_t length = strlen(text);
    for (size_t cut = 0; cut <= length + 1; cut++) {
        struct repeat repeat = {0};
        struct str out;
        str_init(&out);
        if (cut <= length) {
            repeat_expand(&repeat, text, cut, add, &out);
            repeat_expand(&repeat, text + cut, length - cut, add, &out);
        }
        for (size_t i = 0; cut > length && i < length; i++)
            repeat_expand(&repeat, text + i, 1, add, &out);
        assert_string_equal(out.text, expected);
        str_fini(&out);
    }
}

static void repetitions_are_written_out(void **state)
{
    (void)state;
    expands("-\33[4bx", "-----x");
    expands("-\33[bx\33[0by", "--xxy");
    expands("a-\33[2b\33[3b", "a------");
    expands("\u2500\33[3b|", "\u2500\u2500\u2500\u2500|");
    expands("\U0001F600\33[1b", "\U0001F600\U0001F600");
    expands("x\33[1m\33[2b\33(0q\33[2b\33(B", "x\33[1mxx\33(0qqq\33(B");
    /* all else stays: others that end in b, that have more numbers, texts for the terminal */
    expands("x\33[2;3b\33[?2b\33[1;31mb\33[5X2b", "x\33[2;3b\33[?2b\33[1;31mb\33[5X2b");
    expands("x\33]0;a\33[2b\7y\33[1b", "x\33]0;a\33[2b\7yy");
    expands("x\33]0;a\33\\y\33[1b\33Mb", "x\33]0;a\33\\yy\33Mb");
    expands("x\r\33[2b", "x\r\33[2b"); /* nothing there to be repeated */
    expands("x\33[12345678901234567890b", "x\33[12345678901234567890b");
    expands("x\33\33[2\33[1by", "x\33\33[2xy");
}

static void a_repetition_has_its_bounds(void **state)
{
    struct repeat repeat = {0};
    struct str out;
    (void)state;
    str_init(&out);
    static const char text[] = "x\33[999999999b";
    repeat_expand(&repeat, text, strlen(text), add, &out);
    assert_int_equal(out.length, 1 + REPEAT_MOST);
    str_fini(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(patience_is_for_all_of_it),
                                       cmocka_unit_test(repetitions_are_written_out),
                                       cmocka_unit_test(a_repetition_has_its_bounds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
