/* ptx.h - a reader of PTX, the text that nvcc makes of a kernel, and its rewriter.
 *
 * The reader follows the grammar of NVIDIA's "PTX ISA" (module directives, functions, statements,
 * labels, guards, operands, .loc with inlined_at); it keeps the text and points into it, so that
 * what is not changed is copied byte by byte. Text that is not PTX is refused with its line. */
#ifndef SYNCSTEP_GPU_PTX_H
#define SYNCSTEP_GPU_PTX_H

#include "base/error.h"
#include "base/mem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Tokens (ptx_lex.c) -------------------------------------------------------------------- */

enum ptx_token_kind { PTX_WORD, PTX_STRING, PTX_PUNCT, PTX_END };

struct ptx_token {
    uint32_t offset, length; /* in the text; a string's quotes are included */
    uint32_t line;           /* from 1 */
    enum ptx_token_kind kind;
};

struct ptx_tokens {
    struct ptx_token *items; /* the last one is PTX_END */
    uint32_t count;
};

/* Words: names, numbers, directives, registers and dotted opcodes ("ld.global.L2::128B.u32").
 * Tokens are in the arena. */
int ptx_lex(struct arena *arena, const char *text, size_t length, struct ptx_tokens *tokens,
            struct error *err);

/* ---- Modules (ptx_read.c) ------------------------------------------------------------------ */

enum ptx_statement_kind {
    PTX_INSTRUCTION,
    PTX_LABEL,
    PTX_OPEN,
    PTX_CLOSE,
    PTX_DECLARATION,
    PTX_LOC
};

enum { PTX_MAX_OPERANDS = 12 };

struct ptx_span { /* tokens [first, first + count) */
    uint32_t first, count;
};

struct ptx_statement {
    enum ptx_statement_kind kind;
    struct ptx_span span; /* with the guard and the semicolon */
    uint32_t guard;       /* token of the predicate register, 0 = none */
    bool guard_negated;
    uint32_t opcode;                            /* token; of a declaration: the directive */
    struct ptx_span operands[PTX_MAX_OPERANDS]; /* separated by commas outside brackets */
    uint32_t operand_count;
    uint32_t location; /* index into ptx_function.locations + 1 of the last .loc; 0 = none yet */
};

struct ptx_location {
    uint32_t file, line, column;
    const char *function; /* mangled name of the inlined function, NULL = the function itself */
    bool inlined;
    uint32_t at_file, at_line, at_column; /* where it was inlined */
};

struct ptx_parameter {
    const char *name;
    uint32_t bytes;
};

struct ptx_function {
    const char *name;
    bool entry, has_body, external;
    struct ptx_span header;           /* up to the brace or semicolon, which is not part of it */
    struct ptx_span body;             /* with its braces; count 0 = declaration only */
    uint32_t name_token;              /* in the header */
    struct ptx_parameter *parameters; /* of entries */
    uint32_t parameter_count;
    struct ptx_statement *statements; /* of the body, without its outer braces */
    uint32_t statement_count;
    struct ptx_location *locations;
    uint32_t location_count;
};

enum ptx_space {
    PTX_GENERIC,
    PTX_SHARED,
    PTX_GLOBAL,
    PTX_CONST,
    PTX_LOCAL,
    PTX_PARAM,
    PTX_REG,
    PTX_OTHER_SPACE
};

struct ptx_variable {
    const char *name;
    enum ptx_space space;
    uint32_t bytes; /* 0: size is not stated (dynamic shared memory) */
    uint32_t align;
    bool external;
    uint32_t function; /* index of the function whose body declares it, or UINT32_MAX */
};

struct ptx_module {
    const char *text;
    size_t length;
    struct ptx_tokens tokens;
    const char *version, *target; /* "9.0", "sm_90" */
    uint32_t target_token;        /* of ".target" */
    uint32_t head_end;            /* token behind .address_size N */
    const char **files;           /* by .file number; NULL where none */
    uint32_t file_count;
    struct ptx_function *functions; /* in the order of the text, declarations too */
    uint32_t function_count;
    struct ptx_variable *variables; /* of all spaces but .reg, .param and .local */
    uint32_t variable_count;
    struct ptx_span *dropped; /* sections and .file lines, in the order of the text */
    uint32_t dropped_count;
};

