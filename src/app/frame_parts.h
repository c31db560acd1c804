/* frame_parts.h - the rows around the views; each draws nothing when its rect has no rows. */
#ifndef SYNCSTEP_APP_FRAME_PARTS_H
#define SYNCSTEP_APP_FRAME_PARTS_H

#include "app/frame.h"

void frame_title(const struct state *state, const struct frame_layout *layout,
                 struct canvas *canvas);
void frame_tabs(const struct state *state, struct rect area, struct canvas *canvas);
/* Rows that the whole sentence would take in an area of this width. */
int frame_sentence_rows(const struct state *state, struct rect area);
void frame_sentence(const struct state *state, struct rect area, struct canvas *canvas);
void frame_scrubber(const struct state *state, struct rect area, struct canvas *canvas);
void frame_footer(const struct state *state, struct rect area, struct canvas *canvas);
void frame_overlay(const struct state *state, const struct frame_layout *layout,
                   struct canvas *canvas);

/* The finding that n and N stand at, as long as the cursor is where it happens; else NULL. */
struct finding;
const struct finding *frame_finding(const struct state *state);

/* What w says about the open view; false: there is nothing to explain. */
struct view_why;
bool frame_why(const struct state *state, struct view_why *out);
/* The boxes of keys w and Enter. */
void overlay_why(const struct state *state, const struct frame_layout *layout,
                 struct canvas *canvas);
void overlay_history(const struct state *state, const struct frame_layout *layout,
                     struct canvas *canvas);

#endif
