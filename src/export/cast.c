#include "export/cast.h"

#include "base/str.h"
#include "export/text.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static void event(struct cast *cast, const char *bytes)
{
    json_t *text = json_string(bytes);
    char *quoted = text ? json_dumps(text, JSON_ENCODE_ANY | JSON_ENSURE_ASCII) : NULL;
    if (quoted && fprintf(cast->out, "[%.3f, \"o\", %s]\n", cast->time, quoted) < 0 &&
        !cast->failure)
        cast->failure = errno;
    free(quoted);
    json_decref(text);
}

void cast_begin(struct cast *cast, FILE *out, int columns, int rows, const struct export_look *look)
{
    *cast = (struct cast){.out = out, .theme = look->theme};
    json_t *header =
        json_pack("{s:i, s:i, s:i, s:s, s:{s:s}}", "version", 2, "width", columns, "height", rows,
                  "title", look->title, "env", "TERM", "xterm-256color");
    char *line = header ? json_dumps(header, JSON_COMPACT) : NULL;
    if (line) fprintf(out, "%s\n", line);
    free(line);
    json_decref(header);
    event(cast, "\x1B[?25l\x1B[2J");
}

void cast_frame(struct cast *cast, const struct canvas *frame, double seconds)
{
    struct str bytes;
    str_init(&bytes);
    text_add_difference(&bytes, cast->last, frame, cast->theme);
    if (bytes.length) event(cast, bytes.text);
    str_fini(&bytes);
    if (!cast->last) cast->last = canvas_create(frame->columns, frame->rows);
    canvas_blit(cast->last, 0, 0, frame);
    cast->time += seconds;
}

int cast_end(struct cast *cast, struct error *err)
{
    event(cast, "\x1B[?25h");
    if (cast->last) canvas_destroy(cast->last);
    if (!cast->failure && fflush(cast->out) != 0) cast->failure = errno;
    if (cast->failure) return error_set(err, "cannot write: %s", strerror(cast->failure));
    return 0;
}
