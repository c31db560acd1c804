/* process.h - runs another program by its argument vector: no shell ever sees a word of it. */
#ifndef SYNCSTEP_BASE_PROCESS_H
#define SYNCSTEP_BASE_PROCESS_H

#include "base/error.h"
#include "base/str.h"

struct process {
    const char *const *argv; /* argv[0] is looked for in $PATH; NULL ends it */
    const char *folder;      /* working directory, or NULL */
    const char *const *set;  /* "NAME=VALUE" of the environment to set; NULL ends it; or NULL */
    struct str *output;      /* stdout is appended here; NULL: discarded */
    struct str *errors;      /* stderr; may be the same as output; NULL: discarded */
};

/* Runs it to its end with an empty standard input. Returns its exit status (128 + N after signal
 * N), or -1 and err when it could not be started ("g++: not found"). */
int process_run(const struct process *process, struct error *err);

/* Path of an executable that is in $PATH (or is a path itself); NULL if there is none. free() it.
 */
char *process_find(const char *name);

/* A growing argument vector. */
struct arguments {
    const char **words;
    size_t count, capacity;
};
void arguments_add(struct arguments *arguments, const char *word); /* borrowed; NULL-terminated */
void arguments_fini(struct arguments *arguments);

#endif
