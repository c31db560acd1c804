#include "ui/mouse.h"

#include "app/action.h"
#include "app/frame.h"

static bool in(struct rect rect, const struct terminal_click *click)
{
    return click->x >= rect.x && click->x < rect.x + rect.columns && click->y >= rect.y &&
           click->y < rect.y + rect.rows;
}

/* What stands at the cell: as it is drawn, so it is asked for. */
static uint64_t target_at(const struct state *state, const struct terminal_click *click)
{
    struct canvas *canvas = canvas_create(state->columns, state->rows);
    canvas_watch(canvas);
    frame_draw(state, canvas);
    uint64_t target = canvas_target_at(canvas, click->x, click->y);
    canvas_destroy(canvas);
    return target;
}

/* Of two panes the one below its caption, too. */
static void choose_pane(struct state *state, const struct terminal_click *click)
{
    struct frame_layout layout = frame_layout_of(state);
    if (layout.shown < 2 || state->overlay != OVERLAY_NONE) return;
    for (int p = 0; p < layout.shown; p++) {
        struct rect caption = layout.caption;
        caption.x = layout.panes[p].x;
        caption.columns = layout.panes[p].columns;
        if (in(layout.panes[p], click) || in(caption, click)) state->pane_on = p;
    }
}

void mouse_click(struct state *state, const struct terminal_click *click)
{
    if (click->x < 0 || click->y < 0 || click->x >= state->columns || click->y >= state->rows)
        return;
    if (state->prompt_kind) return; /* a line is being typed */
    if (click->button == 4 || click->button == 5) {
        enum action action = click->button == 4 ? ACTION_UP : ACTION_DOWN;
        if (!state_scroll_box(state, action)) state_apply(state, action, 0);
        return;
    }
    uint64_t target = target_at(state, click);
    choose_pane(state, click);
    state_select(state, target);
}
