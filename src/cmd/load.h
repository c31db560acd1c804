/* load.h - from what people name on the command line to a trace. */
#ifndef SYNCSTEP_CMD_LOAD_H
#define SYNCSTEP_CMD_LOAD_H

#include "base/error.h"
#include "cmd/options.h"
#include "run/run.h"
#include "syncstep/trace.h"

/* Whether a path names a recorded trace rather than a program: its name ends in .npz, or it begins
 * as a ZIP archive does. */
bool load_is_trace(const char *path);

/* -1 and err where `path` cannot be meant: a folder, a pipe or a device, or a trace that options or
 * arguments ask to run (a trace is not run again). A file that is not there is for others to say.
 */
int load_check(const char *path, const struct options *options, struct error *err);

/* What the options ask for when a program is run; `arguments` must live as long (the caller frees
 * what load_arguments returned). */
struct run_settings load_settings(const struct options *options);
const char **load_arguments(const struct options *options); /* NULL-terminated; free() it */
char *load_defines(const struct word_list *defines);        /* "-DN=4 -DPAD"; free() it */

/* Where a program would be run: --backend as given; "auto" looks for a GPU and nvcc. Looked for
 * once.
 */
bool load_on_gpu(const struct options *options);

/* Reads a trace, or builds and runs a program. `settings` NULL: load_settings(options). */
int load_trace(const char *path, const struct options *options, const struct run_settings *settings,
               struct trace **trace, struct error *err);

#endif
