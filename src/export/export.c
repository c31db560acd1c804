#include "export/export.h"

#include "base/mem.h"
#include "base/str.h"
#include "export/html.h"
#include "export/picture.h"
#include "export/svg.h"
#include "export/text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

const struct export_format export_formats[] = {
    {.ending = "txt", .about = "plain text, UTF-8", .write = export_txt},
    {.ending = "ans", .about = "text with colour escapes", .write = export_ans},
    {.ending = "svg", .about = "vector picture, text can be selected", .write = export_svg},
    {.ending = "png", .about = "picture", .write = export_png},
    {.ending = "pdf",
     .about = "document, a page for each round",
     .many = true,
     .write = export_pdf},
    {.ending = "html", .about = "web page without external files", .write = export_html},
};

const int export_format_count = sizeof export_formats / sizeof *export_formats;

const char *export_ending(uint32_t i)
{
    return i < (uint32_t)export_format_count ? export_formats[i].ending : NULL;
}

const struct export_format *export_find(const char *path)
{
    const char *dot = strrchr(path, '.');
    if (strcmp(path, "-") == 0) return &export_formats[0];
    if (!dot || strchr(dot, '/')) return NULL;
    for (int i = 0; i < export_format_count; i++)
        if (strcasecmp(dot + 1, export_formats[i].ending) == 0) return &export_formats[i];
    return NULL;
}

static int unknown_ending(const char *path, struct error *err)
{
    struct str endings;
    str_init(&endings);
    for (int i = 0; i < export_format_count; i++)
        str_addf(&endings, "%s.%s", i ? " " : "", export_formats[i].ending);
    error_set(err, "%s: the ending must be one of %s", path, endings.text);
    str_fini(&endings);
    return -1;
}

/* A pipe, a terminal or a device is written as it is: a rename would put a file in its place. */
static bool is_special(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

/* Where the file really is: a rename over a symbolic link would end the link. */
static char *real_place(const char *path)
{
    char *real = realpath(path, NULL);
    return real ? real : mem_strdup(path);
}

/* ---- Signals: no temporary file survives them ------------------------------------------------ */

static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

enum { ENDING_COUNT = sizeof ending / sizeof *ending };

static struct {
    char *temporaries[EXPORT_OPEN_MOST]; /* owned by their export_out; NULL = free */
    bool progress;                       /* a line of progress stands on the terminal */
} guarded;

static void on_end(int number)
{
    static const char clear[] = "\r\033[K";
    for (int i = 0; i < EXPORT_OPEN_MOST; i++)
        if (guarded.temporaries[i]) unlink(guarded.temporaries[i]);
    if (guarded.progress) {
        ssize_t written = write(STDERR_FILENO, clear, sizeof clear - 1);
        (void)written;
    }
    signal(number, SIG_DFL);
    raise(number); /* delivered when this handler returns */
}

void export_guard(void)
{
    struct sigaction action = {.sa_handler = on_end}, old;
    sigfillset(&action.sa_mask);
    for (int i = 0; i < ENDING_COUNT; i++)
        if (sigaction(ending[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN) /* nohup */
            sigaction(ending[i], &action, NULL);
    signal(SIGXFSZ, SIG_IGN); /* a limit on file sizes is an error like a full disk */
}

/* Held off while a file exists that is not in the table yet, or no longer. */
static sigset_t hold(void)
{
    sigset_t set, old;
    sigemptyset(&set);
    for (int i = 0; i < ENDING_COUNT; i++)
        sigaddset(&set, ending[i]);
    pthread_sigmask(SIG_BLOCK, &set, &old);
    return old;
}

static void release(sigset_t old)
{
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

static void replace(char *old, char *new)
{
    for (int i = 0; i < EXPORT_OPEN_MOST; i++)
        if (guarded.temporaries[i] == old) {
            guarded.temporaries[i] = new;
            return;
        }
}

void export_progress(int done, int total)
{
    if (total <= 1 || !isatty(STDERR_FILENO)) return;
    guarded.progress = done < total;
    if (done < total)
        fprintf(stderr, "\r%d of %d", done, total);
    else
        fputs("\r\033[K", stderr);
    fflush(stderr);
}

/* ---- Files ----------------------------------------------------------------------------------- */

int export_open(struct export_out *out, const char *path, struct error *err)
{
    if (is_special(path)) {
        *out = (struct export_out){.path = mem_strdup(path), .file = fopen(path, "we")};
        if (out->file) return 0;
        error_set(err, "%s: %s", path, strerror(errno));
        export_close(out, false, NULL);
        return -1;
    }
    struct str temporary;
    str_init(&temporary);
    *out = (struct export_out){.path = real_place(path)};
    str_addf(&temporary, "%s.XXXXXX", out->path);
    sigset_t old = hold();
    int fd = mkostemp(temporary.text, O_CLOEXEC);
    if (fd >= 0) {
        out->temporary = str_take(&temporary);
        replace(NULL, out->temporary);
    }
    release(old);
    str_fini(&temporary);
    out->file = fd < 0 ? NULL : fdopen(fd, "w");
    if (out->file) {
        mode_t mask = umask(0);
        umask(mask);
        if (fchmod(fd, 0666 & ~mask) == 0) return 0;
    }
    error_set(err, "%s: %s", path, strerror(errno));
    export_close(out, false, NULL);
    return -1;
}

int export_close(struct export_out *out, bool keep, struct error *err)
{
    int status = 0;
    if (out->file && (fclose(out->file) != 0 && keep))
        status = error_set(err, "%s: %s", out->path, strerror(errno));
    sigset_t old = hold();
    if (out->temporary && keep && status == 0 && rename(out->temporary, out->path) != 0)
        status = error_set(err, "%s: %s", out->path, strerror(errno));
    if (out->temporary && (!keep || status != 0)) unlink(out->temporary);
    if (out->temporary) replace(out->temporary, NULL);
    release(old);
    free(out->path);
    free(out->temporary);
    *out = (struct export_out){0};
    return status;
}

int export_pages(const struct canvas *const *pages, int count, const struct export_look *look,
                 const char *path, struct error *err)
{
    const struct export_format *format = export_find(path);
    if (!format) return unknown_ending(path, err);
    if (strcmp(path, "-") == 0) return format->write(pages, count, look, stdout, err);
    struct export_out out;
    if (export_open(&out, path, err) != 0) return -1;
    int status = format->write(pages, count, look, out.file, err);
    if (status != 0) {
        struct error why;
        if (err) why = *err;
        export_close(&out, false, NULL);
        if (err) error_set(err, "%s: %.*s", path, ERROR_TEXT / 2, why.text);
        return -1;
    }
    return export_close(&out, true, err);
}

int export_file(const struct canvas *canvas, const struct export_look *look, const char *path,
                struct error *err)
{
    return export_pages(&canvas, 1, look, path, err);
}
