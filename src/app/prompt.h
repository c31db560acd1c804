/* prompt.h - the line for ":" and "/": editing, earlier entries, completion. */
#ifndef SYNCSTEP_APP_PROMPT_H
#define SYNCSTEP_APP_PROMPT_H

#include "state/state.h"

void prompt_open(struct state *state, char kind, const char *text);
void prompt_close(struct state *state);
void prompt_type(struct state *state, uint32_t glyph);
void prompt_delete(struct state *state); /* on an empty line: closes */
void prompt_delete_word(struct state *state);
void prompt_complete(struct state *state);
void prompt_recall(struct state *state, int direction); /* -1 earlier, 1 later */
void prompt_do(struct state *state);

#endif
