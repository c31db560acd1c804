#include "base/i18n.h"

#include "base/paths.h"

#include <locale.h>
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
