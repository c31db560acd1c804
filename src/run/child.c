#include "run/child.h"

#include "base/i18n.h"
#include "base/mem.h"
#include "run/spool.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum {
    TICK = 50,          /* ms between looks at the clock and at `cancelled` */
    GRACE = 2000,       /* ms between SIGTERM and SIGKILL */
    SPOOL_NUMBER = 100, /* the spool's descriptor in the child, out of the program's way */
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- Starting ---------------------------------------------------------------------------- */

struct pipes {
    int output[2], errors[2], failure[2];
};

static void close_pair(int pair[2])
{
    for (int i = 0; i < 2; i++)
        if (pair[i] >= 0) close(pair[i]);
    pair[0] = pair[1] = -1;
}

static int open_pipes(struct pipes *p)
{
    *p = (struct pipes){{-1, -1}, {-1, -1}, {-1, -1}};
    if (!pipe2(p->output, O_CLOEXEC) && !pipe2(p->errors, O_CLOEXEC) &&
        !pipe2(p->failure, O_CLOEXEC))
        return 0;
    close_pair(p->output);
    close_pair(p->errors);
    close_pair(p->failure);
    return -1;
}

/* Ours, with the spool's descriptor. Only the array is new; free() it. */
static char **make_environment(char *variable)
{
    size_t count = 0;
    while (environ[count])
        count++;
    char **copy = mem_array(count + 2, sizeof *copy);
    size_t to = 0;
    for (size_t i = 0; i < count; i++)
        if (strncmp(environ[i], SPOOL_ENVIRONMENT "=", sizeof SPOOL_ENVIRONMENT) != 0)
            copy[to++] = environ[i];
    copy[to] = variable;
    return copy;
}

/* In the child: only calls that are safe after fork in a program with threads. */
static _Noreturn void start(const struct child *c, struct pipes *p, int input, pid_t parent,
                            char **environment)
{
    sigset_t none;
    int error;
    if (!c->own_input) setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127); /* it died before the line above */
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGINT, SIG_DFL);
    signal(SIGQUIT, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    if ((input < 0 || dup2(input, 0) >= 0) && dup2(p->output[1], 1) >= 0 &&
        dup2(p->errors[1], 2) >= 0 && (c->spool < 0 || dup2(c->spool, SPOOL_NUMBER) >= 0))
        execve(c->executable, (char *const *)(uintptr_t)c->argv, environment);
    error = errno;
    (void)!write(p->failure[1], &error, sizeof error);
    _exit(127);
}

static pid_t spawn(struct child *c, struct pipes *p, struct error *err)
{
    char variable[64];
    int error = 0, input = -1;
    snprintf(variable, sizeof variable, SPOOL_ENVIRONMENT "=%d", SPOOL_NUMBER);
    if (!c->own_input) input = open("/dev/null", O_RDONLY | O_CLOEXEC);
    char **environment = make_environment(variable);
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) start(c, p, input, parent, environment);
    free(environment);
    if (input >= 0) close(input);
    close(p->output[1]);
    close(p->errors[1]);
    close(p->failure[1]);
    p->output[1] = p->errors[1] = p->failure[1] = -1;
    if (pid < 0) return error_set(err, _("cannot start a process: %s"), strerror(errno));
    if (read(p->failure[0], &error, sizeof error) == sizeof error) {
        waitpid(pid, NULL, 0);
        return error_set(err, _("cannot start %s: %s"), c->executable, strerror(error));
    }
    return pid;
}

/* ---- While it runs ----------------------------------------------------------------------- */

/* A terminal gets text and no commands: control characters (also the two bytes that UTF-8 makes
 * of those beyond ASCII) become question marks. */
static void disarm(char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        bool second = i && (unsigned char)bytes[i - 1] == 0xc2 && c < 0xa0;
        if ((c < 0x20 && c != '\n' && c != '\t' && c != '\r') || c == 0x7f)
            bytes[i] = '?';
        else if (second && c >= 0x80)
            bytes[i - 1] = bytes[i] = '?';
    }
}

static void pass_on(int fd, char *bytes, size_t length)
{
    if (isatty(fd)) disarm(bytes, length);
    while (length) {
        ssize_t n = write(fd, bytes, length);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return; /* nobody reads it any more */
        bytes += n;
        length -= (size_t)n;
    }
}

/* Reads what is there. False at the end of the stream. */
static bool take_output(int fd, struct str *kept, bool pass, int to)
{
    char bytes[65536];
    ssize_t n = read(fd, bytes, sizeof bytes);
    if (n < 0) return errno == EAGAIN || errno == EINTR;
    if (n == 0) return false;
    size_t room = CHILD_OUTPUT > kept->length ? CHILD_OUTPUT - kept->length : 0;
    bool fits = (size_t)n <= room;
    if (room) str_add(kept, bytes, fits ? (size_t)n : room);
    if (room && !fits) str_adds(kept, _("\n[more output was not kept]\n"));
    if (pass) pass_on(to, bytes, (size_t)n);
    return true;
}

struct watch {
    struct child *child;
    struct pipes *pipes;
    pid_t pid;
    int handle;                   /* pidfd, or -1 */
    double end, last;             /* of fair_now(); 0 = none */
    double kill_at;               /* 0 = not ended */
    double start, denied, waited; /* fair_now() */
    uint64_t progress;
    int state;
    bool gone;
};

static void signal_all(const struct watch *w, int number)
{
    if (w->child->own_input)
        kill(w->pid, number);
    else if (kill(-w->pid, number))
        kill(w->pid, number);
}

