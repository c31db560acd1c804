/* npz_member.h - members of the archive that a trace is read from; for npz_*.c only.
 *
 * Every byte of a trace may be hostile: sizes are checked against what is declared elsewhere and
 * against the memory that reading may take before anything is allocated; indices are checked by
 * columns_build and builder_finish. All functions that can fail set the reader's err. */
#ifndef SYNCSTEP_TRACE_NPZ_MEMBER_H
#define SYNCSTEP_TRACE_NPZ_MEMBER_H

#include "base/error.h"
#include "base/str.h"
#include "syncstep/trace.h"
#include "trace/builder.h"
#include "trace/npy.h"

#include <jansson.h>
#include <zip.h>

struct npz_reader {
    zip_t *zip;
    struct trace_builder *builder;
    uint64_t memory; /* that may still be taken */
    struct error *err;
    char prefix[32];
};

/* An array of the launch being read. */
struct npz_member {
    uint8_t *bytes; /* of the file; free() it */
    const uint8_t *data;
    struct npy_shape shape;
    uint64_t count;
    size_t length; /* of data */
    struct str descr;
};

int npz_invalid(struct npz_reader *r, const char *name, const char *why); /* -1 */
int npz_take_memory(struct npz_reader *r, uint64_t bytes, const char *name);
/* A member of the archive, whole; its CRC is checked. free() it. NULL and err, or NULL without err
 * when it is not there and `optional`. */
uint8_t *npz_read_member(struct npz_reader *r, const char *name, uint64_t most, bool optional,
                         size_t *length);
void npz_member_fini(struct npz_member *m);
/* The array PREFIX.name.npy; npz_member_fini it unless this fails. */
int npz_read_array(struct npz_reader *r, const char *name, struct npz_member *m);
/* The same, one-dimensional and of the given type. */
int npz_read_vector(struct npz_reader *r, const char *name, const char *descr, size_t size,
                    struct npz_member *m);
/* Integers of any size, widened or cut to the type; free() them. */
int npz_read_signed(struct npz_reader *r, const char *name, int64_t **to, uint64_t *count);
int npz_read_unsigned(struct npz_reader *r, const char *name, uint32_t **to, uint64_t *count);

/* ---- npz_rows.c ---- */

/* Blocks, requests, snapshots and times of the launch that is begun in the builder. `arrays` are
 * those of meta.json, `infos` what they say. */
int npz_read_rows(struct npz_reader *r, const json_t *arrays, const struct trace_array *infos);

#endif
