#include "ui/mouse.h"

#include "app/action.h"
#include "app/frame.h"
#include "app/frame_parts.h"
#include "state/cursor.h"
#include "view/view.h"

static bool in(struct rect rect, const struct terminal_click *click)
{
    return click->x >= rect.x && click->x < rect.x + rect.columns && click->y >= rect.y &&
           click->y < rect.y + rect.rows;
}

void mouse_click(struct state *state, const struct terminal_click *click)
{
    struct frame_layout layout =
        frame_layout(state->columns, state->rows,
                     view_table[state->view]->every_stage ? 1 : state->pane_count, false);
    if (click->button == 4 || click->button == 5) {
        state_apply(state, click->button == 4 ? ACTION_UP : ACTION_DOWN, 0);
        return;
    }
    if (in(layout.tabs, click)) {
        int view = frame_tab_at(state, layout.tabs, click->x);
        if (view >= 0) state_apply(state, ACTION_VIEW, (uint32_t)view);
    } else if (in(layout.scrubber, click)) {
        int64_t round = frame_round_at(state, layout.scrubber, click->x);
        if (round >= 0) cursor_go_round(state, (uint32_t)round);
    } else if (layout.shown == 2) {
        for (int p = 0; p < 2; p++)
            if (in(layout.panes[p], click)) state->pane_on = p;
    }
}
