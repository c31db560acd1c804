/* The work of a stepping key on a trace: every barrier forwards and back, at 120 x 40, from the key
 * to the finished canvas; then the same for jumps to any round of any block. usage: keys T.npz */
#include "app/action.h"
#include "app/frame.h"
#include "app/show.h"
#include "base/error.h"
#include "state/cursor.h"
#include "state/session.h"
#include "state/state.h"
#include "syncstep/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { COLUMNS = 120, ROWS = 40, SWEEPS = 20, MOST = 4096, JUMPS = 400 };

/* Of work: what else the machine does is not counted. */
static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double draw(struct state *state, struct canvas *canvas, double start)
{
    canvas_clear(canvas);
    frame_prepare(state, COLUMNS, ROWS);
    frame_draw(state, canvas);
    return now() - start;
}

static int step(struct state *state, struct canvas *canvas, double *times)
{
    int count = 0;
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int step = 0; step < 18 && count < MOST; step++) {
            double start = now();
            state_key(state, step < 9 ? 'l' : 'h');
            times[count++] = draw(state, canvas, start);
        }
    return count;
}

static int jump(struct state *state, struct canvas *canvas, double *times)
{
    struct pane *pane = &state->panes[0];
    uint32_t blocks = cursor_launch(pane)->block_count, at = 1;
    for (int i = 0; i < JUMPS; i++) {
        at = at * 1664525u + 1013904223u;
        double start = now();
        pane->cursor.block = (at >> 8) % blocks;
        cursor_go_round(state, (at >> 20) % cursor_rounds(pane));
        cursor_follow_line(pane);
        times[i] = draw(state, canvas, start);
    }
    return JUMPS;
}

static void tell(const char *what, double *times, int count, const char *budget)
{
    qsort(times, (size_t)count, sizeof *times, by_value);
    printf("%s at %d x %d: median %.2f ms, most %.2f ms of %d (budget %s)\n", what, COLUMNS, ROWS,
           times[count / 2], times[count - 1], count, budget);
}

int main(int argc, char **argv)
{
    static double times[MOST];
    const struct session_loader loader = {NULL};
    struct error err = {""};
    struct trace *trace;
    struct state state;
    if (argc != 2 || trace_read(argv[1], &trace, &err) != 0) {
        fprintf(stderr, "keys: %s\n", err.text);
        return 1;
    }
    struct session *session = session_create(trace->program, &loader);
    session_add(session, trace->program);
    session_give(session, 0, trace);
    show_begin(&state, session, 0);
    struct canvas *canvas = canvas_create(COLUMNS, ROWS);
    double first = draw(&state, canvas, now());
    int count = step(&state, canvas, times);
    printf("findings and first picture: %.2f ms\n", first);
    tell("stepping key", times, count, "median 1 ms");
    tell("jump to any round of any block", times, jump(&state, canvas, times), "most 10 ms");
    canvas_destroy(canvas);
    state_fini(&state);
    session_destroy(session);
    return 0;
}
