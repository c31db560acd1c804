/* rewrite.h - what the parts of the translation share: the tokens, the edits, where we are. */
#ifndef SYNCSTEP_BUILD_REWRITE_H
#define SYNCSTEP_BUILD_REWRITE_H

#include "build/lexer.h"
#include "build/translate.h"

/* Text to put in place of bytes [begin, end) of the input; insertions have begin == end. */
struct edit {
    uint32_t begin, end, order;
    char *text;
};

enum scope_kind { SCOPE_NAMESPACE, SCOPE_CLASS, SCOPE_FUNCTION, SCOPE_OTHER };

struct scope {
    enum scope_kind kind;
    bool global, device, host; /* the enclosing function's qualifiers */
};

/* A `extern __shared__ T x[]` at file scope: declared again in every function that uses it. */
struct file_dynamic {
    char *name, *declaration;
};

struct kernel_name {
    char *text;
    bool has_body;
    bool is_deduced; /* a template, or overloaded: the name alone is no type */
};

struct rewrite {
    struct lexer lexer;
    struct translation *result;
    struct edit *edits;
    size_t edit_count, edit_capacity;
    struct scope *scopes; /* innermost last; the first is the file */
    size_t scope_count, scope_capacity;
    struct file_dynamic *dynamics;
    size_t dynamic_count, dynamic_capacity;
    struct kernel_name *kernels; /* declared so far */
    size_t kernel_count, kernel_capacity;
    size_t stripped; /* casts before this token are gone (calls.c) */
    const char *shim;
    unsigned wishes;   /* enum translate_wishes */
    bool *own;         /* by lexer file: the person's */
    uint32_t *columns; /* by token: in the person's file, from 1; 0 = as in the text (columns.c) */
    size_t skip; /* tokens before this one have been dealt with (declarations of shared arrays) */
};

/* edit.c */
void rewrite_replace(struct rewrite *rewrite, size_t token, const char *text);
void rewrite_blank(struct rewrite *rewrite, size_t first, size_t last); /* newlines stay */
void rewrite_before(struct rewrite *rewrite, size_t token, const char *text);
void rewrite_after(struct rewrite *rewrite, size_t token, const char *text);
void rewrite_apply(struct rewrite *rewrite, struct str *out);
/* Tokens [first, last] as one line, as a person would write it. */
void rewrite_spell(const struct rewrite *rewrite, size_t first, size_t last, struct str *out);
void str_add_quoted(struct str *out, const char *text); /* as a C string literal */

/* columns.c: fills rewrite->columns. */
void columns_find(struct rewrite *rewrite);

/* Helpers on tokens. */
size_t rewrite_close(const struct rewrite *rewrite, size_t open);       /* partner, or TOKEN_END */
size_t rewrite_angle(const struct rewrite *rewrite, size_t open);       /* of '<'; `open` if none */
size_t rewrite_angle_back(const struct rewrite *rewrite, size_t close); /* of '>', likewise */
size_t rewrite_statement(const struct rewrite *rewrite, size_t token);  /* its first token */
const struct scope *rewrite_scope(const struct rewrite *rewrite);
const char *rewrite_path(const struct rewrite *rewrite, size_t token);

/* launch.c: token stands on the first of "<<<". */
bool launch_is(const struct rewrite *rewrite, size_t token);
int launch_rewrite(struct rewrite *rewrite, size_t token, struct error *err);

/* declare.c */
void declare_shared(struct rewrite *rewrite, size_t token);   /* on __shared__ */
void declare_variable(struct rewrite *rewrite, size_t token); /* on __device__ and kin */
void declare_inject(struct rewrite *rewrite, size_t brace);   /* at a function's body */

/* locals.c: those of a function of the device; `first` is the first token of its declaration. */
void locals_find(struct rewrite *rewrite, size_t first, size_t brace);

/* calls.c: allocations are named, casts of kernels stripped, waiting in device code replaced. */
void call_rewrite(struct rewrite *rewrite, size_t token);

/* kernels.c: is it the name of a kernel whose parameters are known by the call only? */
bool kernel_is_deduced(const struct rewrite *rewrite, size_t token);
/* The address of a kernel as `void *`, by which it may be launched later. */
void kernel_note(struct rewrite *rewrite, size_t token);    /* on __global__ */
void kernel_address(struct rewrite *rewrite, size_t token); /* where a cast may begin */
/* calls.c: behind a cast to a pointer that begins at `i`: (T *)…, reinterpret_cast<T *>(…). `i`
 * itself if there is none. *close is lowered to before the ')' of a named cast. */
size_t rewrite_behind_cast(const struct rewrite *rewrite, size_t i, size_t *close);

/* index.c: on the '[' of an element; what its index reads, it reads once. */
void index_rewrite(struct rewrite *rewrite, size_t open);

/* asm.c */
int asm_rewrite(struct rewrite *rewrite, size_t token, struct error *err);

#endif
