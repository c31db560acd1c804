/* predict.h - what will the next round do? The answer is typed or marked before it is uncovered. */
#ifndef SYNCSTEP_STATE_PREDICT_H
#define SYNCSTEP_STATE_PREDICT_H

#include "state/state.h"

/* Is there a next round to ask about? */
bool predict_asks(const struct state *state);
/* Begins, or says why there is nothing to ask about; ends with the score. */
void predict_toggle(struct state *state);
void predict_type(struct state *state, char character); /* digit, sign, point */
void predict_erase(struct state *state);
void predict_mark(struct state *state); /* the selected thread */
/* Compares with the next round, counts, says whether it was right, and goes there. */
void predict_check(struct state *state);
void predict_uncover(struct state *state); /* goes there without counting */
/* The question, what was typed so far and the score, in one or two lines; "" when nothing is asked.
 */
void predict_sentence(const struct state *state, char *out, int size);

/* Nothing of the next round may be told: no totals, no printed results, no findings, no leaps. */
bool predict_hides(const struct state *state);
/* The same, and says so to the person. */
bool predict_refuses(struct state *state);
/* After every action: what was answered belongs to one round; what lies open counts no more. */
void predict_follow(struct state *state, const struct cursor *before);

/* Each stage has its score for as long as the session lasts: the present pane's goes into its
 * stage; that of `stage` becomes the present one, without what was being answered. */
void predict_keep(struct state *state);
void predict_take(struct state *state, uint32_t stage);

/* How a thread's cell in the grid looks: marked for the next round, or how a mark turned out. */
enum predict_mark {
    PREDICT_NONE,   /* nothing to do with prediction */
    PREDICT_OPEN,   /* not marked, while others are */
    PREDICT_MARKED, /* marked, not checked yet */
    PREDICT_MISSED, /* works and was not marked */
    PREDICT_WRONG   /* was marked and does not work */
};
enum predict_mark predict_marked(const struct state *state, const struct pane *pane,
                                 uint32_t thread);
/* "0-127", "0-254/2 300": marks these threads, or unmarks them if all are marked. False: not a
 * list.
 */
bool predict_mark_list(struct state *state, const char *list);

/* Threads of the pane's block that work in `round`: a bit each, up to 1024. */
void predict_active(const struct pane *pane, uint32_t round, uint64_t active[16]);

#endif
