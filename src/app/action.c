#include "app/action.h"

#include "app/action_impl.h"
#include "app/ahead.h"
#include "app/invite.h"
#include "app/keys.h"
#include "app/prompt.h"
#include "app/search.h"
#include "app/show.h"
#include "state/cursor.h"
#include "state/predict.h"
#include "state/target.h"
#include "view/text.h"
#include "view/view.h"

static struct pane *on(struct state *state)
{
    return &state->panes[state->pane_on];
}

static const struct view *view_of(const struct state *state)
{
    return view_table[state->view];
}

static void (*const handlers[ACTION_COUNT])(struct state *, uint32_t) = {
    [ACTION_FORWARD] = act_forward,
    [ACTION_BACK] = act_back,
    [ACTION_FIRST] = act_first,
    [ACTION_LAST] = act_last,
    [ACTION_NEXT_BARRIER] = act_next_barrier,
    [ACTION_PREVIOUS_BARRIER] = act_previous_barrier,
    [ACTION_NEXT_REQUEST] = act_next_request,
    [ACTION_PREVIOUS_REQUEST] = act_previous_request,
    [ACTION_PLAY] = act_play,
    [ACTION_FASTER] = act_faster,
    [ACTION_SLOWER] = act_slower,
    [ACTION_DOWN] = act_down,
    [ACTION_UP] = act_up,
    [ACTION_MOVE_LEFT] = act_move_left,
    [ACTION_MOVE_DOWN] = act_move_down,
    [ACTION_MOVE_UP] = act_move_up,
    [ACTION_MOVE_RIGHT] = act_move_right,
    [ACTION_PAGE_DOWN] = act_page_down,
    [ACTION_PAGE_UP] = act_page_up,
    [ACTION_ENTER] = act_enter,
    [ACTION_WHY] = act_why,
    [ACTION_CONTENT] = act_content,
    [ACTION_BARS] = act_bars,
    [ACTION_VIEW] = act_view,
    [ACTION_NOTES] = act_notes,
    [ACTION_OTHER_PANE] = act_other_pane,
    [ACTION_OTHER_PANE_BACK] = act_other_pane_back,
    [ACTION_NEXT_STAGE] = act_next_stage,
    [ACTION_PREVIOUS_STAGE] = act_previous_stage,
    [ACTION_NEXT_BLOCK] = act_next_block,
    [ACTION_PREVIOUS_BLOCK] = act_previous_block,
    [ACTION_NEXT_LAUNCH] = act_next_launch,
    [ACTION_PREVIOUS_LAUNCH] = act_previous_launch,
    [ACTION_ZOOM_IN] = act_zoom_in,
    [ACTION_ZOOM_OUT] = act_zoom_out,
    [ACTION_ZOOM_ALL] = act_zoom_all,
    [ACTION_SEARCH] = act_search,
    [ACTION_FINDINGS] = act_findings,
    [ACTION_CHANGES] = act_changes,
    [ACTION_NEXT_MATCH] = act_next_match,
    [ACTION_PREVIOUS_MATCH] = act_previous_match,
    [ACTION_COMPARE] = act_compare,
    [ACTION_VARIANT] = act_variant,
    [ACTION_PREDICT] = act_predict,
    [ACTION_ORDER] = act_order,
    [ACTION_REBUILD] = act_rebuild,
    [ACTION_SHOT] = act_shot,
    [ACTION_SHOT_AS] = act_shot_as,
    [ACTION_THEME] = act_theme,
    [ACTION_MOUSE] = act_mouse,
    [ACTION_COMMAND] = act_command,
    [ACTION_HELP] = act_help,
    [ACTION_REDRAW] = act_redraw,
    [ACTION_QUIT] = act_quit,
    [ACTION_LEAVE] = act_leave,
    [ACTION_SUSPEND] = act_suspend,
    [ACTION_CLOSE] = act_close,
    [ACTION_DIGIT] = act_digit,
    [ACTION_SIGN] = act_sign,
    [ACTION_ERASE] = act_erase,
    [ACTION_MARK] = act_mark,
    [ACTION_CHECK] = act_check,
    [ACTION_UNCOVER] = act_uncover,
    [ACTION_TEXT] = act_text,
    [ACTION_COMPLETE] = act_complete,
    [ACTION_EARLIER] = act_earlier,
    [ACTION_LATER] = act_later,
    [ACTION_DELETE] = act_delete,
    [ACTION_DELETE_WORD] = act_delete_word,
    [ACTION_DELETE_ALL] = act_delete_all,
    [ACTION_DO] = act_do,
};

/* Where time moved, the current line moves too; ↑ and ↓ in the source change it by themselves. */
static void follow_line(struct state *state, const struct cursor *before, const struct trace *trace)
{
    const struct cursor *c = &on(state)->cursor;
    if (on(state)->trace == trace && c->round == before->round && c->block == before->block &&
        c->launch == before->launch && c->after == before->after)
        return;
    if (c->line != before->line && on(state)->trace == trace) return;
    for (int p = 0; p < state->pane_count; p++)
        cursor_follow_line(&state->panes[p]);
}

/* What follows from whatever the person did. */
static void settle(struct state *state, const struct cursor *before, const struct trace *trace)
{
    predict_follow(state, before);
    text_close_up(state->message, sizeof state->message);
    show_refresh(state);
    follow_line(state, before, trace);
}

