#include "support/tty.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <utmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int set_property(VTermProp property, VTermValue *value, void *user)
{
    struct tty *tty = user;
    if (property == VTERM_PROP_ALTSCREEN) tty->alternate = value->boolean;
    if (property == VTERM_PROP_CURSORVISIBLE) tty->cursor_visible = value->boolean;
    return 1;
}

static const VTermScreenCallbacks callbacks = {.settermprop = set_property};

const char *tty_viewer(void)
{
    static char path[4096];
    const char *given = getenv("SYNCSTEP");
    if (given) return given;
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 32);
    if (length < 0) return "build/syncstep";
    path[length] = 0;
    for (int up = 0; up < 3; up++) { /* build/tests/terminal/viewer */
        char *slash = strrchr(path, '/');
        if (slash) *slash = 0;
    }
    strcat(path, "/syncstep");
    return path;
}

static void become_viewer(const char *const *argv, const char *const *environment, int mark)
{
    char number[16];
    static const char *const unset[] = {"NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "LINES",
                                        "COLUMNS",  "ESCDELAY", "SSH_CONNECTION", "LANGUAGE"};
    for (size_t i = 0; i < sizeof unset / sizeof *unset; i++)
        unsetenv(unset[i]);
    setenv("TERM", "xterm-256color", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("XDG_CONFIG_HOME", "/nonexistent", 1);
    snprintf(number, sizeof number, "%d", mark);
    setenv("SYNCSTEP_FRAME_FD", number, 1);
    for (int signal_number = 1; signal_number < 32; signal_number++)
        signal(signal_number, SIG_DFL); /* whatever the test was started under */
    for (; environment && *environment; environment++) {
        const char *equals = strchr(*environment, '=');
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)(equals - *environment), *environment);
        if (equals[1])
            setenv(name, equals + 1, 1);
        else
            unsetenv(name);
    }
    execv(argv[0], (char *const *)argv);
    _exit(127);
}

static volatile pid_t led; /* in the leader: the viewer */

/* As a shell's own commands bg and fg do. */
static void give_terminal(int number)
{
    tcsetpgrp(STDIN_FILENO, number == SIGUSR1 ? getpid() : led);
}

/* The session's leader: starts the viewer in a process group of its own, in the foreground, and
 * says what becomes of it. A terminal's stop signal is lost on a group without such a parent. */
static void lead(const char *const *argv, const char *const *environment, int mark, int status,
                 bool background)
{
    struct sigaction action = {.sa_handler = give_terminal, .sa_flags = SA_RESTART};
    signal(SIGTTOU, SIG_IGN);
    pid_t pid = fork();
    if (pid == 0) {
        setpgid(0, 0);
        if (!background) tcsetpgrp(STDIN_FILENO, getpid());
        close(status);
        become_viewer(argv, environment, mark);
    }
    close(mark);
    setpgid(pid, pid);
    led = pid;
    sigaction(SIGUSR1, &action, NULL);
    sigaction(SIGUSR2, &action, NULL);
    if (write(status, &pid, sizeof pid) < 0) _exit(1);
    for (;;) {
        int change;
        if (waitpid(pid, &change, WUNTRACED) != pid) _exit(1);
        if (write(status, &change, sizeof change) < 0) _exit(1);
        if (!WIFSTOPPED(change)) _exit(0);
    }
}

static void start(struct tty *tty, const char *const *argv, const char *const *environment,
                  int columns, int rows, bool background)
{
    struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
    int mark[2], status[2];
    memset(tty, 0, sizeof *tty);
    tty->columns = columns;
    tty->rows = rows;
    tty->cursor_visible = true;
    if (pipe(mark) != 0 || openpty(&tty->master, &tty->slave, NULL, NULL, &size) != 0) abort();
    tcgetattr(tty->slave, &tty->before);
    if (pipe(status) != 0) abort();
    tty->leader = fork();
    if (tty->leader == 0) {
        login_tty(dup(tty->slave));
        close(tty->master);
        close(tty->slave);
        close(mark[0]);
        lead(argv, environment, mark[1], status[1], background);
    }
    close(mark[1]);
    close(status[1]);
    tty->status = status[0];
    if (read(tty->status, &tty->pid, sizeof tty->pid) != sizeof tty->pid) abort();
    tty->mark = mark[0];
    fcntl(tty->master, F_SETFL, O_NONBLOCK);
    fcntl(tty->mark, F_SETFL, O_NONBLOCK);
    tty->vterm = vterm_new(rows, columns);
    vterm_set_utf8(tty->vterm, 1);
    tty->screen = vterm_obtain_screen(tty->vterm);
    vterm_screen_enable_altscreen(tty->screen, 1);
    vterm_screen_set_callbacks(tty->screen, &callbacks, tty);
    vterm_screen_reset(tty->screen, 1);
}

