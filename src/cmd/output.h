/* output.h - files that a command must never write over. */
#ifndef SYNCSTEP_CMD_OUTPUT_H
#define SYNCSTEP_CMD_OUTPUT_H

#include "base/error.h"
#include "cmd/options.h"

/* -1 and err where `path` is a folder, is named as source text is, or is one of the files the
 * command reads (also by another name or link). "-" and NULL are fine. */
int output_check(const struct options *options, const char *path, struct error *err);

#endif
