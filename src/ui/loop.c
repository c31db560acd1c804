#include "ui/loop.h"

#include "app/action.h"
#include "app/ahead.h"
#include "app/frame.h"
#include "app/keys.h"
#include "app/show.h"
#include "base/i18n.h"
#include "state/session.h"
#include "ui/handover.h"
#include "ui/mouse.h"
#include "ui/output.h"
#include "ui/signals.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

/* Frames a second while values move; over ssh, and where the terminal is slow, fewer. */
enum { FRAMES_LOCAL = 25, FRAMES_REMOTE = 10 };

/* Seconds without a byte that are a pause in a paste. */
static const double paste_patience = 1;

struct loop {
    struct state *state;
    const struct loop_options *options;
    struct canvas *canvas;
    bool dirty; /* the state changed since the last frame */
    bool hung_up;
    bool away;    /* the screen has been others' and is not yet taken again */
    int frame_fd; /* -1 = nobody wants marks */
    unsigned long frames, keys, keys_drawn; /* keys_drawn: by the last frame */
    double last;                            /* when the state's time was last moved on */
    double fed;                             /* when something was last there to read */
    int frames_a_second;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- Frames ---------------------------------------------------------------------------------- */

static bool output_ready(int patience_ms)
{
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&out, 1, patience_ms) > 0 && out.revents & POLLOUT;
}

static void mark_frame(struct loop *loop)
{
    char line[64];
    if (loop->frame_fd < 0) return;
    int length = snprintf(line, sizeof line, "%lu %lu\n", loop->frames, loop->keys_drawn);
    ssize_t written = write(loop->frame_fd, line, (size_t)length);
    (void)written;
}

/* The last frame, or what is left of it. */
static void put_out(struct loop *loop)
{
    output_go_on();
    if (!output_pending()) mark_frame(loop);
}

static void show(struct loop *loop)
{
    int columns, rows;
    terminal_size(&columns, &rows);
    if (columns != loop->canvas->columns || rows != loop->canvas->rows)
        canvas_resize(loop->canvas, columns, rows);
    frame_prepare(loop->state, columns, rows);
    terminal_theme(&theme_table[loop->state->theme]);
    terminal_mouse(loop->state->mouse);
    frame_draw(loop->state, loop->canvas);
    signals_output(!output_gathers());
    /* a signal from before this line only left a note; from now on it ends, or
     * stops, a blocked write */
    bool leaving = signals_asked() != 0 || signals_stopping();
    if (!leaving) terminal_show(loop->canvas);
    signals_output(false);
    if (leaving) return;
    loop->dirty = false;
    loop->keys_drawn = loop->keys;
    loop->frames++;
    put_out(loop);
}

/* ---- Input ----------------------------------------------------------------------------------- */

static void resized(struct loop *loop)
{
    int columns, rows;
    terminal_size(&columns, &rows);
    frame_prepare(loop->state, columns, rows);
    frame_omitted(loop->state, loop->state->message, sizeof loop->state->message);
    loop->dirty = true;
}

static void grant(struct loop *loop)
{
    enum wish wish = loop->state->wish;
    loop->state->wish = WISH_NONE;
    switch (wish) {
    case WISH_NONE:
        return;
    case WISH_REDRAW:
        terminal_redraw();
        break;
    case WISH_SUSPEND:
        signals_suspend();
        break;
    case WISH_SHOT:
        if (loop->options->shot) loop->options->shot(loop->state);
        break;
    }
    loop->dirty = true;
}

/* Handles what has been typed. False when there was nothing although the terminal said so. */
static bool read_keys(struct loop *loop)
{
    struct terminal_click click;
    bool any = false;
    uint32_t key;
    while (!loop->state->quit && !signals_stopping() && (key = terminal_key(&click)) != 0) {
        any = true;
        if (key == TERMINAL_RESIZED) {
            resized(loop);
            continue;
        }
        if (key & TERMINAL_PASTED) { /* text is text: only a line being typed takes it */
            if (loop->state->prompt_kind) state_key(loop->state, key & ~(uint32_t)TERMINAL_PASTED);
            continue;
        }
        if (key == TERMINAL_MOUSE && !loop->state->mouse) continue; /* it was on its way */
        if (key == TERMINAL_MOUSE)
            mouse_click(loop->state, &click);
        else if (key == TERMINAL_PASTE_END)
            loop->state->message[0] = 0; /* perhaps it said that this is missing */
        else
            state_key(loop->state, key);
        loop->keys++;
        loop->dirty = true;
        grant(loop);
    }
    return any;
}

/* The terminal is readable and yet nothing can be read: the other end is gone. */
static bool at_end_of_input(void)
{
    int waiting = 0;
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    if (poll(&in, 1, 0) <= 0) return false;
    if (in.revents & (POLLHUP | POLLERR | POLLNVAL)) return true;
    return in.revents & POLLIN && ioctl(STDIN_FILENO, FIONREAD, &waiting) == 0 && waiting == 0;
}

/* ---- Waiting --------------------------------------------------------------------------------- */

static double frame_patience(const struct loop *loop)
{
    const struct state *state = loop->state;
    if (!state->playing) return -1;
    double frame = state->animate ? 1.0 / loop->frames_a_second : 4.0 / state->speed;
    double left = loop->last + frame - now();
    return left > 0 ? left : 0;
}

/* Time to wait in seconds; negative = until something happens. */
static double patience(const struct loop *loop)
{
    double frame = frame_patience(loop);
    if (!terminal_pasting()) return frame;
    double left = loop->fed + paste_patience - now();
    if (left < 0) left = 0;
    return frame >= 0 && frame < left ? frame : left;
}

