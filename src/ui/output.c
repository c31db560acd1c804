#include "ui/output.h"

#include "base/mem.h"
#include "ui/repeat.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static struct {
    FILE *stream;
    int fd;      /* curses': the terminal, or while it is gathered `frame` */
    int frame;   /* a file in memory */
    int patient; /* the terminal, opened once more: only this one does not wait */
    bool gathers;
    char *bytes; /* pending: from `at` to `count` */
    size_t at, count, room;
    struct repeat repeat;
} self = {.fd = -1, .frame = -1, .patient = -1};

/* `ulimit -f` counts for files in memory, too: a frame may not fit. */
static bool files_may_grow(void)
{
    enum { ROOM = 64 << 20 };
    struct rlimit limit;
    return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur >= ROOM;
}

FILE *output_open(void)
{
    self.at = self.count = 0;
    self.repeat = (struct repeat){0};
    self.fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    self.stream = self.fd >= 0 ? fdopen(self.fd, "w") : NULL;
    if (!self.stream) return stdout;
    if (files_may_grow()) self.frame = memfd_create("syncstep-frame", MFD_CLOEXEC);
    self.patient = open("/proc/self/fd/1", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    self.gathers = self.frame >= 0 && self.patient >= 0;
    return self.stream;
}

void output_close(void)
{
    if (self.stream) fclose(self.stream);
    if (self.frame >= 0) close(self.frame);
    if (self.patient >= 0) close(self.patient);
    free(self.bytes);
    memset(&self, 0, sizeof self);
    self.fd = self.frame = self.patient = -1;
}

bool output_gathers(void)
{
    return self.gathers;
}

void output_begin(void)
{
    if (self.gathers) dup3(self.frame, self.fd, O_CLOEXEC);
}

void output_text(const char *text)
{
    ssize_t written = write(self.stream ? self.fd : STDOUT_FILENO, text, strlen(text));
    (void)written;
}

static void add_pending(void *context, const char *text, size_t count)
{
    (void)context;
    if (self.count + count > self.room) {
        self.room = 2 * (self.count + count);
        self.bytes = mem_resize(self.bytes, self.room, 1);
    }
    memcpy(self.bytes + self.count, text, count);
    self.count += count;
}

void output_end(void)
{
    char part[8192];
    if (!self.gathers) return;
    dup3(STDOUT_FILENO, self.fd, O_CLOEXEC);
    off_t length = lseek(self.frame, 0, SEEK_CUR), at = 0;
    while (at < length) {
        size_t left = (size_t)(length - at);
        ssize_t got = pread(self.frame, part, left < sizeof part ? left : sizeof part, at);
        if (got <= 0) break;
        repeat_expand(&self.repeat, part, (size_t)got, add_pending, NULL);
        at += got;
    }
    lseek(self.frame, 0, SEEK_SET);
}

bool output_pending(void)
{
    return self.at < self.count;
}

void output_go_on(void)
{
    while (self.at < self.count) {
        ssize_t written = write(self.patient, self.bytes + self.at, self.count - self.at);
        if (written > 0)
            self.at += (size_t)written;
        else if (written < 0 && errno == EINTR)
            continue;
        else if (written < 0 && errno == EAGAIN)
            return;
        else
            break; /* nobody is there any more */
    }
    output_drop();
}

static long long now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000LL + t.tv_nsec / 1000000;
}

bool output_finish(int patience_ms)
{
    struct pollfd out = {.fd = self.patient, .events = POLLOUT};
    const long long end = now_ms() + patience_ms;
    output_go_on();
    while (output_pending()) {
        long long left = end - now_ms();
        if (left <= 0 || poll(&out, 1, (int)left) <= 0) break;
        output_go_on();
    }
    bool all = !output_pending();
    output_drop();
    return all;
}

void output_drop(void)
{
    self.at = self.count = 0;
}
