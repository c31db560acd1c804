/* npz.h - a trace as bytes of a .npz: what trace_read and trace_write (syncstep/trace.h) are made
 * of, and what the fuzz target feeds. Format: assets/trace-format.md. */
#ifndef SYNCSTEP_TRACE_NPZ_H
#define SYNCSTEP_TRACE_NPZ_H

#include "base/error.h"
#include "base/str.h"
#include "syncstep/trace.h"

/* Most memory that reading may take: a small file can ask for a lot. */
#define NPZ_MEMORY (UINT64_C(4) << 30)
enum { NPZ_MAX_META = 24 << 20 }; /* bytes of meta.json */

#define NPZ_TIMING_DESCR                                                                           \
    "[('block','<u4'),('sm','<u4'),('start','<u8'),('end','<u8'),('clocks','<u8')]"

/* The bytes of the file. The same trace gives the same bytes. */
int npz_encode(const struct trace *trace, struct str *out, struct error *err);

int npz_decode(const void *bytes, size_t length, uint64_t memory, struct trace **trace,
               struct error *err);

#endif
