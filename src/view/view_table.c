#include "view/view.h"

#include "base/i18n.h"

#include <strings.h>

extern const struct view view_tree, view_access, view_banks, view_source, view_ladder, view_output,
    view_device, view_notes;

/* In the order of the digits 1 to 9. */
static void draw_nothing(const struct state *state, const struct pane *pane, struct canvas *canvas,
                         struct rect area)
{
    (void)state, (void)pane;
    canvas_paragraph(canvas, area, 0, STYLE_DIM,
                     _("This build of syncstep does not have this view."));
    canvas_cursor(canvas, area.x, area.y);
}

/* Rows of views that other parts bring; each is replaced by the view's own extern. */
#define PENDING(view_name, view_sort, view_about)                                                  \
    &(const struct view)                                                                           \
    {                                                                                              \
        .name = view_name, .about = view_about, .sort = view_sort, .draw = draw_nothing,           \
    }

const struct view *const view_table[] = {
    &view_tree,
    &view_access,
    &view_banks,
    PENDING(N_("blocks"), VIEW_PICTURE, N_("when each block ran on which multiprocessor")),
    &view_source,
    &view_ladder,
    &view_output,
    &view_device,
    &view_notes,
};

const int view_count = sizeof view_table / sizeof *view_table;

int view_find(const char *name)
{
    for (int i = 0; i < view_count; i++)
        if (strcasecmp(view_table[i]->name, name) == 0) return i;
    return -1;
}
