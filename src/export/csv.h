/* csv.h - a trace as tidy tables (RFC 4180, header line first), one file each:
 *   rounds    launch, block, round: requests and accesses to memory; threads that work and warps
 *             that issue anything, as the viewer and the report count them (analysis/round.h):
 *             shuffles are work, a lone read of global memory only in a warp that does nothing else
 *   accesses  one row per lane and request: who touched which byte, when, from which line
 *   requests  one row per request: lanes, offset, stride, sectors, passes
 *   blocks    where and when each block ran
 *   lines     per line and class: requests, accesses, sectors, passes
 * Indices count from 0, lines from 1, offsets are bytes from the object's start. */
#ifndef SYNCSTEP_EXPORT_CSV_H
#define SYNCSTEP_EXPORT_CSV_H

#include "analysis/analysis.h"
#include "base/error.h"

#include <stdio.h>

struct csv_out; /* csv.c */

struct csv_table {
    const char *name;    /* "rounds": NAME of PREFIX.NAME.csv */
    const char *columns; /* the header line */
    void (*write)(struct analysis *analysis, struct csv_out *out);
};

extern const struct csv_table csv_tables[];
extern const int csv_table_count;

/* -1 when writing failed. */
int csv_write(struct analysis *analysis, const struct csv_table *table, FILE *file,
              struct error *err);

#endif
