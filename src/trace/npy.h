/* npy.h - NumPy's array files: a header (a Python literal) and the elements.
 * Format: numpy.org/doc/stable/reference/generated/numpy.lib.format.html, version 1.0. */
#ifndef SYNCSTEP_TRACE_NPY_H
#define SYNCSTEP_TRACE_NPY_H

#include "base/str.h"
#include "syncstep/trace.h"

enum { NPY_MAX_DIMS = 2 + TRACE_MAX_DIMS, NPY_MAX_HEADER = 65535 };

struct npy_shape {
    uint64_t dims[NPY_MAX_DIMS];
    uint32_t dim_count;
};

/* The header for elements of type `descr` (a Python literal: "'<i4'" or "[('x', '<i4')]"). */
void npy_header(struct str *out, const char *descr, const struct npy_shape *shape);

/* Reads a header: descr without blanks outside strings, and shape. Returns the length of the
 * header, 0 if it is none (Fortran order is none too). */
size_t npy_parse(const uint8_t *bytes, size_t length, struct str *descr, struct npy_shape *shape);

/* Elements of a shape; UINT64_MAX when it overflows. */
uint64_t npy_count(const struct npy_shape *shape);

/* How NumPy calls a type of a trace: '<i4', a structured type, or '|V12' where it has no word. */
void npy_descr(struct str *out, const struct trace *trace, uint32_t type);

#endif
