/* What is copied from the module's text, and which registers are in scope. */
#include "gpu/ptx_rewrite.h"

#include <string.h>

/* ---- Text ---------------------------------------------------------------------------------- */

static const char *span_text(const struct ptx_rewriter *rw, struct ptx_span span, int *length)
{
    const struct ptx_token *first = ptx_token(rw->module, span.first);
    const struct ptx_token *last = ptx_token(rw->module, span.first + span.count - 1);
    *length = span.count ? (int)(last->offset + last->length - first->offset) : 0;
    return rw->module->text + first->offset;
}

void ptx_add_span(struct ptx_rewriter *rw, struct ptx_span span)
{
    int length;
    const char *text = span_text(rw, span, &length);
    str_add(rw->out, text, (size_t)length);
}

/* Copies the text from where the last copy ended up to the start of `token`. */
void ptx_copy_to(struct ptx_rewriter *rw, uint32_t token)
{
    const uint32_t to = ptx_token(rw->module, token)->offset;
    if (to > rw->copied) str_add(rw->out, rw->module->text + rw->copied, to - rw->copied);
    if (to > rw->copied) rw->copied = to;
}

/* Leaves out the statement, and nothing behind it. */
void ptx_leave_out(struct ptx_rewriter *rw, const struct ptx_statement *statement)
{
    const struct ptx_token *last =
        ptx_token(rw->module, statement->span.first + statement->span.count - 1);
    rw->copied = last->offset + last->length;
}

/* Copies the statement itself and nothing behind it. */
void ptx_copy_statement(struct ptx_rewriter *rw, const struct ptx_statement *statement)
{
    ptx_copy_to(rw, statement->span.first);
    const uint32_t from = rw->copied;
    ptx_leave_out(rw, statement);
    str_add(rw->out, rw->module->text + from, rw->copied - from);
}

void ptx_skip_to(struct ptx_rewriter *rw, uint32_t token)
{
    rw->copied = ptx_token(rw->module, token)->offset;
}

/* ---- Registers ----------------------------------------------------------------------------- */

void ptx_registers_push(struct ptx_rewriter *rw, struct ptx_span span)
{
    const struct ptx_token *type = ptx_token(rw->module, span.first + 1);
    const char *text = rw->module->text + type->offset + 1;
    const uint32_t bytes = ptx_type_bytes(text, type->length - 1);
    for (uint32_t i = span.first + 2; i < span.first + span.count; i++) {
        const struct ptx_token *t = ptx_token(rw->module, i);
        if (t->kind != PTX_WORD || rw->module->text[t->offset] == '.') continue;
        struct ptx_register reg = {.name = rw->module->text + t->offset,
                                   .length = t->length,
                                   .bytes = bytes,
                                   .depth = rw->depth};
        if (ptx_is(rw->module, i + 1, "<")) {
            reg.numbered = true;
            i += 3;
        }
        MEM_GROW(rw->registers, rw->register_count, rw->register_capacity);
        rw->registers[rw->register_count++] = reg;
    }
}

void ptx_registers_pop(struct ptx_rewriter *rw)
{
    while (rw->register_count && rw->registers[rw->register_count - 1].depth > rw->depth)
        rw->register_count--;
}

static bool is_digits(const char *text, uint32_t length)
{
    for (uint32_t i = 0; i < length; i++)
        if (text[i] < '0' || text[i] > '9') return false;
    return length > 0;
}

/* Bytes of a register in scope; 0: not a register. */
uint32_t ptx_register_bytes(const struct ptx_rewriter *rw, uint32_t token)
{
    const struct ptx_token *t = ptx_token(rw->module, token);
    const char *name = rw->module->text + t->offset;
    for (uint32_t i = rw->register_count; i-- > 0;) {
        const struct ptx_register *reg = &rw->registers[i];
        if (t->length < reg->length || memcmp(reg->name, name, reg->length) != 0) continue;
        if (reg->numbered ? is_digits(name + reg->length, t->length - reg->length)
                          : t->length == reg->length)
            return reg->bytes ? reg->bytes : 4;
    }
    return 0;
}
