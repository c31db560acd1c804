/* Calls of the probe as PTX text. Each stands in a scope of its own, so that its registers and
 * parameters meet nobody's; a predicated instruction gets a branch around its call. */
#include "gpu/ptx_rewrite.h"

/* ---- Addresses ----------------------------------------------------------------------------- */

static const struct ptx_variable *find_variable(const struct ptx_rewriter *rw, uint32_t token)
{
    for (uint32_t i = rw->module->variable_count; i-- > 0;)
        if (ptx_is(rw->module, token, rw->module->variables[i].name))
            return &rw->module->variables[i];
    return NULL;
}

/* Puts into %ssa the address as the probe wants it: the window's own for shared memory, generic
 * for all others. Returns the probe's space. */
static enum probe_space add_address(struct ptx_rewriter *rw, const struct ptx_address *address)
{
    const uint32_t base = address->operand.first + 1;
    const uint32_t bytes = ptx_register_bytes(rw, base);
    const struct ptx_variable *variable = bytes ? NULL : find_variable(rw, base);
    const enum ptx_space space =
        address->space == PTX_GENERIC && variable ? variable->space : address->space;
    struct ptx_span offset = {base + 1, address->operand.count - 3};
    const struct ptx_token *t = ptx_token(rw->module, base);
    const int length = (int)t->length;
    const char *name = rw->module->text + t->offset;
    if (bytes == 4)
        str_addf(rw->out, "cvt.u64.u32 %%ssa, %.*s; ", length, name);
    else
        str_addf(rw->out, "mov.u64 %%ssa, %.*s; ", length, name);
    if (offset.count) {
        if (ptx_is(rw->module, offset.first, "+")) {
            offset.first++;
            offset.count--;
        }
        str_adds(rw->out, "add.s64 %ssa, %ssa, ");
        ptx_add_span(rw, offset);
        str_adds(rw->out, "; ");
        if (bytes == 4) /* such addresses wrap around at 32 bits */
            str_adds(rw->out, "and.b64 %ssa, %ssa, 4294967295; ");
    }
    if (space == PTX_CONST)
        str_adds(rw->out, "cvta.const.u64 %ssa, %ssa; ");
    else if (space == PTX_GLOBAL && variable)
        str_adds(rw->out, "cvta.global.u64 %ssa, %ssa; ");
    return space == PTX_SHARED   ? PROBE_SHARED
           : space == PTX_GLOBAL ? PROBE_GLOBAL
           : space == PTX_CONST  ? PROBE_CONSTANT
                                 : PROBE_UNKNOWN;
}

/* ---- Calls --------------------------------------------------------------------------------- */

void ptx_open_guard(struct ptx_rewriter *rw, const struct ptx_statement *statement)
{
    if (!statement->guard) return;
    const struct ptx_token *t = ptx_token(rw->module, statement->guard);
    rw->label++;
    str_addf(rw->out, "@%s%.*s bra $syncstep_%u;\n\t", statement->guard_negated ? "" : "!",
             (int)t->length, rw->module->text + t->offset, rw->label);
}

void ptx_close_guard(struct ptx_rewriter *rw, const struct ptx_statement *statement)
{
    if (statement->guard) str_addf(rw->out, "\n$syncstep_%u:", rw->label);
}

uint32_t ptx_info(uint32_t site, enum trace_kind kind, uint32_t width, uint32_t flags,
                  enum probe_space space)
{
    uint32_t code = 0;
    while (width >> code)
        code++;
    return site | (uint32_t)kind << 18 | code << 22 | flags | (uint32_t)space << 26;
}

void ptx_add_access(struct ptx_rewriter *rw, const struct ptx_address *address, uint32_t site,
                    enum trace_kind kind, uint32_t width, uint32_t flags)
{
    str_adds(rw->out, "{ .reg .b64 %ssa; .param .b64 ssp0; .param .b32 ssp1; ");
    const enum probe_space space = add_address(rw, address);
    str_addf(rw->out,
             "st.param.b64 [ssp0], %%ssa; st.param.b32 [ssp1], %u; "
             "call.uni syncstep_access, (ssp0, ssp1); }\n\t",
             ptx_info(site, kind, width, flags, space));
}

/* What is between this and close_valued has in %ssh where a value is to go, or 0. */
static void open_valued(struct ptx_rewriter *rw)
{
    str_adds(rw->out, "{ .reg .b64 %ssh; .reg .pred %ssq; ");
}

static void store_value(struct ptx_rewriter *rw, const char *form, struct ptx_span value)
{
    str_adds(rw->out, "setp.ne.u64 %ssq, %ssh, 0; @%ssq st.global");
    str_addf(rw->out, "%s [%%ssh], ", form);
    if (value.count)
        ptx_add_span(rw, value);
    else
        str_adds(rw->out, "%ssw"); /* what an atomic left: ptx_atomic.c */
    str_adds(rw->out, "; }");
}

