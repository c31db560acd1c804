/* i18n.h - the viewer's own words go through gettext. _("text") translates at run time,
 * N_("text") marks a constant in a table that is translated where it is used. */
#ifndef SYNCSTEP_BASE_I18N_H
#define SYNCSTEP_BASE_I18N_H

#include <libintl.h>

#define _(text) gettext(text)
#define N_(text) text

/* For a figure and its noun: the first text for one, the second for any other number. */
#define ONE_OR(count, one, many) ((count) == 1 ? (one) : (many))

#endif
