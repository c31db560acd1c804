/* check_locals.h - within `syncstep check`: local variables that nobody sets. */
#ifndef SYNCSTEP_CMD_CHECK_LOCALS_H
#define SYNCSTEP_CMD_CHECK_LOCALS_H

#include "analysis/findings.h"
#include "cmd/options.h"
#include "run/run.h"

/* Where device code declares local variables without setting them at once, the program is built
 * once more so that the run-time fills them, and run with several fillings, recording nothing: what
 * changes the result is a finding. `settings`: as in the first run. */
void check_locals(struct analysis *analysis, const char *path, const struct options *options,
                  const struct run_settings *settings);

#endif
