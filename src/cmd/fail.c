#include "base/mem.h"
#include "base/paths.h"
#include "base/printable.h"
#include "base/str.h"
#include "cmd/cmd.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct word_list *operands;

void cmd_operands(const struct word_list *words)
{
    operands = words;
}

/* The text may hold names of files and what a compiler says of them: no command for the terminal.
 */
static void write_error(const char *prefix, const char *text)
{
    char *shown = mem_strdup(text);
    for (size_t i = 0; operands && i < operands->count; i++) {
        printable_name(shown, operands->words[i]);
        printable_name(shown, path_name(operands->words[i]));
    }
    printable(shown, true);
    fflush(stdout);
    fprintf(stderr, "%s%s\n", prefix, shown);
    free(shown);
}

int cmd_fail(int status, const char *format, ...)
{
    struct str text;
    va_list args;
    str_init(&text);
    va_start(args, format);
    str_vaddf(&text, format, args);
    va_end(args);
    write_error("syncstep: ", text.text);
    str_fini(&text);
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
    write_error(names_a_place(err->text) ? "" : "syncstep: ", err->text);
    return status;
}
