/* The work of a stepping key on a trace: every barrier forwards and back, at 120 x 40, from the key
 * to the finished canvas. usage: keys T.npz */
#include "app/action.h"
#include "app/frame.h"
#include "app/session.h"
#include "app/state.h"
#include "base/error.h"
#include "syncstep/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { COLUMNS = 120, ROWS = 40, SWEEPS = 20, MOST = 4096 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

int main(int argc, char **argv)
{
    static double times[MOST];
    const struct session_loader loader = {NULL};
    struct error err = {""};
    struct trace *trace;
    struct state state;
    int count = 0;
    if (argc != 2 || trace_read(argv[1], &trace, &err) != 0) {
        fprintf(stderr, "keys: %s\n", err.text);
        return 1;
    }
    struct session *session = session_create(trace->program, &loader);
    session_add(session, trace->program);
    session_give(session, 0, trace);
    state_init(&state, session, 0);
    struct canvas *canvas = canvas_create(COLUMNS, ROWS);
    frame_prepare(&state, COLUMNS, ROWS);
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int step = 0; step < 18 && count < MOST; step++) {
            double start = now();
            state_key(&state, step < 9 ? 'l' : 'h');
            canvas_clear(canvas);
            frame_prepare(&state, COLUMNS, ROWS);
            frame_draw(&state, canvas);
            times[count++] = now() - start;
        }
    qsort(times, (size_t)count, sizeof *times, by_value);
    printf("stepping key at %d x %d: median %.2f ms, most %.2f ms of %d (budget 1 ms)\n", COLUMNS,
           ROWS, times[count / 2], times[count - 1], count);
    canvas_destroy(canvas);
    state_fini(&state);
    session_destroy(session);
    return 0;
}
