/* Bodies of functions: statements, operands, positions. */
#include "gpu/ptx_read.h"

#include <stdlib.h>
#include <string.h>

struct body { /* growing arrays of the function being read */
    struct ptx_statement *statements;
    uint32_t count, capacity;
    struct ptx_location *locations;
    uint32_t location_count, location_capacity;
};

static const char *label_name(const struct ptx_reader *reader, uint32_t token)
{
    const struct ptx_token *t = ptx_token(reader->module, token);
    for (uint32_t i = 0; i < reader->label_count; i++)
        if (strlen(reader->labels[i].label) == t->length &&
            memcmp(reader->labels[i].label, reader->module->text + t->offset, t->length) == 0)
            return reader->labels[i].name;
    return "";
}

/* .loc file line column [, function_name label [+ n]] [, inlined_at file line column] */
static int read_loc(struct ptx_reader *reader, struct body *body)
{
    struct ptx_location loc = {0};
    reader->at++;
    if (!ptx_read_number(reader, &loc.file) || !ptx_read_number(reader, &loc.line) ||
        !ptx_read_number(reader, &loc.column))
        return ptx_read_fail(reader, ".loc wants three numbers");
    while (ptx_reader_is(reader, ",")) {
        reader->at++;
        if (ptx_reader_is(reader, "function_name")) {
            uint32_t ignored;
            loc.function = label_name(reader, reader->at + 1);
            reader->at += 2;
            if (ptx_reader_is(reader, "+")) {
                reader->at++;
                if (!ptx_read_number(reader, &ignored))
                    return ptx_read_fail(reader, "function_name wants a number");
            }
        } else if (ptx_reader_is(reader, "inlined_at")) {
            reader->at++;
            loc.inlined = true;
            if (!ptx_read_number(reader, &loc.at_file) || !ptx_read_number(reader, &loc.at_line) ||
                !ptx_read_number(reader, &loc.at_column))
                return ptx_read_fail(reader, "inlined_at wants three numbers");
        } else {
            return ptx_read_fail(reader, "unknown part of .loc");
        }
    }
    if (loc.line == 0 && body->location_count && !loc.inlined) {
        /* "somewhere here": it counts for the line before */
        const struct ptx_location *last = &body->locations[body->location_count - 1];
        if (last->file == loc.file && !last->inlined) loc.line = last->line;
    }
    MEM_GROW(body->locations, body->location_count, body->location_capacity);
    body->locations[body->location_count++] = loc;
    return 0;
}

static int read_operands(struct ptx_reader *reader, struct ptx_statement *statement)
{
    uint32_t first = reader->at;
    while (!ptx_reader_at_end(reader)) {
        if (ptx_reader_is(reader, ";") || ptx_reader_is(reader, ",")) {
            if (reader->at > first && statement->operand_count < PTX_MAX_OPERANDS)
                statement->operands[statement->operand_count++] =
                    (struct ptx_span){first, reader->at - first};
            const bool last = ptx_reader_is(reader, ";");
            first = ++reader->at;
            if (last) return 0;
        } else if (ptx_reader_is(reader, "(") || ptx_reader_is(reader, "[") ||
                   ptx_reader_is(reader, "{")) {
            if (ptx_read_brackets(reader) != 0) return -1;
        } else if (ptx_reader_is(reader, "}")) {
            break;
        } else {
            reader->at++;
        }
    }
    return ptx_read_fail(reader, "instruction without a semicolon");
}

static int read_instruction(struct ptx_reader *reader, struct ptx_statement *statement)
{
    statement->kind = PTX_INSTRUCTION;
    if (ptx_reader_is(reader, "@")) {
        reader->at++;
        if (ptx_reader_is(reader, "!")) {
            statement->guard_negated = true;
            reader->at++;
        }
        statement->guard = reader->at++;
    }
    statement->opcode = reader->at;
    if (ptx_token(reader->module, reader->at)->kind != PTX_WORD)
        return ptx_read_fail(reader, "instruction expected");
    reader->at++;
    return read_operands(reader, statement);
}

/* One statement of a body; `ended` when it is the brace that closes the body. */
static int read_statement(struct ptx_reader *reader, struct body *body, uint32_t function,
                          uint32_t *depth, bool *ended)
{
    struct ptx_statement statement = {.span = {reader->at, 0}, .location = body->location_count};
    int status = 0;
    if (ptx_reader_is(reader, ";")) { /* empty statement of inline assembly */
        reader->at++;
        return 0;
    }
    if (ptx_reader_is(reader, "{")) {
        statement.kind = PTX_OPEN;
        ++*depth;
        reader->at++;
    } else if (ptx_reader_is(reader, "}")) {
        statement.kind = PTX_CLOSE;
        *ended = --*depth == 0;
        reader->at++;
    } else if (ptx_token(reader->module, reader->at)->kind == PTX_WORD &&
               ptx_is(reader->module, reader->at + 1, ":")) {
        statement.kind = PTX_LABEL;
        statement.opcode = reader->at;
        reader->at += 2;
    } else if (ptx_reader_is(reader, ".loc")) {
        statement.kind = PTX_LOC;
        status = read_loc(reader, body);
    } else if (ptx_reader_starts(reader, reader->at, '.')) {
        statement.kind = PTX_DECLARATION;
        statement.opcode = reader->at;
        status = ptx_read_declaration(reader, function);
    } else {
        status = read_instruction(reader, &statement);
    }
    if (status != 0 || *ended) return status;
    statement.span.count = reader->at - statement.span.first;
    MEM_GROW(body->statements, body->count, body->capacity);
    body->statements[body->count++] = statement;
    return 0;
}

int ptx_read_body(struct ptx_reader *reader, struct ptx_function *function, uint32_t index)
{
    struct body body = {0};
    uint32_t depth = 1;
    bool ended = false;
    int status = 0;
    function->body.first = reader->at++;
    while (status == 0 && !ended) {
        if (ptx_reader_at_end(reader))
            status = ptx_read_fail(reader, "function without an end");
        else
            status = read_statement(reader, &body, index, &depth, &ended);
    }
    if (status == 0) {
        function->body.count = reader->at - function->body.first;
        function->statement_count = body.count;
        function->statements = arena_alloc(reader->arena, body.count * sizeof *body.statements);
        function->location_count = body.location_count;
        function->locations =
            arena_alloc(reader->arena, body.location_count * sizeof *body.locations);
        if (body.count)
            memcpy(function->statements, body.statements, body.count * sizeof *body.statements);
        if (body.location_count)
            memcpy(function->locations, body.locations,
                   body.location_count * sizeof *body.locations);
    }
    free(body.statements);
    free(body.locations);
    return status;
}
