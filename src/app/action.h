/* action.h - everything a person can ask for. Keys, commands and the mouse all end here. */
#ifndef SYNCSTEP_APP_ACTION_H
#define SYNCSTEP_APP_ACTION_H

#include "state/state.h"

enum action {
    ACTION_NONE,
    /* time */
    ACTION_FORWARD,
    ACTION_BACK,
    ACTION_FIRST,
    ACTION_LAST,
    ACTION_NEXT_BARRIER,
    ACTION_PREVIOUS_BARRIER,
    ACTION_NEXT_REQUEST,
    ACTION_PREVIOUS_REQUEST,
    ACTION_PLAY,
    ACTION_FASTER,
    ACTION_SLOWER,
    /* what is selected */
    ACTION_DOWN,
    ACTION_UP,
    ACTION_MOVE_LEFT,
    ACTION_MOVE_DOWN,
    ACTION_MOVE_UP,
    ACTION_MOVE_RIGHT,
    ACTION_PAGE_DOWN,
    ACTION_PAGE_UP,
    ACTION_ENTER,
    ACTION_WHY,
    ACTION_CONTENT,
    ACTION_BARS,
    /* where */
    ACTION_VIEW,
    ACTION_NOTES,
    ACTION_OTHER_PANE,
    ACTION_OTHER_PANE_BACK,
    ACTION_NEXT_STAGE,
    ACTION_PREVIOUS_STAGE,
    ACTION_NEXT_BLOCK,
    ACTION_PREVIOUS_BLOCK,
    ACTION_NEXT_LAUNCH,
    ACTION_PREVIOUS_LAUNCH,
    ACTION_ZOOM_IN,
    ACTION_ZOOM_OUT,
    ACTION_ZOOM_ALL,
    /* search */
    ACTION_SEARCH,
    ACTION_FINDINGS,
    ACTION_CHANGES,
    ACTION_NEXT_MATCH,
    ACTION_PREVIOUS_MATCH,
    /* runs */
    ACTION_COMPARE,
    ACTION_VARIANT,
    ACTION_PREDICT,
    ACTION_ORDER,
    ACTION_REBUILD,
    /* the program itself */
    ACTION_SHOT,
    ACTION_SHOT_AS,
    ACTION_THEME,
    ACTION_MOUSE,
    ACTION_COMMAND,
    ACTION_HELP,
    ACTION_REDRAW,
    ACTION_QUIT,
    ACTION_LEAVE,
    ACTION_SUSPEND,
    ACTION_CLOSE,
    /* predict */
    ACTION_DIGIT,
    ACTION_SIGN,
    ACTION_ERASE,
    ACTION_MARK,
    ACTION_CHECK,
    ACTION_UNCOVER,
    /* prompt */
    ACTION_TEXT,
    ACTION_COMPLETE,
    ACTION_EARLIER,
    ACTION_LATER,
    ACTION_DELETE,
    ACTION_DELETE_WORD,
    ACTION_DELETE_ALL,
    ACTION_DO,
    ACTION_COUNT
};

/* Carries out `action`. `argument`: position of the pressed key in the row's list of keys (the
 * view's digit, a predicted digit), or the character typed for ACTION_TEXT. */
void state_apply(struct state *state, enum action action, uint32_t argument);

/* Looks a key up in the contexts that hold now and carries its action out. False: no such key. */
bool state_key(struct state *state, uint32_t key);

/* Does what a click on something that was drawn as `target` (state/target.h) means: in the pane
 * that is on, as if it had been selected by keys. False: nothing. */
bool state_select(struct state *state, uint64_t target);

/* A box of text moves instead of the selection below it; false: no such box is open. */
bool state_scroll_box(struct state *state, enum action action);

/* Time passes while something plays: `seconds` since the last call. True when the screen changes.
 */
bool state_tick(struct state *state, double seconds);

#endif
