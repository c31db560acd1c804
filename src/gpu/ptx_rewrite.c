/* The module anew, with calls of the probe in front of what it logs (ptx_call.c). .loc, .file and
 * the debug sections are left out: positions are in the sites. */
#include "gpu/ptx_rewrite.h"

#include "gpu/probe.h"
#include "syncstep/trace.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- Functions ----------------------------------------------------------------------------- */

static bool names_variable(const struct ptx_rewriter *rw, const struct ptx_function *function,
                           const struct ptx_variable *variable)
{
    for (uint32_t i = function->body.first; i < function->body.first + function->body.count; i++)
        if (ptx_is(rw->module, i, variable->name)) return true;
    return false;
}

/* The kernel or a function that it calls names the array; `seen`: functions looked at already. */
static bool reaches_variable(const struct ptx_rewriter *rw, const struct ptx_function *function,
                             const struct ptx_variable *variable, bool *seen)
{
    uint32_t token;
    seen[function - rw->module->functions] = true;
    if (names_variable(rw, function, variable)) return true;
    for (uint32_t i = 0; i < function->statement_count; i++) {
        const struct ptx_statement *statement = &function->statements[i];
        if (statement->kind != PTX_INSTRUCTION || !ptx_is_call(rw->module, statement->opcode))
            continue;
        const struct ptx_function *callee = ptx_callee(rw, statement, &token);
        if (callee && !seen[callee - rw->module->functions] &&
            reaches_variable(rw, callee, variable, seen))
            return true;
    }
    return false;
}

static bool is_reported(const struct ptx_rewriter *rw, const struct ptx_function *function,
                        const struct ptx_variable *variable)
{
    if (!function->entry) return false;
    bool *seen = mem_array(rw->module->function_count, sizeof *seen);
    const bool reached = reaches_variable(rw, function, variable, seen);
    free(seen);
    return reached;
}

/* Hooks at the start of a kernel: it tells where its shared arrays lie; timed kernels begin. */
static void add_prologue(struct ptx_rewriter *rw, const struct ptx_function *function)
{
    if (rw->options->mode == PTX_TIMED) {
        if (function->entry) {
            str_adds(rw->out, "\n\t");
            ptx_add_call(rw, "syncstep_begin", NULL, NULL, 0);
        }
        return;
    }
    uint32_t symbol = 0;
    for (uint32_t i = 0; i < rw->module->variable_count; i++) {
        const struct ptx_variable *variable = &rw->module->variables[i];
        if (variable->space != PTX_SHARED) continue;
        if (is_reported(rw, function, variable))
            str_addf(rw->out,
                     "\n\t{ .reg .b32 %%ssb; .param .b32 ssp0; .param .b32 ssp1; "
                     "mov.u32 %%ssb, %s; st.param.b32 [ssp0], %u; st.param.b32 [ssp1], %%ssb; "
                     "call.uni syncstep_symbol, (ssp0, ssp1); }\n",
                     variable->name, symbol);
        symbol++;
    }
}

/* Statements up to here are declarations and positions: the prologue goes behind them. */
static uint32_t leading_declarations(const struct ptx_function *function)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < function->statement_count; i++) {
        const enum ptx_statement_kind kind = function->statements[i].kind;
        if (kind == PTX_INSTRUCTION || kind == PTX_OPEN) break;
        if (kind == PTX_DECLARATION) last = i + 1;
    }
    return last;
}

static bool falls_through(const struct ptx_rewriter *rw, const struct ptx_function *function)
{
    for (uint32_t i = function->statement_count; i-- > 0;) {
        const struct ptx_statement *statement = &function->statements[i];
        if (statement->kind != PTX_INSTRUCTION) continue;
        const uint32_t opcode = statement->opcode;
        return statement->guard != 0 ||
               !(ptx_is_return(rw->module, opcode) || ptx_is(rw->module, opcode, "exit") ||
                 ptx_is(rw->module, opcode, "trap") || ptx_is(rw->module, opcode, "bra") ||
                 ptx_is(rw->module, opcode, "bra.uni"));
    }
    return true;
}

static void add_body(struct ptx_rewriter *rw, const struct ptx_function *function)
{
    const uint32_t leading = leading_declarations(function);
    rw->function = function;
    rw->depth = 1;
    ptx_skip_to(rw, function->body.first);
    ptx_copy_to(rw, function->body.first + 1);
    if (leading == 0) add_prologue(rw, function);
    for (uint32_t i = 0; i < function->statement_count; i++) {
        const struct ptx_statement *statement = &function->statements[i];
        const uint32_t end = statement->span.first + statement->span.count;
        ptx_copy_to(rw, statement->span.first);
        if (statement->kind == PTX_LOC)
            ptx_skip_to(rw, end);
        else if (statement->kind == PTX_OPEN)
            rw->depth++;
        else if (statement->kind == PTX_CLOSE) {
            rw->depth--;
            ptx_registers_pop(rw);
        } else if (statement->kind == PTX_DECLARATION) {
            if (ptx_is(rw->module, statement->opcode, ".reg"))
                ptx_registers_push(rw, statement->span);
            else if (!function->entry && ptx_is(rw->module, statement->opcode, ".shared"))
                ptx_skip_to(rw,
                            end); /* one array, however many copies of its function: add_hoisted */
        } else if (statement->kind == PTX_INSTRUCTION) {
            ptx_instruction(rw, statement);
        }
        ptx_copy_to(rw, end);
        if (i + 1 == leading) add_prologue(rw, function);
    }
    const uint32_t close = function->body.first + function->body.count - 1;
    ptx_copy_to(rw, close);
    if (function->entry && falls_through(rw, function)) {
        const uint32_t info = ptx_info(0, TRACE_EXIT, 0, 0, PROBE_UNKNOWN);
        const bool timed = rw->options->mode == PTX_TIMED;
        ptx_add_call(rw, timed ? "syncstep_end" : "syncstep_exit", timed ? NULL : &info, NULL, 0);
    }
    ptx_copy_to(rw, close + 1);
    rw->register_count = 0;
}

