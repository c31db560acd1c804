/* ptx_rewrite.h - what the files of the rewriter share; nobody else includes it. */
#ifndef SYNCSTEP_GPU_PTX_REWRITE_H
#define SYNCSTEP_GPU_PTX_REWRITE_H

#include "base/str.h"
#include "gpu/ptx.h"
#include "gpu/probe.h"
#include "syncstep/trace.h"

#define PTX_NO_SITE UINT32_MAX

struct ptx_register {
    const char *name; /* in the module's text */
    uint32_t length, bytes, depth;
    bool numbered; /* "%r<48>": %r0 to %r47 */
};

struct ptx_clone { /* a copy of a function for one of its calls */
    const struct ptx_function *function;
    const struct gpu_frame *frames; /* of the call */
    uint32_t frame_count;
    struct gpu_frame outer; /* as of ptx_place.c's find_outer */
};

struct ptx_rewriter {
    struct arena *arena;
    const struct ptx_module *module;
    const struct ptx_options *options;
    struct str *out;
    struct gpu_sites *sites;
    uint32_t copied; /* offset in the text up to which all has been copied or left out */
    uint32_t label;
    uint32_t depth; /* of braces */
    const struct ptx_function *function;
    const struct ptx_clone *clone; /* being written, or NULL */
    uint32_t clone_index;
    struct ptx_clone *clones;
    uint32_t clone_count, clone_capacity;
    struct ptx_register *registers;
    uint32_t register_count, register_capacity;
    uint32_t site_capacity, skipped_capacity;
    bool arrives, arrivals_counted; /* the module has barriers that are only arrived at */
    bool *interesting;              /* by function: it or what it calls has something to log */
};

/* ---- ptx_op.c: what an instruction does ---- */

enum ptx_class { PTX_PLAIN, PTX_ACCESS, PTX_BARRIER, PTX_WARP, PTX_PHASE, PTX_COPY, PTX_UNKNOWN };

enum ptx_update {
    PTX_NO_UPDATE,
    PTX_ADD,
    PTX_MIN,
    PTX_MAX,
    PTX_AND,
    PTX_OR,
    PTX_XOR,
    PTX_EXCHANGE,
    PTX_COMPARE,
    PTX_INCREMENT,
    PTX_DECREMENT
};

struct ptx_access {
    enum trace_kind kind, kind_too; /* kind_too: cp.async stores too */
    enum ptx_space space;
    uint32_t width;
    bool strong;             /* volatile, relaxed, acquire, release */
    bool compares;           /* compare and swap */
    bool releases, acquires; /* a fence before it, behind it, as the instruction says */
    bool near;               /* fences: of the block's threads only (.cta) */
    bool begins;             /* mbarrier.init */
    uint32_t copy;           /* enum trace_copy, with the batches that may be left: cp.async */
    uint32_t operand, operand_too; /* address; barrier: number, count (0 = none); warp: mask */
    enum probe_shuffle shuffle;
    uint32_t value;         /* operand: what is loaded or stored; 0 with `stored` empty: not kept */
    char stored[16];        /* how st writes such a value: ".v4.f32" */
    enum ptx_update update; /* atomics whose value is kept: what they do */
};

enum ptx_class ptx_classify(const struct ptx_module *module, const struct ptx_statement *statement,
                            struct ptx_access *access);
bool ptx_is_call(const struct ptx_module *module, uint32_t opcode);
bool ptx_is_return(const struct ptx_module *module, uint32_t opcode);

/* ---- ptx_text.c ---- */

void ptx_add_span(struct ptx_rewriter *rw, struct ptx_span span);
/* Copies the text from where the last copy ended up to the start of `token`; the statement itself
 * and nothing behind it; nothing, and goes on at `token`, or behind the statement. */