static void look_for_pause(struct loop *loop)
{
    if (!terminal_pasting() || now() - loop->fed <= paste_patience) return;
    if (terminal_paste_pauses())
        state_message(loop->state, _("The end of a paste is missing: keys count again."));
    else
        loop->state->message[0] = 0;
    loop->dirty = true;
}

enum { FD_INPUT, FD_SIGNALS, FD_SESSION, FD_OUTPUT, FD_COUNT };

static void wait_for(struct loop *loop, struct pollfd fds[FD_COUNT])
{
    struct timespec limit;
    double seconds = patience(loop);
    fds[FD_INPUT] = (struct pollfd){.fd = STDIN_FILENO, .events = POLLIN};
    fds[FD_SIGNALS] = (struct pollfd){.fd = signals_fd(), .events = POLLIN};
    fds[FD_SESSION] = (struct pollfd){.fd = session_fd(loop->state->session), .events = POLLIN};
    const bool writes = loop->dirty || output_pending();
    fds[FD_OUTPUT] = (struct pollfd){.fd = writes ? STDOUT_FILENO : -1, .events = POLLOUT};
    limit.tv_sec = (time_t)(seconds > 0 ? seconds : 0);
    limit.tv_nsec = (long)((seconds > 0 ? seconds - (double)limit.tv_sec : 0) * 1e9);
    int ready = ppoll(fds, FD_COUNT, seconds < 0 ? NULL : &limit, signals_wait_mask());
    if (ready >= 0 && fds[FD_INPUT].revents) loop->fed = now();
    if (ready >= 0 && !fds[FD_INPUT].revents) look_for_pause(loop);
    if (ready < 0)
        for (int i = 0; i < FD_COUNT; i++)
            fds[i].revents = 0; /* a signal; SIGWINCH perhaps */
}

static void pass_time(struct loop *loop)
{
    double t = now();
    if (loop->state->playing && frame_patience(loop) == 0) {
        if (state_tick(loop->state, t - loop->last)) loop->dirty = true;
        loop->last = t;
    }
    if (!loop->state->playing) loop->last = t;
}

/* ---- Stopped and continued ------------------------------------------------------------------- */

static void stop(struct loop *loop)
{
    const bool blocked = output_pending();
    output_drop();
    signals_output(true);
    if (!blocked && output_ready(200))
        terminal_leave();
    else
        handover_give();
    signals_output(false);
    if (!signals_asked()) signals_stop_here();
    loop->last = now();
}

/* Somebody else has had the terminal. */
static void come_back(struct loop *loop)
{
    if (signals_continued()) {
        loop->away = loop->dirty = true;
        output_drop();
        if (handover_take_settings() != 0 && errno == EIO) loop->hung_up = true;
    }
    if (!loop->away || loop->hung_up || signals_asked() || !output_ready(0)) return;
    signals_output(true);
    terminal_return();
    signals_output(false);
    loop->away = false;
}

static void turn(struct loop *loop)
{
    struct pollfd fds[FD_COUNT];
    wait_for(loop, fds);
    if (fds[FD_SIGNALS].revents) signals_drain();
    if (signals_stopping()) stop(loop);
    if (signals_asked()) return;
    come_back(loop);
    bool any = read_keys(loop); /* also after a signal: a change of size comes as a key */
    if (fds[FD_INPUT].revents & (POLLHUP | POLLERR | POLLNVAL)) loop->hung_up = true;
    if (fds[FD_INPUT].revents & POLLIN && !any && at_end_of_input()) loop->hung_up = true;
    if (fds[FD_SESSION].revents && session_poll(loop->state->session)) {
        show_refresh(loop->state);
        loop->dirty = true;
    }
    if (ahead_catch_up(loop->state)) {
        loop->dirty = true;
        grant(loop);
    }
    pass_time(loop);
    if (loop->away || loop->hung_up || loop->state->quit) return;
    if (output_pending()) put_out(loop);
    if (!loop->dirty || output_pending()) return;
    if (!signals_stopping() && output_ready(0)) show(loop);
}

static bool remote(void)
{
    const char *ssh = getenv("SSH_CONNECTION");
    return ssh && *ssh;
}

int loop_run(struct state *state, const struct loop_options *options, struct error *err)
{
    struct loop loop = {.state = state, .options = options, .dirty = true, .frame_fd = -1};
    const char *fd = getenv("SYNCSTEP_FRAME_FD");
    if (fd && *fd) loop.frame_fd = atoi(fd);
    /* first the signals: curses installs handlers of its own only where there are none yet */
    if (signals_start(err) != 0) return -1;
    if (terminal_open(&options->screen, err) != 0) {
        signals_stop();
        return -1;
    }
    signals_continued(); /* perhaps it was started in the background; nothing is lost yet */
    loop.canvas = canvas_create(80, 24);
    loop.canvas->ascii = terminal_ascii();
    state->mouseless = !terminal_has_mouse();
    if (state->mouseless) state->mouse = false;
    loop.frames_a_second = remote() ? FRAMES_REMOTE : FRAMES_LOCAL;
    state->animate = !options->no_animation;
    loop.last = now();
    resized(&loop);
    show(&loop);
    while (!state->quit && !loop.hung_up && !signals_asked())
        turn(&loop);
    int asked = signals_asked();
    canvas_destroy(loop.canvas);
    const bool blocked = output_pending();
    output_drop();
    /* curses would wait for ever for a terminal that is gone or takes nothing */
    if (loop.hung_up || handover_is_given() || handover_in_background() || blocked ||
        !output_ready(200)) {
        handover_give();
    } else {
        signals_output(true);
        terminal_close();
        signals_output(false);
    }
    signals_stop();
    if (asked) raise(asked); /* whoever sent it sees that it was obeyed */
    return 0;
}
