#include "ui/handover.h"

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

/* xterm, "Bracketed Paste Mode"; for terminals like it, which are those with a mouse. */
const char handover_brackets_on[] = "\033[?2004h", handover_brackets_off[] = "\033[?2004l";

struct prepared {
    char text[512];
    size_t length;
};

static struct {
    volatile sig_atomic_t open, given;
    struct termios before, own;
    struct prepared leave, enter; /* a signal handler may only write */
} self;

const char *handover_capability(const char *name)
{
    char *text = tigetstr(name);
    return text && text != (char *)-1 ? text : NULL;
}

/* ---- Whose it is ----------------------------------------------------------------------------- */

bool handover_in_background(void)
{
    pid_t foreground = tcgetpgrp(STDIN_FILENO);
    return foreground >= 0 && foreground != getpgrp();
}

int handover_begin(struct error *err)
{
    /* starts output that nobody has stopped; the system lets only the foreground do it */
    int status;
    do {
        status = tcflow(STDIN_FILENO, TCOON);
    } while (status != 0 && errno == EINTR);
    if (status == 0) status = tcgetattr(STDIN_FILENO, &self.before);
    if (status != 0) return error_set(err, "cannot read the terminal's settings");
    self.own = self.before;
    return 0;
}

/* ---- Prepared texts -------------------------------------------------------------------------- */

/* Without pads, "$<5>": written by itself one would show. */
static void add(struct prepared *prepared, const char *text)
{
    while (text && *text && prepared->length < sizeof prepared->text) {
        const char *end = strncmp(text, "$<", 2) == 0 ? strchr(text, '>') : NULL;
        if (end)
            text = end + 1;
        else
            prepared->text[prepared->length++] = *text++;
    }
}

void handover_unpadded(const char *text, char *out, size_t size)
{
    struct prepared bare = {.length = 0};
    add(&bare, text);
    if (bare.length >= size) bare.length = 0;
    memcpy(out, bare.text, bare.length);
    out[bare.length] = 0;
}

/* Leaves the alternate screen with the cursor visible, colours and keypad as they were. Where there
 * is no other screen, the prompt comes to the last row: our own last line must not stand there. */
static void prepare_leave(bool brackets)
{
    enum { LOWEST = 998 };
    const char *cup = handover_capability("cup");
    self.leave.length = 0;
    add(&self.leave, handover_capability("sgr0"));
    add(&self.leave, handover_capability("op"));
    if (cup) add(&self.leave, tparm(cup, LOWEST, 0));
    add(&self.leave, handover_capability("el"));
    add(&self.leave, handover_capability("rmkx"));
    add(&self.leave, handover_capability("cnorm"));
    if (brackets) add(&self.leave, handover_brackets_off);
    add(&self.leave, handover_capability("rmcup"));
    if (handover_capability("kmous")) add(&self.leave, "\033[?1006l\033[?1000l");
}

void handover_prepare(bool brackets)
{
    prepare_leave(brackets);
    self.enter.length = 0;
    add(&self.enter, handover_capability("smcup"));
    add(&self.enter, handover_capability("smkx"));
    tcgetattr(STDIN_FILENO, &self.own);
    self.given = 0;
    self.open = 1;
}

void handover_end(void)
{
    if (self.open) tcsetattr(STDIN_FILENO, TCSADRAIN, &self.before);
    self.open = 0;
}

/* ---- To and fro ------------------------------------------------------------------------------ */

static void write_if_taken(const struct prepared *prepared, int patience_ms)
{
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    if (poll(&out, 1, patience_ms) > 0 && out.revents & POLLOUT) {
        ssize_t written = write(STDOUT_FILENO, prepared->text, prepared->length);
        (void)written;
    }
}

/* Whoever has stopped the output with Ctrl-S would be left in our screen. TCOON alone starts only
 * what TCOOFF has stopped. */
void handover_start_output(void)
{
    if (handover_in_background() || tcflow(STDOUT_FILENO, TCOOFF)) return;
    while (tcflow(STDOUT_FILENO, TCOON) && errno == EINTR)
        ;
}

/* Told to end while in the background, we must end: SIGTTOU, which writing there may mean, would
 * stop us instead. The settings there are the shell's own, and stay. */
void handover_give(void)
{
    int saved = errno;
    sigset_t stop, old;
    if (!self.open) return;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTTOU);
    sigprocmask(SIG_BLOCK, &stop, &old);
    bool foreground = !handover_in_background();
    if (!self.given) {
        /* what is queued for a terminal that does not take it would keep us from ending */
        if (foreground) tcflush(STDOUT_FILENO, TCOFLUSH);
        handover_start_output();
        write_if_taken(&self.leave, 200);
    }
    self.given = 1;
    if (foreground) tcsetattr(STDIN_FILENO, TCSANOW, &self.before);
    sigprocmask(SIG_SETMASK, &old, NULL);
    errno = saved;
}

int handover_take_settings(void)
{
    return self.open ? tcsetattr(STDIN_FILENO, TCSANOW, &self.own) : 0;
}

void handover_take_screen(void)
{
    int saved = errno;
    if (self.open && handover_take_settings() == 0) {
        write_if_taken(&self.enter, 0);
        self.given = 0;
    }
    errno = saved;
}

void handover_given(bool given)
{
    self.given = given;
}

bool handover_is_given(void)
{
    return self.given;
}