/* Seconds of processor time that the program has had. */
static double processor_time(pid_t pid)
{
    clockid_t id;
    struct timespec spent;

    if (clock_getcpuclockid(pid, &id) || clock_gettime(id, &spent)) return 0;
    return (double)spent.tv_sec + (double)spent.tv_nsec * 1e-9;
}

/* Seconds for which a thread of the program has waited for a processor, the most of any (proc(5);
 * 0 where the kernel does not count them). */
static double denied_time(pid_t pid)
{
    struct str path;
    double most = 0;

    str_init(&path);
    str_addf(&path, "/proc/%d/task", (int)pid);
    DIR *tasks = opendir(path.text);
    for (struct dirent *task; tasks && (task = readdir(tasks));) {
        unsigned long long waited;

        str_clear(&path);
        str_addf(&path, "/proc/%d/task/%s/schedstat", (int)pid, task->d_name);
        FILE *file = task->d_name[0] == '.' ? NULL : fopen(path.text, "re");
        if (!file) continue;
        if (fscanf(file, "%*u %llu", &waited) == 1) most = fmax(most, (double)waited * 1e-9);
        fclose(file);
    }
    if (tasks) closedir(tasks);
    str_fini(&path);
    return most;
}

/* The clock of the limits. It stands still while a busy machine keeps the program waiting, but
 * runs at least once in CHILD_STRETCH seconds. */
static double fair_now(struct watch *w)
{
    const double time = now(), denied = denied_time(w->pid);

    w->waited += fmax(0, denied - w->denied);
    w->waited = fmin(w->waited, (time - w->start) * (1 - 1.0 / CHILD_STRETCH));
    w->denied = denied;
    return time - w->waited;
}

static bool is_late(struct watch *w, double time)
{
    const struct child *c = w->child;
    const uint64_t progress = c->progress ? c->progress(c->context, processor_time(w->pid)) : 0;
    if (progress != w->progress) {
        w->progress = progress;
        w->end = time + c->seconds;
    }
    w->child->in_all = w->last > 0 && time >= w->last;
    return (w->end > 0 && time >= w->end) || w->child->in_all;
}

static void look_at_clock(struct watch *w)
{
    double time = now();
    if (w->kill_at > 0) {
        if (time >= w->kill_at) {
            signal_all(w, SIGKILL);
            w->kill_at = time + 1;
        }
        return;
    }
    bool late = w->end > 0 && is_late(w, fair_now(w));
    bool stop = !late && w->child->cancelled && w->child->cancelled(w->child->context);
    if (!late && !stop) return;
    w->child->timed_out = late;
    w->child->stopped = stop;
    signal_all(w, SIGTERM);
    w->kill_at = time + GRACE / 1000.0;
}

static void close_end(int *fd)
{
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

static void wait_once(struct watch *w)
{
    struct pipes *p = w->pipes;
    struct pollfd polls[3] = {
        {p->output[0], POLLIN, 0}, {p->errors[0], POLLIN, 0}, {w->handle, POLLIN, 0}};
    poll(polls, 3, TICK);
    bool pass = w->child->pass_output;
    if (polls[0].revents && !take_output(p->output[0], &w->child->output, pass, 1))
        close_end(&p->output[0]);
    if (polls[1].revents && !take_output(p->errors[0], &w->child->errors, pass, 2))
        close_end(&p->errors[0]);
    /* one that has ended meanwhile is not late, however long we were stopped ourselves */
    if (waitpid(w->pid, &w->state, WNOHANG) == w->pid)
        w->gone = true;
    else
        look_at_clock(w);
}

/* What was written before the end; processes it left behind may hold the pipes open. */
static void drain(struct watch *w)
{
    struct pipes *p = w->pipes;
    int ends[2] = {p->output[0], p->errors[0]};
    struct str *kept[2] = {&w->child->output, &w->child->errors};
    for (int i = 0; i < 2; i++) {
        if (ends[i] < 0) continue;
        fcntl(ends[i], F_SETFL, fcntl(ends[i], F_GETFL) | O_NONBLOCK);
        struct pollfd ready = {ends[i], POLLIN, 0};
        while (poll(&ready, 1, 0) > 0 &&
               take_output(ends[i], kept[i], w->child->pass_output, i + 1))
            ;
    }
}

static int open_handle(pid_t pid)
{
#ifdef SYS_pidfd_open
    int fd = (int)syscall(SYS_pidfd_open, pid, 0);
    if (fd >= 0) fcntl(fd, F_SETFD, FD_CLOEXEC);
    return fd;
#else
    return -1;
#endif
}

int child_run(struct child *c, struct error *err)
{
    struct pipes pipes;
    str_init(&c->output);
    str_init(&c->errors);
    c->status = c->signal = 0;
    c->timed_out = c->stopped = c->in_all = false;
    if (open_pipes(&pipes)) return error_set(err, _("cannot make a pipe: %s"), strerror(errno));
    pid_t pid = spawn(c, &pipes, err);
    if (pid > 0) {
        struct watch w = {
            .child = c, .pipes = &pipes, .pid = pid, .handle = open_handle(pid), .start = now()};
        w.end = c->seconds > 0 ? w.start + c->seconds : 0;
        w.last = c->most > 0 ? w.start + c->most : 0;
        while (!w.gone)
            wait_once(&w);
        if (!c->own_input) kill(-pid, SIGKILL); /* what it may have left behind */
        drain(&w);
        if (w.handle >= 0) close(w.handle);
        if (WIFSIGNALED(w.state)) c->signal = WTERMSIG(w.state);
        c->status = c->signal ? 128 + c->signal : WEXITSTATUS(w.state);
    }
    close_pair(pipes.output);
    close_pair(pipes.errors);
    close_pair(pipes.failure);
    return pid > 0 ? 0 : -1;
}
