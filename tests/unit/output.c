/* The way from curses to a terminal that is slow. */
#include "ui/output.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(patience_is_for_all_of_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
