/* loop.h - the viewer in a terminal: waits, turns keys into actions, shows frames.
 *
 * Blocks in ppoll and wakes for keys, signals, a finished build and, while something plays, for the
 * next frame; otherwise never. All keys that are there are handled before one frame is drawn, and a
 * terminal that does not take output gets no new frame until it does: frames are dropped, never
 * queued. When SYNCSTEP_FRAME_FD names an open descriptor, a line "FRAME KEYS" is written to it
 * after each frame (both counted from the start): tests wait for it. */
#ifndef SYNCSTEP_UI_LOOP_H
#define SYNCSTEP_UI_LOOP_H

#include "state/state.h"
#include "ui/terminal.h"

struct loop_options {
    struct terminal_options screen;
    bool no_animation;
    /* Takes a screenshot of what frame_draw would show: path and message are the caller's matter.
     */
    void (*shot)(struct state *state);
};

/* Runs until the person quits. Returns 0, or -1 and err when the screen could not be taken; a fatal
 * signal ends the process by that signal once the terminal is restored. */
int loop_run(struct state *state, const struct loop_options *options, struct error *err);

#endif
