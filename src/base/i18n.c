#include "base/i18n.h"

#include "base/paths.h"

#include <ctype.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool installed;

const char *i18n_locale(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES",
                                        "LANG"}; /* POSIX: the first counts */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && *value) return value;
    }
    return "C";
}

bool i18n_installed(void)
{
    return installed;
}

static bool names_utf8(const char *locale)
{
    const char *charset = strchr(locale, '.');
    return charset && (strcasecmp(charset, ".UTF-8") == 0 || strcasecmp(charset, ".utf8") == 0);
}

void i18n_start(void)
{
    installed = setlocale(LC_ALL, "") != NULL;
    if (!installed && names_utf8(i18n_locale())) setlocale(LC_CTYPE, "C.UTF-8");
    setlocale(LC_NUMERIC, "C"); /* numbers in files and pictures have a point everywhere */
    char *catalogues = path_locale();
    bindtextdomain("syncstep", catalogues);
    bind_textdomain_codeset("syncstep", "UTF-8");
    textdomain("syncstep");
    free(catalogues);
}

/* ---- Figures and their nouns ---------------------------------------------------------------- */

/* Is the number that ends last before `at` a whole 1, and not a part of 21, 0.1 or t1? */
static bool follows_one(const char *text, const char *at)
{
    while (at > text && !isdigit((unsigned char)at[-1]))
        at--;
    if (at == text || at[-1] != '1') return false;
    if (at[0] == '.' && isdigit((unsigned char)at[1])) return false;
    return at - 1 == text || !(isalnum((unsigned char)at[-2]) || at[-2] == '.' || at[-2] == ',');
}

size_t i18n_counted(char *out, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    size_t length = i18n_counted_list(out, size, format, arguments);
    va_end(arguments);
    return length;
}

size_t i18n_counted_list(char *out, size_t size, const char *format, va_list arguments)
{
    vsnprintf(out, size, format, arguments);
    if (!size) return 0;
    char *to = out;
    for (const char *from = out; *from;) {
        const char *end = *from == '{' ? strchr(from, '}') : NULL;
        const char *bar = end ? memchr(from, '|', (size_t)(end - from)) : NULL;
        if (!bar) {
            *to++ = *from++;
            continue;
        }
        *to = 0;
        bool one = follows_one(out, to);
        const char *word = one ? from + 1 : bar + 1, *stop = one ? bar : end;
        while (word < stop)
            *to++ = *word++;
        from = end + 1;
    }
    *to = 0;
    return (size_t)(to - out);
}
