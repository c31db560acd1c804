/* meta.h - the part of a trace that is JSON: everything but the rows and the snapshots.
 *
 * Each struct of trace.h is described once, by a table of fields, for both directions. The format
 * is documented in assets/trace-format.md. */
#ifndef SYNCSTEP_TRACE_META_H
#define SYNCSTEP_TRACE_META_H

#include "base/error.h"
#include "syncstep/trace.h"
#include "trace/builder.h"

#include <jansson.h>

enum { META_PATH = 128, META_MAX_LIST = 1 << 20 };

enum meta_kind {
    META_NAME, /* const char *, one line */
    META_TEXT, /* const char *, several lines */
    META_U32,
    META_INDEX, /* uint32_t, null = TRACE_NONE */
    META_U64,
    META_I64,
    META_INT,
    META_BOOL,
    META_DOUBLE,
    META_TRIPLE, /* uint32_t[3] */
    META_ENUM,   /* an enum, by its name in `names` */
    META_OBJECT, /* a struct, by its table `fields` */
};

struct meta_field {
    const char *key; /* NULL ends a table */
    enum meta_kind kind;
    size_t at;
    const char *const *names;        /* META_ENUM, ended by NULL */
    const struct meta_field *fields; /* META_OBJECT */
};

extern const struct meta_field meta_header[], meta_source[], meta_type[], meta_type_field[],
    meta_site[], meta_frame[], meta_allocation[], meta_launch[], meta_array[], meta_parameter[],
    meta_dropped[], meta_host_write[], meta_diagnostic[], meta_reading[];

/* Adds the fields of `from` to a JSON object. */
void meta_put(json_t *object, const struct meta_field *fields, const void *from);

/* Reading: the first thing that is wrong is kept in err, `failed` set, and what follows is ignored.
 */
struct meta_reader {
    struct trace_builder *builder;
    struct error *err;
    bool failed;
};

/* Fields that are absent keep their value in `to`. `path` names the object in messages. */
void meta_get(struct meta_reader *reader, const json_t *object, const struct meta_field *fields,
              void *to, const char *path);
/* The list under `key`, or NULL when there is none. Fails for anything but a list of objects. */
const json_t *meta_list(struct meta_reader *reader, const json_t *object, const char *key);

/* The whole meta.json of a trace (free() it), its length in *length. */
char *meta_write(const struct trace *trace, size_t *length);

/* Checks the version, and fills the builder's header and tables; launches are left to the caller
 * (meta_launch and so on), who gets the JSON (json_decref it). -1 and err when it is not valid. */
int meta_read(struct trace_builder *builder, const char *text, size_t length, json_t **json,
              struct error *err);

#endif
