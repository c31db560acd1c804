/* predict.h - what will the next round do? The answer is typed or marked before it is uncovered. */
#ifndef SYNCSTEP_APP_PREDICT_H
#define SYNCSTEP_APP_PREDICT_H

#include "app/state.h"

/* Is there a next round to ask about? */
bool predict_asks(const struct state *state);
void predict_toggle(struct state *state);
void predict_type(struct state *state, char character); /* digit, sign, point */
void predict_erase(struct state *state);
void predict_mark(struct state *state); /* the selected thread */
/* Compares with the next round, counts, says whether it was right, and goes there. */
void predict_check(struct state *state);
void predict_uncover(struct state *state); /* goes there without counting */
/* The question, what was typed so far and the score, in one or two lines. */
void predict_sentence(const struct state *state, char *out, int size);

/* Threads of the pane's block that work in `round`: a bit each, up to 1024. */
void predict_active(const struct pane *pane, uint32_t round, uint64_t active[16]);

#endif
