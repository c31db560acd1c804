/* told.h - what a run said about itself, in the reader's language.
 *
 * The messages of a trace's diagnostics are English, whoever recorded it: the program's own process
 * and the collector write them. They are translated where they are shown: told.c has the formats
 * they are made by, finds the one that a message was made by, and puts the same figures and names
 * into its translation. */
#ifndef SYNCSTEP_ANALYSIS_TOLD_H
#define SYNCSTEP_ANALYSIS_TOLD_H

#include "base/mem.h"

/* From the arena, or `message` itself where no format of the list fits or it is too long. */
const char *told_here(struct arena *arena, const char *message);

#endif