/* Is a box of text open? */
static bool reads_text(const struct state *state)
{
    return state->overlay == OVERLAY_HELP || state->overlay == OVERLAY_MESSAGE ||
           state->overlay == OVERLAY_FINDINGS;
}

void state_apply(struct state *state, enum action action, uint32_t argument)
{
    if (action <= ACTION_NONE || action >= ACTION_COUNT || !handlers[action]) return;
    struct cursor before = on(state)->cursor;
    const struct trace *trace = on(state)->trace;
    invite_learn(state, action);
    handlers[action](state, argument);
    /* a picture that plays stops when the person takes over */
    if (action == ACTION_BACK || action == ACTION_FORWARD || action == ACTION_FIRST ||
        action == ACTION_LAST)
        state->playing = false;
    settle(state, &before, trace);
}

/* ---- Clicks --------------------------------------------------------------------------------- */

/* A list of findings closes over the one that was chosen. */
static void go_finding(struct state *state, uint32_t finding)
{
    state->overlay = OVERLAY_NONE;
    state->search_kind = SEARCH_FINDINGS;
    search_go_finding(state, finding);
}

static bool select_other(struct state *state, struct target target)
{
    switch (target.kind) {
    case TARGET_ROUND:
        cursor_go_round(state, target.number);
        break;
    case TARGET_BEYOND:
        cursor_go_round(state, cursor_last_round(state) + 1);
        break;
    case TARGET_FINDING:
        go_finding(state, target.number);
        break;
    default:
        return false;
    }
    state->playing = false;
    return true;
}

bool state_select(struct state *state, uint64_t packed)
{
    struct target target = target_unpack(packed);
    struct cursor before = on(state)->cursor;
    const struct trace *trace = on(state)->trace;
    if (target.kind == TARGET_NONE) return false;
    if (target.kind == TARGET_KEY) return state_key(state, target.number);
    state->message[0] = 0;
    if (target.kind == TARGET_VIEW) {
        if (reads_text(state)) state->overlay = OVERLAY_NONE;
        state_apply(state, ACTION_VIEW, target.number);
        return true;
    }
    if (target_select(on(state), target))
        invite_learn(state, ACTION_DOWN);
    else if (!select_other(state, target))
        return false;
    settle(state, &before, trace);
    return true;
}

/* ---- Keys ----------------------------------------------------------------------------------- */

bool state_scroll_box(struct state *state, enum action action)
{
    if (!reads_text(state)) return false;
    int page = state->rows > 6 ? state->rows - 6 : 1;
    int by;
    switch (action) {
    case ACTION_DOWN:
        by = 1;
        break;
    case ACTION_UP:
        by = -1;
        break;
    case ACTION_PAGE_DOWN:
    case ACTION_NEXT_BARRIER:
    case ACTION_PLAY:
        by = page;
        break;
    case ACTION_PAGE_UP:
    case ACTION_PREVIOUS_BARRIER:
        by = -page;
        break;
    case ACTION_FIRST:
        by = -ACTION_FAR;
        break;
    case ACTION_LAST:
        by = ACTION_FAR;
        break;
    default:
        return false;
    }
    state->overlay_scroll += by;
    if (state->overlay_scroll < 0) state->overlay_scroll = 0;
    if (state->overlay_scroll > ACTION_FAR) state->overlay_scroll = ACTION_FAR;
    return true;
}

/* Help and long messages cover the picture: a key that changes what is below closes them, so that
 * the person sees what it did. */
static void leave_box(struct state *state, const struct key_row *row)
{
    if (state->overlay != OVERLAY_HELP && state->overlay != OVERLAY_MESSAGE) return;
    switch (row->action) {
    case ACTION_HELP: /* these close the box themselves, or show it */
    case ACTION_QUIT:
    case ACTION_CLOSE:
    case ACTION_ENTER:
    case ACTION_LEAVE:
    case ACTION_SUSPEND:
    case ACTION_REDRAW:
    case ACTION_SHOT:
    case ACTION_SHOT_AS:
    case ACTION_THEME:
    case ACTION_MOUSE:
        return;
    default:
        state->overlay = OVERLAY_NONE;
    }
}

bool state_key(struct state *state, uint32_t key)
{
    unsigned contexts = 1u << KEYS_ANY;
    uint32_t argument = 0;
    if (state->prompt_kind) {
        contexts = 1u << KEYS_PROMPT;
    } else {
        contexts |= 1u << (view_of(state)->sort == VIEW_LIST ? KEYS_LIST : KEYS_PICTURE);
        if (predict_asks(state) && state->overlay == OVERLAY_NONE &&
            view_of(state)->sort == VIEW_PICTURE)
            contexts |= 1u << KEYS_PREDICT;
    }
    const struct key_row *row = keys_find(key, contexts, &argument);
    if (!row && state->prompt_kind && key == KEYS_CONTROL('L')) row = keys_row(ACTION_REDRAW);
    if (!row || row->action != ACTION_REDRAW) state->message[0] = 0;
    if (!row && state->prompt_kind) {
        if (key == INPUT_ESCAPE || key == KEYS_CONTROL('C') || key == KEYS_CONTROL('G'))
            prompt_close(state);
        else if (key >= 0x20 && key < INPUT_FIRST)
            state_apply(state, ACTION_TEXT, key);
        return true;
    }
    if (!row) return false;
    if (state_scroll_box(state, row->action)) return true;
    leave_box(state, row);
    if (ahead_keep(state, row->action, key)) return true;
    state_apply(state, row->action, argument);
    return true;
}
