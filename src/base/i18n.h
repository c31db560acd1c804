/* i18n.h - the viewer's own words go through gettext. _("text") translates at run time,
 * N_("text") marks a constant in a table that is translated where it is used. */
#ifndef SYNCSTEP_BASE_I18N_H
#define SYNCSTEP_BASE_I18N_H

#include <libintl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#define _(text) gettext(text)
#define N_(text) text

/* For a figure and its noun: the first text for one, the second for any other number. */
#define ONE_OR(count, one, many) ((count) == 1 ? (one) : (many))

/* Where a sentence has several figures: "%u {request takes|requests take} %u {pass|passes}". The
 * words before the bar stay where the whole number last written before them is 1, those behind it
 * elsewhere. The length is that of the text, whole or cut, as it stands in `out`. */
size_t i18n_counted(char *out, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
size_t i18n_counted_list(char *out, size_t size, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));

/* Takes the person's locale. One that is asked for and not installed here (ssh brings LANG along)
 * gives its characters at least; the words are English then. */
void i18n_start(void);
/* What the environment asks for, "zh_CN.UTF-8"; borrowed from it. "C" where it says nothing. */
const char *i18n_locale(void);
/* Whether i18n_start could have it. */
bool i18n_installed(void);

#endif