void ptx_copy_to(struct ptx_rewriter *rw, uint32_t token);
void ptx_copy_statement(struct ptx_rewriter *rw, const struct ptx_statement *statement);
void ptx_skip_to(struct ptx_rewriter *rw, uint32_t token);
void ptx_leave_out(struct ptx_rewriter *rw, const struct ptx_statement *statement);
void ptx_registers_push(struct ptx_rewriter *rw, struct ptx_span span); /* of a declaration */
void ptx_registers_pop(struct ptx_rewriter *rw);
/* Bytes of a register in scope; 0: not a register. */
uint32_t ptx_register_bytes(const struct ptx_rewriter *rw, uint32_t token);

/* ---- ptx_call.c ---- */

struct ptx_address {
    struct ptx_span operand; /* "[base + offset]" */
    enum ptx_space space;    /* as named by the instruction */
};

void ptx_open_guard(struct ptx_rewriter *rw, const struct ptx_statement *statement);
void ptx_close_guard(struct ptx_rewriter *rw, const struct ptx_statement *statement);
/* `flags`: PROBE_VOLATILE, PROBE_COMPARES. */
uint32_t ptx_info(uint32_t site, enum trace_kind kind, uint32_t width, uint32_t flags,
                  enum probe_space space);
void ptx_add_access(struct ptx_rewriter *rw, const struct ptx_address *address, uint32_t site,
                    enum trace_kind kind, uint32_t width, uint32_t flags);
bool ptx_is_whole(const struct ptx_rewriter *rw, struct ptx_span value);
void ptx_add_shared(struct ptx_rewriter *rw, const struct ptx_statement *statement,
                    const struct ptx_access *access, const struct ptx_address *address,
                    uint32_t site, uint32_t flags);
/* What has a word of its own: a fence (TRACE_FENCE_BLOCK or 0), a copy (enum trace_copy). */
void ptx_add_event(struct ptx_rewriter *rw, uint32_t info, uint32_t word);
void ptx_add_tile(struct ptx_rewriter *rw, uint32_t info); /* a meeting of a tile's warps */
/* `done`: the predicate that says whether a wait has succeeded, or NULL. */
void ptx_add_phase(struct ptx_rewriter *rw, const struct ptx_address *address, uint32_t info,
                   enum probe_event event, const struct ptx_span *done);
void ptx_add_shuffle(struct ptx_rewriter *rw, const struct ptx_statement *statement, uint32_t info);
void ptx_add_call(struct ptx_rewriter *rw, const char *callee, const uint32_t *info,
                  const struct ptx_span *operands, uint32_t count);

/* ---- ptx_atomic.c ---- */

/* The instruction itself and behind it in %ssw what it left; `form` as in ptx_access.stored. */
void ptx_add_update(struct ptx_rewriter *rw, const struct ptx_statement *statement,
                    const struct ptx_access *access);

/* ---- ptx_instruction.c ---- */

/* An instruction with all that is logged of it; what is in front of it in the text is copied. */
void ptx_instruction(struct ptx_rewriter *rw, const struct ptx_statement *statement);

/* ---- ptx_place.c: where it stands ---- */

/* A new site for the statement, or PTX_NO_SITE where it is not to be logged. */
uint32_t ptx_site_add(struct ptx_rewriter *rw, const struct ptx_statement *statement,
                      enum trace_kind kind, uint32_t width, enum ptx_space space, bool strong);
void ptx_skip_add(struct ptx_rewriter *rw, const struct ptx_statement *statement);
/* The statement was inlined from a function whose name has `part` in it. */
bool ptx_in_function(struct ptx_rewriter *rw, const struct ptx_statement *statement,
                     const char *part);
/* The function that a direct call names (and the token that does), or NULL. */
const struct ptx_function *ptx_callee(const struct ptx_rewriter *rw,
                                      const struct ptx_statement *statement, uint32_t *token);
/* A copy of `callee` for this call, or PTX_NO_SITE when the function itself will do. */
uint32_t ptx_clone_for(struct ptx_rewriter *rw, const struct ptx_function *callee,
                       const struct ptx_statement *statement);
/* Fills the tables of kernels and shared arrays. */
void ptx_sites_finish(struct ptx_rewriter *rw);
/* -1 for modules that need separate compilation or launch kernels themselves. */
int ptx_refuse(const struct ptx_module *module, struct error *err);

#endif
