/* choices.h - what the arguments of ":" commands may be, for completion and for unique beginnings.
 */
#ifndef SYNCSTEP_APP_CHOICES_H
#define SYNCSTEP_APP_CHOICES_H

#include "state/state.h"

/* What may stand where the line ends. */
struct choices {
    size_t from; /* bytes of the argument before what is being typed */
    char **list; /* each once, all begin with what is typed; owned */
    uint32_t count, capacity;
    uint32_t *places, place_count; /* where in `list` + 1, by hash; a power of two, owned */
    char hint[160]; /* where there are too many: "from 0 to 255"; "" = nothing to say */
};

/* `text`: the whole argument as far as it is typed. */
typedef void choices_find(const struct state *state, const char *text, struct choices *words);

choices_find choices_arrays, choices_blocks, choices_compare, choices_launches, choices_lines,
    choices_marks, choices_requests, choices_rounds, choices_search, choices_shot, choices_slots,
    choices_speeds, choices_stages, choices_themes, choices_threads, choices_views;

/* `begun`: what is typed of the word. */
void choices_add(struct choices *words, const char *begun, const char *word);
void choices_fini(struct choices *words);

/* Completes `text` in place as far as it is unique; tells the possibilities as a message. True:
 * there is just one. */
bool choices_complete(struct state *state, char *text, size_t size, choices_find *find);

/* What a stage is called behind ":stage": as the lesson calls it, else by its title. */
const char *choices_stage(const struct state *state, uint32_t stage);

#endif
