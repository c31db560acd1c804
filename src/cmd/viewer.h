/* viewer.h - what run, view, lesson and shot have in common: stages, their loader, the screen. */
#ifndef SYNCSTEP_CMD_VIEWER_H
#define SYNCSTEP_CMD_VIEWER_H

#include "cmd/options.h"
#include "state/session.h"
#include "state/state.h"

/* Loads traces for a session as the options ask. Borrowed by the session: keep the options alive.
 */
struct session_loader viewer_loader(struct options *options);

/* Adds a stage for a program or a trace file, by its name. */
struct stage *viewer_add(struct session *session, const struct options *options, const char *path);
/* The language of lessons and words, "zh_CN"; "" for C. */
void viewer_locale(char out[32]);
/* A session with the stages of a lesson: a file, or the name of a shipped one. `start`: the stage
 * to open. NULL and err. */
struct session *viewer_lesson(struct options *options, const char *name, uint32_t *start,
                              struct error *err);
/* Position of a stage by its number, from 1, or its name. */
int viewer_find_stage(const struct session *session, const char *word, uint32_t *stage,
                      struct error *err);
/* The shipped lesson that has a stage of this name, and which one it is; NULL if there is none. */
struct session *viewer_stage_named(struct options *options, const char *name, uint32_t *stage);
/* Where --view, --launch, --block and --round ask to be; -1 and err. */
int viewer_place(struct state *state, const struct options *options, struct error *err);

/* Opens the screen, or reads aloud with --plain. Returns an exit status. */
int viewer_run(struct options *options, struct session *session, uint32_t start);

#endif