/* `text` must live as long as the module; everything else is in the arena. */
int ptx_read(struct arena *arena, const char *text, size_t length, struct ptx_module *module,
             struct error *err);

const struct ptx_token *ptx_token(const struct ptx_module *module, uint32_t index);
bool ptx_is(const struct ptx_module *module, uint32_t token, const char *text);
char *ptx_copy(struct arena *arena, const struct ptx_module *module, uint32_t token);
/* Calls `each` for the dot-separated parts of an opcode ("ld", "global", "u32") until it returns
 * false. */
bool ptx_has_part(const struct ptx_module *module, uint32_t token, const char *part);
uint32_t ptx_type_bytes(const char *type, size_t length); /* "b32" -> 4; 0 = not a type */

/* ---- Sites (ptx_sites.c) ------------------------------------------------------------------- */

struct gpu_frame {
    const char *file; /* absolute path as nvcc wrote it, "" = unknown */
    uint32_t line, column;
    const char *function; /* mangled */
};

enum {
    GPU_SITE_STRONG = 1, /* volatile, relaxed, acquire, release */
    GPU_SITE_JOINED = 2  /* ptxas joined it with neighbours: joined.h */
};

struct gpu_site {
    uint8_t kind;  /* enum trace_kind */
    uint8_t width; /* bytes per lane */
    uint8_t space; /* enum ptx_space as the instruction names it */
    uint8_t flags; /* GPU_SITE_STRONG, GPU_SITE_JOINED */
    const char *opcode;
    const struct gpu_frame *frames; /* innermost first */
    uint32_t frame_count;
};

struct gpu_symbol {   /* a shared array */
    const char *name; /* mangled */
    uint32_t bytes;   /* 0 = dynamic */
};

struct gpu_kernel {
    const char *name; /* mangled */
    uint32_t *parameter_bytes;
    uint32_t parameter_count;
    bool prints; /* calls printf, assert, malloc or free: cannot be repeated unseen */
};

struct gpu_skipped { /* an instruction that accesses memory and cannot be logged */
    const char *opcode;
    struct gpu_frame frame;
    uint32_t count;
};

struct gpu_sites {
    struct gpu_site *sites;
    uint32_t site_count;
    struct gpu_symbol *symbols;
    uint32_t symbol_count;
    struct gpu_kernel *kernels;
    uint32_t kernel_count;
    struct gpu_skipped *skipped;
    uint32_t skipped_count;
};

/* A text file of tab-separated lines, one per site; documented in ptx_sites.c. */
int gpu_sites_write(const struct gpu_sites *sites, const char *path, struct error *err);
int gpu_sites_read(struct arena *arena, const char *path, struct gpu_sites *sites,
                   struct error *err);

/* ---- Rewriting (ptx_rewrite.c) ------------------------------------------------------------- */

enum ptx_mode {
    PTX_PROBED, /* every access, synchronisation and exit */
    PTX_TIMED   /* entry and exit of kernels only */
};

struct ptx_options {
    enum ptx_mode mode;
    const char
        *probe; /* PTX of the probe (probe.cu) to put in front; may be NULL: only the calls */
    /* True for the person's own files. Functions of other files are cloned for each of their
     * callers, so that what they do counts for the caller's line; plain accesses in them are not
     * logged unless they are wrappers of atomics and loads. NULL: all files are own. */
    bool (*own)(const void *context, const char *path);
    const void *context;
};

struct str;
/* Appends the rewritten module to `out`; fills `sites` (in the arena). */
int ptx_rewrite(struct arena *arena, const struct ptx_module *module,
                const struct ptx_options *options, struct str *out, struct gpu_sites *sites,
                struct error *err);

#endif