static void give_up(const char *why)
{
    fprintf(stderr, "tty: %s\n", why);
    abort();
}

void tty_start(struct tty *tty, const char *const *argv, const char *const *environment,
               int columns, int rows)
{
    start(tty, argv, environment, columns, rows, false);
}

void tty_start_in_background(struct tty *tty, const char *const *argv,
                             const char *const *environment, int columns, int rows)
{
    start(tty, argv, environment, columns, rows, true);
}

void tty_foreground(struct tty *tty, bool viewer)
{
    pid_t wanted = viewer ? tty->pid : tty->leader;
    kill(tty->leader, viewer ? SIGUSR2 : SIGUSR1);
    for (int turns = 0; tcgetpgrp(tty->master) != wanted; turns++) {
        if (turns == TTY_PATIENCE * 1000) give_up("the terminal does not change hands");
        poll(NULL, 0, 1);
    }
}

void tty_stop(struct tty *tty)
{
    if (tty->pid > 0) kill(tty->pid, SIGKILL);
    kill(tty->leader, SIGKILL);
    waitpid(tty->leader, NULL, 0);
    close(tty->status);
    close(tty->master);
    close(tty->slave);
    close(tty->mark);
    vterm_free(tty->vterm);
}

/* Does the viewer choose colours? "\e[3Xm", "\e[4Xm" and the 256-colour forms. */
static void look_for_colors(struct tty *tty, const char *bytes, size_t count)
{
    for (size_t i = 0; i + 3 < count; i++) {
        if (bytes[i] != 27 || bytes[i + 1] != '[') continue;
        size_t end = i + 2;
        while (end < count && (bytes[end] == ';' || (bytes[end] >= '0' && bytes[end] <= '9')))
            end++;
        if (end >= count || bytes[end] != 'm') continue;
        for (size_t at = i + 2; at < end;) {
            int number = atoi(bytes + at);
            if ((number >= 30 && number <= 38) || (number >= 40 && number <= 48) ||
                (number >= 90 && number <= 107))
                tty->colors = true;
            while (at < end && bytes[at] != ';')
                at++;
            at++;
        }
    }
}

static void remember(struct tty *tty, const char *bytes, size_t count)
{
    if (count > sizeof tty->seen / 2) return;
    if (tty->seen_count + count > sizeof tty->seen) {
        size_t half = tty->seen_count / 2;
        memmove(tty->seen, tty->seen + half, tty->seen_count - half);
        tty->seen_count -= half;
    }
    memcpy(tty->seen + tty->seen_count, bytes, count);
    tty->seen_count += count;
}

void tty_pump(struct tty *tty)
{
    char bytes[8192];
    ssize_t count;
    while ((count = read(tty->master, bytes, sizeof bytes - 1)) > 0) {
        bytes[count] = 0;
        vterm_input_write(tty->vterm, bytes, (size_t)count);
        tty->bytes += (unsigned long)count;
        for (ssize_t i = 0; i < count; i++)
            tty->high = tty->high || (bytes[i] & 0x80);
        look_for_colors(tty, bytes, (size_t)count);
        remember(tty, bytes, (size_t)count);
    }
}

static bool read_marks(struct tty *tty)
{
    char bytes[4096];
    ssize_t count;
    bool any = false;
    while ((count = read(tty->mark, bytes, sizeof bytes)) > 0)
        for (ssize_t i = 0; i < count; i++) {
            if (bytes[i] != '\n') {
                if (tty->mark_count + 1 < sizeof tty->marks)
                    tty->marks[tty->mark_count++] = bytes[i];
                continue;
            }
            tty->marks[tty->mark_count] = 0;
            any = sscanf(tty->marks, "%lu %lu", &tty->frames, &tty->keys) == 2;
            tty->mark_count = 0;
        }
    return any;
}

/* One turn of waiting for output or a mark; false when the viewer has ended. */
static bool turn(struct tty *tty)
{
    struct pollfd fds[] = {{.fd = tty->master, .events = POLLIN},
                           {.fd = tty->mark, .events = POLLIN}};
    int ready = poll(fds, 2, TTY_PATIENCE * 1000);
    if (ready == 0) {
        fprintf(stderr, "tty: nothing happened for %d s (frames %lu, keys %lu of %lu)\n",
                TTY_PATIENCE, tty->frames, tty->keys, tty->keys_sent);
        abort();
    }
    read_marks(tty);
    tty_pump(tty);
    return !(fds[1].revents & POLLHUP && !(fds[1].revents & POLLIN));
}