/* Without linkage words: a copy belongs to this module alone. */
static void add_clone_header(struct ptx_rewriter *rw, uint32_t clone, struct str *out)
{
    const struct ptx_function *function = rw->clones[clone].function;
    for (uint32_t i = function->header.first; i < function->header.first + function->header.count;
         i++) {
        const struct ptx_token *t = ptx_token(rw->module, i);
        if (ptx_is(rw->module, i, ".visible") || ptx_is(rw->module, i, ".weak") ||
            ptx_is(rw->module, i, ".extern"))
            continue;
        if (i == function->name_token) str_addf(out, "syncstep_%u_", clone);
        str_add(out, rw->module->text + t->offset, t->length);
        str_addc(out, ' ');
    }
}

/* Copies of functions outside the person's files, one for each call; they can ask for more. */
static void add_clones(struct ptx_rewriter *rw, struct str *prototypes)
{
    for (uint32_t i = 0; i < rw->clone_count; i++) {
        add_clone_header(rw, i, prototypes);
        str_adds(prototypes, ";\n");
        str_addc(rw->out, '\n');
        add_clone_header(rw, i, rw->out);
        rw->clone = &rw->clones[i];
        rw->clone_index = i;
        add_body(rw, rw->clones[i].function);
    }
    rw->clone = NULL;
}

/* ---- The module ---------------------------------------------------------------------------- */

static void add_target(struct ptx_rewriter *rw)
{
    const uint32_t token = rw->module->target_token;
    ptx_copy_to(rw, token);
    str_addf(rw->out, ".target %s", rw->module->target);
    uint32_t end = token + 2;
    while (ptx_is(rw->module, end, ","))
        end += 2; /* ", debug": positions and types are elsewhere */
    rw->copied = ptx_token(rw->module, end - 1)->offset + ptx_token(rw->module, end - 1)->length;
}

static bool is_dropped(const struct ptx_rewriter *rw, uint32_t token, uint32_t *next)
{
    for (uint32_t i = 0; i < rw->module->dropped_count; i++)
        if (rw->module->dropped[i].first == token) {
            *next = token + rw->module->dropped[i].count;
            return true;
        }
    return false;
}

/* Everything behind the head: functions rewritten, debug information left out, the rest as it is.
 * Returns where the first function stood in the output. */
static size_t add_rest(struct ptx_rewriter *rw)
{
    size_t first = 0;
    uint32_t at = rw->module->head_end, function = 0, next;
    while (ptx_token(rw->module, at)->kind != PTX_END) {
        const struct ptx_function *f =
            function < rw->module->function_count ? &rw->module->functions[function] : NULL;
        if (f && f->header.first == at) {
            ptx_copy_to(rw, at);
            if (function++ == 0) first = rw->out->length;
            at = f->header.first + f->header.count;
            if (f->has_body) {
                ptx_copy_to(rw, at);
                add_body(rw, f);
                at = f->body.first + f->body.count;
            }
        } else if (is_dropped(rw, at, &next)) {
            ptx_copy_to(rw, at);
            ptx_skip_to(rw, next);
            at = next;
        } else {
            at++;
        }
    }
    ptx_copy_to(rw, at);
    return first ? first : rw->out->length;
}

/* Shared arrays that device functions declare move in front, where copies of them see them too. */
static void add_hoisted(struct ptx_rewriter *rw, struct str *out)
{
    for (uint32_t i = 0; i < rw->module->variable_count; i++) {
        const struct ptx_variable *v = &rw->module->variables[i];
        if (v->space == PTX_SHARED && v->function != UINT32_MAX && v->bytes &&
            !rw->module->functions[v->function].entry)
            str_addf(out, ".shared .align %u .b8 %s[%u];\n", v->align, v->name, v->bytes);
    }
}

int ptx_rewrite(struct arena *arena, const struct ptx_module *module,
                const struct ptx_options *options, struct str *out, struct gpu_sites *sites,
                struct error *err)
{
    struct ptx_rewriter rw = {
        .arena = arena, .module = module, .options = options, .out = out, .sites = sites};
    struct str prototypes, text;
    *sites = (struct gpu_sites){0};
    if (ptx_refuse(module, err) != 0) return -1;
    str_init(&prototypes);
    str_init(&text);
    rw.out = &text;
    add_target(&rw);
    ptx_copy_to(&rw, module->head_end);
    if (options->probe) str_addf(&text, "\n%s\n", options->probe);
    size_t first = add_rest(&rw);
    add_clones(&rw, &prototypes);
    add_hoisted(&rw, &prototypes);
    str_add(out, text.text, first);
    str_adds(out, prototypes.text);
    str_adds(out, text.text + first);
    str_fini(&prototypes);
    str_fini(&text);
    ptx_sites_finish(&rw);
    free(rw.registers);
    free(rw.clones);
    return 0;
}
