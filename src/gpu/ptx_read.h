/* ptx_read.h - what the files of the reader share; nobody else includes it. */
#ifndef SYNCSTEP_GPU_PTX_READ_H
#define SYNCSTEP_GPU_PTX_READ_H

#include "gpu/ptx.h"

#include <string.h>

struct ptx_reader {
    struct arena *arena;
    struct ptx_module *module;
    struct error *err;
    uint32_t at;
    /* growing while the text is read; copied to the arena at the end */
    struct ptx_function *functions;
    uint32_t function_capacity;
    struct ptx_variable *variables;
    uint32_t variable_capacity;
    struct ptx_span *dropped;
    uint32_t dropped_capacity;
    const char **files;
    uint32_t file_capacity;
    struct ptx_label_name *labels;
    uint32_t label_count, label_capacity;
};

struct ptx_label_name { /* a string of .debug_str that a .loc names */
    const char *label, *name;
};

static inline bool ptx_reader_is(const struct ptx_reader *reader, const char *text)
{
    return ptx_is(reader->module, reader->at, text);
}

static inline bool ptx_reader_at_end(const struct ptx_reader *reader)
{
    return ptx_token(reader->module, reader->at)->kind == PTX_END;
}

static inline bool ptx_reader_starts(const struct ptx_reader *reader, uint32_t token, char c)
{
    const struct ptx_token *t = ptx_token(reader->module, token);
    return t->kind == PTX_WORD && reader->module->text[t->offset] == c;
}

int ptx_read_fail(struct ptx_reader *reader, const char *what); /* -1 */
/* A decimal number at the reader's place; false where there is none. */
bool ptx_read_number(struct ptx_reader *reader, uint32_t *value);
int ptx_read_brackets(struct ptx_reader *reader); /* behind what closes the bracket at its place */
/* A variable; `function`: whose body declares it, or UINT32_MAX. */
int ptx_read_declaration(struct ptx_reader *reader, uint32_t function);

/* ---- ptx_body.c ---- */

int ptx_read_body(struct ptx_reader *reader, struct ptx_function *function, uint32_t index);

#endif
