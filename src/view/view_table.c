#include "view/view.h"

#include "base/i18n.h"

#include <stdarg.h>
#include <stdio.h>
#include <strings.h>

extern const struct view view_tree, view_access, view_banks, view_blocks, view_source, view_ladder,
    view_output, view_device, view_notes;

/* In the order of the digits 1 to 9. */
const struct view *const view_table[] = {
    &view_tree,   &view_access, &view_banks,  &view_blocks, &view_source,
    &view_ladder, &view_output, &view_device, &view_notes,
};

_Static_assert(sizeof view_table / sizeof *view_table <= STATE_VIEWS, "a pane keeps them all");
const int view_count = sizeof view_table / sizeof *view_table;

int view_find(const char *name)
{
    for (int i = 0; i < view_count; i++)
        if (strcasecmp(view_table[i]->name, name) == 0) return i;
    return -1;
}

int view_about(enum view_subject subject)
{
    for (int i = 0; i < view_count; i++)
        if (view_table[i]->subject == subject) return i;
    return -1;
}

bool view_always(const struct pane *pane)
{
    (void)pane;
    return true;
}

bool view_available(const struct view *view, const struct pane *pane, const char **why)
{
    return !view->available || view->available(pane, why);
}

void view_why_add(struct view_why *why, const char *label, const char *format, ...)
{
    va_list args;
    if (why->count >= VIEW_WHY_FIGURES) return;
    why->figures[why->count].label = label;
    va_start(args, format);
    i18n_counted_list(why->figures[why->count++].text, VIEW_WHY_TEXT, format, args);
    va_end(args);
}
