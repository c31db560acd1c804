/* What an atomic leaves in memory, computed behind it from what it returned: max of that and the
 * operand, and so on. `red` returns nothing: it becomes the `atom` that does the same. */
#include "gpu/ptx_rewrite.h"

#include <string.h>

static void add_saved(struct ptx_rewriter *rw, const char *form, const char *name,
                      struct ptx_span operand)
{
    str_addf(rw->out, ".reg %s %s; mov%s %s, ", form, name, form, name);
    ptx_add_span(rw, operand);
    str_adds(rw->out, "; ");
}

/* The opcode without its base, then "result, [address], operands;". */
static void add_atom(struct ptx_rewriter *rw, const struct ptx_statement *statement,
                     const struct ptx_access *access)
{
    const struct ptx_token *t = ptx_token(rw->module, statement->opcode);
    const char *text = rw->module->text + t->offset;
    const char *dot = memchr(text, '.', t->length);
    const size_t base = dot ? (size_t)(dot - text) : t->length;
    str_adds(rw->out, "atom");
    str_add(rw->out, text + base, t->length - base);
    str_adds(rw->out, " %sso");
    for (uint32_t i = access->operand; i < statement->operand_count; i++) {
        str_adds(rw->out, ", ");
        ptx_add_span(rw, statement->operands[i]);
    }
    str_adds(rw->out, "; ");
}

static void add_left(struct ptx_rewriter *rw, enum ptx_update update, const char *form)
{
    static const char *const names[] = {[PTX_ADD] = "add", [PTX_MIN] = "min", [PTX_MAX] = "max",
                                        [PTX_AND] = "and", [PTX_OR] = "or",   [PTX_XOR] = "xor"};
    switch (update) {
    case PTX_EXCHANGE:
        str_addf(rw->out, "mov%s %%ssw, %%ssv; ", form);
        break;
    case PTX_COMPARE:
        str_addf(rw->out, "setp.eq%s %%ssq, %%sso, %%ssc; selp%s %%ssw, %%ssv, %%sso, %%ssq; ",
                 form, form);
        break;
    case PTX_INCREMENT:
        str_adds(rw->out, "setp.ge.u32 %ssq, %sso, %ssv; add.u32 %ssw, %sso, 1; "
                          "selp.u32 %ssw, 0, %ssw, %ssq; ");
        break;
    case PTX_DECREMENT:
        str_adds(rw->out, "setp.eq.u32 %ssq, %sso, 0; setp.gt.or.u32 %ssq, %sso, %ssv, %ssq; "
                          "sub.u32 %ssw, %sso, 1; selp.u32 %ssw, %ssv, %ssw, %ssq; ");
        break;
    default:
        str_addf(rw->out, "%s%s %%ssw, %%sso, %%ssv; ", names[update], form);
        break;
    }
}

void ptx_add_update(struct ptx_rewriter *rw, const struct ptx_statement *statement,
                    const struct ptx_access *access)
{
    const char *form = access->stored;
    ptx_copy_to(rw, statement->span.first);
    str_addf(rw->out, ".reg %s %%sso, %%ssw; ", form);
    /* The result may be the operand's register. */
    add_saved(rw, form, "%ssv", statement->operands[access->value]);
    if (access->compares) add_saved(rw, form, "%ssc", statement->operands[access->value - 1]);
    add_atom(rw, statement, access);
    add_left(rw, access->update, form);
    if (access->operand == 1 && !ptx_is(rw->module, statement->operands[0].first, "_")) {
        str_addf(rw->out, "mov%s ", form);
        ptx_add_span(rw, statement->operands[0]);
        str_adds(rw->out, ", %sso;");
    }
    ptx_leave_out(rw, statement);
}
