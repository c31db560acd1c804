#include "export/export.h"

#include "base/mem.h"
#include "base/str.h"
#include "export/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

const struct export_format export_formats[] = {
    {"txt", "plain text, UTF-8", export_txt},
    {"ans", "text with colour escapes", export_ans},
};

const int export_format_count = sizeof export_formats / sizeof *export_formats;

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

int export_file(const struct canvas *canvas, const struct theme *theme, const char *path,
                struct error *err)
{
    const struct export_format *format = export_find(path);
    if (!format) return unknown_ending(path, err);
    if (strcmp(path, "-") == 0) return format->write(canvas, theme, stdout, err);
    struct str temporary;
    str_init(&temporary);
    str_addf(&temporary, "%s.XXXXXX", path);
    int fd = mkstemp(temporary.text), status = -1;
    FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
    if (!out) {
        error_set(err, "%s: %s", path, strerror(errno));
    } else {
        status = format->write(canvas, theme, out, err);
        mode_t mask = umask(0);
        umask(mask);
        fchmod(fd, 0666 & ~mask);
        if (fclose(out) != 0 && status == 0)
            status = error_set(err, "%s: %s", path, strerror(errno));
        if (status == 0 && rename(temporary.text, path) != 0)
            status = error_set(err, "%s: %s", path, strerror(errno));
        if (status != 0) unlink(temporary.text);
    }
    str_fini(&temporary);
    return status;
}