/* An access to what may be shared memory: the value is stored behind it, where the probe says. */
void ptx_add_shared(struct ptx_rewriter *rw, const struct ptx_statement *statement,
                    const struct ptx_access *access, const struct ptx_address *address,
                    uint32_t site, uint32_t flags)
{
    const struct ptx_span left = {0, 0};
    open_valued(rw);
    str_adds(rw->out, "{ .reg .b64 %ssa; .param .b64 ssp0; .param .b32 ssp1; .param .b64 ssr; ");
    const enum probe_space space = add_address(rw, address);
    str_addf(rw->out,
             "st.param.b64 [ssp0], %%ssa; st.param.b32 [ssp1], %u; "
             "call.uni (ssr), syncstep_shared, (ssp0, ssp1); ld.param.b64 %%ssh, [ssr]; }\n\t",
             ptx_info(site, access->kind, access->width, flags, space));
    if (access->update)
        ptx_add_update(rw, statement, access);
    else
        ptx_copy_statement(rw, statement);
    str_adds(rw->out, "\n\t");
    store_value(rw, access->stored, access->update ? left : statement->operands[access->value]);
}

/* Vectors may leave parts out: "{%r1, _}". */
bool ptx_is_whole(const struct ptx_rewriter *rw, struct ptx_span value)
{
    for (uint32_t i = value.first; i < value.first + value.count; i++)
        if (ptx_is(rw->module, i, "_")) return false;
    return value.count > 0;
}

/* shfl: what the lane gives is stored in front of it. */
void ptx_add_shuffle(struct ptx_rewriter *rw, const struct ptx_statement *statement, uint32_t info)
{
    const struct ptx_span operands[3] = {statement->operands[4], statement->operands[2],
                                         statement->operands[3]};
    const struct ptx_span given = statement->operands[1];
    open_valued(rw);
    str_adds(rw->out, "{ .param .b32 ssp0; .param .b32 ssp1; .param .b32 ssp2; .param .b32 ssp3; "
                      ".param .b64 ssr; ");
    str_addf(rw->out, "st.param.b32 [ssp0], %u; ", info);
    for (uint32_t i = 0; i < 3; i++) {
        str_addf(rw->out, "st.param.b32 [ssp%u], ", i + 1);
        ptx_add_span(rw, operands[i]);
        str_adds(rw->out, "; ");
    }
    str_adds(rw->out, "call.uni (ssr), syncstep_shuffle, (ssp0, ssp1, ssp2, ssp3); "
                      "ld.param.b64 %ssh, [ssr]; } ");
    if (given.count == 1 && ptx_register_bytes(rw, given.first) == 4)
        store_value(rw, ".b32", given);
    else
        str_addc(rw->out, '}');
    str_adds(rw->out, "\n\t");
}

/* A call whose parameters are all 32-bit: `info` or an index, then operands; a span without
 * tokens stands for the number 0. */
void ptx_add_call(struct ptx_rewriter *rw, const char *callee, const uint32_t *info,
                  const struct ptx_span *operands, uint32_t count)
{
    const uint32_t all = count + (info ? 1 : 0);
    str_adds(rw->out, "{ ");
    for (uint32_t i = 0; i < all; i++)
        str_addf(rw->out, ".param .b32 ssp%u; ", i);
    if (info) str_addf(rw->out, "st.param.b32 [ssp0], %u; ", *info);
    for (uint32_t i = 0; i < count; i++) {
        str_addf(rw->out, "st.param.b32 [ssp%u], ", i + (info ? 1 : 0));
        if (operands[i].count)
            ptx_add_span(rw, operands[i]);
        else
            str_addc(rw->out, '0');
        str_adds(rw->out, "; ");
    }
    str_addf(rw->out, "call.uni %s%s", callee, all ? ", (" : "");
    for (uint32_t i = 0; i < all; i++)
        str_addf(rw->out, "%sssp%u", i ? ", " : "", i);
    str_adds(rw->out, all ? "); }\n\t" : "; }\n\t");
}

void ptx_add_event(struct ptx_rewriter *rw, uint32_t info, uint32_t word)
{
    str_addf(rw->out,
             "{ .param .b32 ssp0; .param .b32 ssp1; st.param.b32 [ssp0], %u; "
             "st.param.b32 [ssp1], %u; call.uni syncstep_sync, (ssp0, ssp1); }\n\t",
             info, word);
}

void ptx_add_tile(struct ptx_rewriter *rw, uint32_t info)
{
    str_addf(rw->out,
             "{ .param .b32 ssp0; .param .b32 ssp1; .param .b32 ssp2; st.param.b32 [ssp0], %u; "
             "st.param.b32 [ssp1], %u; st.param.b32 [ssp2], -1; "
             "call.uni syncstep_barrier, (ssp0, ssp1, ssp2); }\n\t",
             info, PROBE_OF_TILES);
}

void ptx_add_phase(struct ptx_rewriter *rw, const struct ptx_address *address, uint32_t info,
                   enum probe_event event, const struct ptx_span *done)
{
    str_adds(rw->out, "{ .reg .b64 %ssa; .reg .b32 %ssd; .param .b64 ssp0; .param .b32 ssp1; "
                      ".param .b32 ssp2; ");
    const enum probe_space space = add_address(rw, address);
    if (done) {
        str_addf(rw->out, "selp.b32 %%ssd, %u, %u, ", event, PROBE_NOTHING);
        ptx_add_span(rw, *done);
        str_adds(rw->out, "; ");
    } else {
        str_addf(rw->out, "mov.b32 %%ssd, %u; ", event);
    }
    str_addf(rw->out,
             "st.param.b64 [ssp0], %%ssa; st.param.b32 [ssp1], %u; st.param.b32 [ssp2], %%ssd; "
             "call.uni syncstep_phase, (ssp0, ssp1, ssp2); }\n\t",
             (info & ~(3u << 26)) | (uint32_t)space << 26);
}
