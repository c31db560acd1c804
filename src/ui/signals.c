#include "ui/signals.h"

#include "ui/handover.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static const int leaving[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
/* Signals that do not end a process by themselves, or cannot be caught (signal(7)), and those that
 * have a handling of their own. All others are fatal: crashes, limits, timers, real-time signals
 * and what a person sends by mistake. */
static const int harmless[] = {SIGKILL, SIGSTOP, SIGCHLD, SIGCONT, SIGURG, SIGWINCH, SIGTSTP,
                               SIGTTIN, SIGTTOU, SIGPIPE, SIGHUP,  SIGINT, SIGQUIT,  SIGTERM};

enum {
    LEAVING_COUNT = sizeof leaving / sizeof *leaving,
    HARMLESS_COUNT = sizeof harmless / sizeof *harmless,
    SIGNALS = 65, /* one more than the last: real-time ones are no constants */
};

static struct {
    int pipe[2];
    volatile sig_atomic_t asked, output, continued, stop;
    struct sigaction old_leaving[LEAVING_COUNT], old_fatal[SIGNALS], old_continue, old_stop,
        old_pipe;
    bool group; /* the stop was asked for here: the rest of the process group does not know */
    bool caught[SIGNALS];
    sigset_t old_mask, wait_mask;
    char stack[65536]; /* a stack overflow must still be able to restore the terminal */
} self;

static void end_by(int number)
{
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigset_t set;
    handover_give();
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
    sigemptyset(&set);
    sigaddset(&set, number);
    raise(number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}

static void wake(void)
{
    int saved = errno;
    char byte = 0;
    ssize_t written = write(self.pipe[1], &byte, 1);
    (void)written; /* full: the loop wakes anyway */
    errno = saved;
}

static void on_leave(int number)
{
    if (self.output) end_by(number);
    self.asked = number;
    wake();
}

/* Before anything else of the program goes on, and perhaps a write that was interrupted: in the
 * background this stops the process again, as the system does with programs that need the terminal;
 * `fg` continues it once more. Not so when it is to end. */
static void on_continue(int number)
{
    int saved = errno;
    (void)number;
    while (!self.asked && handover_take_settings() != 0 && errno == EINTR)
        continue;
    self.continued = 1;
    wake();
    errno = saved;
}

/* Stops as the signal does by itself, and comes back when continued. */
static void stop_here(bool group)
{
    struct sigaction action = {.sa_handler = SIG_DFL}, old;
    sigset_t set, mask;
    sigemptyset(&action.sa_mask);
    sigemptyset(&set);
    sigaddset(&set, SIGTSTP);
    sigaction(SIGTSTP, &action, &old);
    if (group)
        kill(0, SIGTSTP);
    else
        raise(SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &set, &mask);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    sigaction(SIGTSTP, &old, NULL);
    self.continued = 1; /* also where nobody could continue it, and the system did not stop it */
}

/* While a write is blocked the loop would not see the note; what is left of that frame is written
 * when the process is continued, and then a whole one. */
static void on_stop(int number)
{
    int saved = errno;
    (void)number;
    if (self.stop) return;
    if (self.output) {
        handover_give();
        stop_here(false);
        if (!self.asked) handover_take_screen();
    } else {
        self.stop = 1;
    }
    wake();
    errno = saved;
}

static void on_fatal(int number)
{
    end_by(number);
}

/* `ulimit -f`: our own write, which only fails then. The system gives us as the sender. */
static void on_file_limit(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (info->si_pid != getpid()) end_by(number);
}

static bool is_fatal(int number)
{
    for (int i = 0; i < HARMLESS_COUNT; i++)
        if (harmless[i] == number) return false;
    return true;
}

int signals_start(struct error *err)
{
    if (pipe2(self.pipe, O_NONBLOCK | O_CLOEXEC) != 0)
        return error_set(err, "pipe: %s", strerror(errno));
    self.asked = self.output = self.continued = self.stop = 0;
    self.group = false;
    stack_t stack = {.ss_sp = self.stack, .ss_size = sizeof self.stack};
    sigaltstack(&stack, NULL);
    struct sigaction action = {.sa_handler = on_leave};
    sigemptyset(&action.sa_mask);
    /* whoever ends a stopped process continues it: on_continue has to know what for */
    sigaddset(&action.sa_mask, SIGCONT);
    for (int i = 0; i < LEAVING_COUNT; i++)
        sigaction(leaving[i], &action, &self.old_leaving[i]);
    action.sa_handler = on_fatal;
    action.sa_flags = SA_ONSTACK;
    for (int s = 1; s < SIGNALS; s++)
        self.caught[s] = is_fatal(s) && sigaction(s, &action, &self.old_fatal[s]) == 0;
    struct sigaction limit = {.sa_sigaction = on_file_limit, .sa_flags = SA_SIGINFO};
    sigemptyset(&limit.sa_mask);
    sigaction(SIGXFSZ, &limit, NULL);
    sigemptyset(&action.sa_mask);
    action.sa_handler = on_continue;
    action.sa_flags = SA_RESTART;
    sigaction(SIGCONT, &action, &self.old_continue);
    action.sa_handler = on_stop;
    sigaction(SIGTSTP, NULL, &self.old_stop);
    if (self.old_stop.sa_handler != SIG_IGN) sigaction(SIGTSTP, &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, &self.old_pipe);
    sigset_t block;
    sigemptyset(&block);
    sigaddset(&block, SIGWINCH);
    sigprocmask(SIG_BLOCK, &block, &self.old_mask);
    self.wait_mask = self.old_mask;
    sigdelset(&self.wait_mask, SIGWINCH);
    return 0;
}

void signals_stop(void)
{
    for (int i = 0; i < LEAVING_COUNT; i++)
        sigaction(leaving[i], &self.old_leaving[i], NULL);
    for (int s = 1; s < SIGNALS; s++)
        if (self.caught[s]) sigaction(s, &self.old_fatal[s], NULL);
    sigaction(SIGCONT, &self.old_continue, NULL);
    sigaction(SIGTSTP, &self.old_stop, NULL);
    sigaction(SIGPIPE, &self.old_pipe, NULL);
    sigprocmask(SIG_SETMASK, &self.old_mask, NULL);
    close(self.pipe[0]);
    close(self.pipe[1]);
}

int signals_fd(void)
{
    return self.pipe[0];
}

void signals_drain(void)
{
    char bytes[64];
    while (read(self.pipe[0], bytes, sizeof bytes) > 0)
        continue;
}

int signals_asked(void)
{
    return self.asked;
}

void signals_waiting(bool on)
{
    self.output = on;
    if (on && self.asked) end_by(self.asked);
}

bool signals_continued(void)
{
    bool was = self.continued;
    self.continued = 0;
    return was;
}

bool signals_stopping(void)
{
    return self.stop;
}

void signals_suspend(void)
{
    if (self.old_stop.sa_handler == SIG_IGN) return;
    self.group = true;
    self.stop = 1;
    wake();
}

void signals_stop_here(void)
{
    stop_here(self.group);
    self.group = false;
    self.stop = 0;
}

void signals_output(bool on)
{
    self.output = on;
}

const sigset_t *signals_wait_mask(void)
{
    return &self.wait_mask;
}
