#include "cmd/cmd.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int cmd_fail(int status, const char *format, ...)
{
    va_list args;
    fflush(stdout);
    fputs("syncstep: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return status;
}

/* "x.cu:12: error: ..." is what editors can jump to: no prefix before it. */
static int names_a_place(const char *text)
{
    const char *colon = strchr(text, ':');
    return colon && colon[1] >= '0' && colon[1] <= '9' &&
           !memchr(text, '\n', (size_t)(colon - text));
}

int cmd_fail_error(int status, const struct error *err)
{
    if (!names_a_place(err->text)) return cmd_fail(status, "%s", err->text);
    fflush(stdout);
    fprintf(stderr, "%s\n", err->text);
    return status;
}