bool tty_settle(struct tty *tty)
{
    while (tty->frames == 0 || tty->keys < tty->keys_sent)
        if (!turn(tty)) return false;
    tty_pump(tty);
    return true;
}

/* A mark may be there before the bytes of its frame: the terminal hands them on in its own time. */
bool tty_until_shows(struct tty *tty, const char *text)
{
    struct pollfd bytes = {.fd = tty->master, .events = POLLIN};
    tty_pump(tty);
    while (!tty_shows(tty, text) || !tty->alternate) {
        if (poll(&bytes, 1, TTY_PATIENCE * 1000) <= 0) return false;
        tty_pump(tty);
    }
    return true;
}

void tty_catch_up(struct tty *tty)
{
    read_marks(tty);
    tty_pump(tty);
}

bool tty_frame(struct tty *tty)
{
    unsigned long before = tty->frames;
    while (tty->frames == before)
        if (!turn(tty)) return false;
    tty_pump(tty);
    return true;
}

static void write_all(struct tty *tty, const char *bytes, size_t count)
{
    while (count) {
        ssize_t written = write(tty->master, bytes, count);
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        } else if (errno == EAGAIN) {
            turn(tty);
        } else {
            return;
        }
    }
}

void tty_send(struct tty *tty, const char *keys)
{
    write_all(tty, keys, strlen(keys));
    for (; *keys; keys++)
        tty->keys_sent += (*keys & 0xC0) != 0x80;
}

void tty_send_key(struct tty *tty, const char *sequence)
{
    write_all(tty, sequence, strlen(sequence));
    tty->keys_sent++;
}

void tty_resize(struct tty *tty, int columns, int rows)
{
    struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
    tty_pump(tty);
    tty->columns = columns;
    tty->rows = rows;
    vterm_set_size(tty->vterm, rows, columns);
    ioctl(tty->master, TIOCSWINSZ, &size);
}

int tty_change(struct tty *tty)
{
    int change = 0;
    for (;;) {
        struct pollfd fds[] = {{.fd = tty->status, .events = POLLIN},
                               {.fd = tty->master, .events = POLLIN}};
        if (poll(fds, 2, TTY_PATIENCE * 1000) == 0) give_up("the viewer goes on and on");
        read_marks(tty);
        tty_pump(tty);
        if (!fds[0].revents) continue;
        if (read(tty->status, &change, sizeof change) != sizeof change) return -1;
        if (!WIFSTOPPED(change)) tty->pid = 0;
        tty_pump(tty);
        return change;
    }
}

void tty_until_left(struct tty *tty)
{
    struct pollfd written = {.fd = tty->master, .events = POLLIN};
    for (tty_pump(tty); tty->alternate; tty_pump(tty))
        if (poll(&written, 1, TTY_PATIENCE * 1000) == 0) give_up("the screen is not left");
}

int tty_wait(struct tty *tty)
{
    int change;
    do {
        change = tty_change(tty);
    } while (WIFSTOPPED(change));
    return change;
}

void tty_row(struct tty *tty, int row, char *out, size_t size)
{
    VTermRect rect = {row, row + 1, 0, tty->columns};
    size_t length = vterm_screen_get_text(tty->screen, out, size - 1, rect);
    while (length && (out[length - 1] == ' ' || out[length - 1] == '\n'))
        length--;
    out[length] = 0;
}

bool tty_shows(struct tty *tty, const char *text)
{
    for (int row = 0; row < tty->rows; row++) {
        char line[2048];
        tty_row(tty, row, line, sizeof line);
        if (strstr(line, text)) return true;
    }
    return false;
}

bool tty_saw(const struct tty *tty, const char *text)
{
    return memmem(tty->seen, tty->seen_count, text, strlen(text)) != NULL;
}

bool tty_restored(struct tty *tty)
{
    struct termios now;
    if (tty->alternate || !tty->cursor_visible) return false;
    if (tcgetattr(tty->slave, &now) != 0) return false;
    return now.c_lflag == tty->before.c_lflag && now.c_iflag == tty->before.c_iflag &&
           now.c_oflag == tty->before.c_oflag &&
           memcmp(now.c_cc, tty->before.c_cc, sizeof now.c_cc) == 0;
}
