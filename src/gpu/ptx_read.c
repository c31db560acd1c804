#include "gpu/ptx.h"

#include <stdlib.h>
#include <string.h>

struct reader {
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

const struct ptx_token *ptx_token(const struct ptx_module *module, uint32_t index)
{
    return &module->tokens.items[index < module->tokens.count ? index : module->tokens.count - 1];
}

bool ptx_is(const struct ptx_module *module, uint32_t token, const char *text)
{
    const struct ptx_token *t = ptx_token(module, token);
    const size_t length = strlen(text);
    return t->kind != PTX_END && t->length == length &&
           memcmp(module->text + t->offset, text, length) == 0;
}

char *ptx_copy(struct arena *arena, const struct ptx_module *module, uint32_t token)
{
    const struct ptx_token *t = ptx_token(module, token);
    return arena_strndup(arena, module->text + t->offset, t->length);
}

bool ptx_has_part(const struct ptx_module *module, uint32_t token, const char *part)
{
    const struct ptx_token *t = ptx_token(module, token);
    const char *at = module->text + t->offset, *end = at + t->length;
    const size_t length = strlen(part);
    while (at < end) {
        const char *dot = memchr(at, '.', (size_t)(end - at));
        const char *stop = dot ? dot : end;
        if ((size_t)(stop - at) == length && memcmp(at, part, length) == 0) return true;
        at = stop + 1;
    }
    return false;
}

uint32_t ptx_type_bytes(const char *type, size_t length)
{
    static const struct {
        const char *name;
        uint32_t bytes;
    } types[] = {{"b8", 1},    {"u8", 1},     {"s8", 1},   {"b16", 2}, {"u16", 2}, {"s16", 2},
                 {"f16", 2},   {"bf16", 2},   {"b32", 4},  {"u32", 4}, {"s32", 4}, {"f32", 4},
                 {"f16x2", 4}, {"bf16x2", 4}, {"tf32", 4}, {"b64", 8}, {"u64", 8}, {"s64", 8},
                 {"f64", 8},   {"f32x2", 8},  {"b128", 16}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strlen(types[i].name) == length && memcmp(types[i].name, type, length) == 0)
            return types[i].bytes;
    return 0;
}

static bool is(const struct reader *reader, const char *text)
{
    return ptx_is(reader->module, reader->at, text);
}

static bool at_end(const struct reader *reader)
{
    return ptx_token(reader->module, reader->at)->kind == PTX_END;
}

static int fail(struct reader *reader, const char *what)
{
    return error_set(reader->err, "PTX line %u: %s", ptx_token(reader->module, reader->at)->line,
                     what);
}

static bool starts_with(const struct reader *reader, uint32_t token, char c)
{
    const struct ptx_token *t = ptx_token(reader->module, token);
    return t->kind == PTX_WORD && reader->module->text[t->offset] == c;
}

static bool read_number(struct reader *reader, uint32_t *value)
{
    const struct ptx_token *t = ptx_token(reader->module, reader->at);
    if (t->kind != PTX_WORD || t->length > 10) return false;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < t->length; i++) {
        const char c = reader->module->text[t->offset + i];
        if (c < '0' || c > '9') return false;
        sum = sum * 10 + (uint64_t)(c - '0');
    }
    if (sum > UINT32_MAX) return false;
    *value = (uint32_t)sum;
    reader->at++;
    return true;
}

/* Behind the bracket that closes the one at reader->at. */
static int skip_brackets(struct reader *reader)
{
    uint32_t depth = 0;
    for (; !at_end(reader); reader->at++) {
        const struct ptx_token *t = ptx_token(reader->module, reader->at);
        if (t->kind != PTX_PUNCT) continue;
        const char c = reader->module->text[t->offset];
        if (c == '(' || c == '[' || c == '{')
            depth++;
        else if ((c == ')' || c == ']' || c == '}') && --depth == 0) {
            reader->at++;
            return 0;
        }
    }
    return fail(reader, "bracket without an end");
}

static void drop(struct reader *reader, uint32_t first)
{
    MEM_GROW(reader->dropped, reader->module->dropped_count, reader->dropped_capacity);
    reader->dropped[reader->module->dropped_count++] = (struct ptx_span){first, reader->at - first};
}

/* .file N "name"[, time, size] */
static int read_file(struct reader *reader)
{
    const uint32_t first = reader->at++;
    uint32_t number = 0, ignored;
    if (!read_number(reader, &number) || number > 1 << 20)
        return fail(reader, ".file wants a number");
    const struct ptx_token *name = ptx_token(reader->module, reader->at);
    if (name->kind != PTX_STRING) return fail(reader, ".file wants a name");
    while (number >= reader->module->file_count) {
        MEM_GROW(reader->files, reader->module->file_count, reader->file_capacity);
        reader->files[reader->module->file_count++] = NULL;
    }
    reader->files[number] =
        arena_strndup(reader->arena, reader->module->text + name->offset + 1, name->length - 2);
    reader->at++;
    while (is(reader, ",")) {
        reader->at++;
        if (!read_number(reader, &ignored)) return fail(reader, ".file wants a number");
    }
    drop(reader, first);
    return 0;
}

/* The strings behind the labels of .debug_str: bytes in decimal, ended by 0. */
static int read_strings(struct reader *reader)
{
    char *bytes = NULL;
    size_t count = 0, capacity = 0;
    const char *label = NULL;
    reader->at++;
    while (!at_end(reader) && !is(reader, "}")) {
        uint32_t value;
        if (ptx_is(reader->module, reader->at + 1, ":")) {
            label = ptx_copy(reader->arena, reader->module, reader->at);
            reader->at += 2;
        } else if (read_number(reader, &value)) {
            if (value == 0 && label) {
                MEM_GROW(reader->labels, reader->label_count, reader->label_capacity);
                reader->labels[reader->label_count++] = (struct ptx_label_name){
                    label, arena_strndup(reader->arena, bytes ? bytes : "", count)};
                label = NULL;
                count = 0;
            } else if (value != 0) {
                MEM_GROW(bytes, count, capacity);
                bytes[count++] = (char)value;
            }
        } else {
            reader->at++; /* .b8 and commas */
        }
    }
    free(bytes);
    if (at_end(reader)) return fail(reader, "section without an end");
    reader->at++;
    return 0;
}

static int read_section(struct reader *reader)
{
    const uint32_t first = reader->at++;
    const bool strings = is(reader, ".debug_str");
    while (!at_end(reader) && !is(reader, "{"))
        reader->at++;
    if ((strings ? read_strings(reader) : skip_brackets(reader)) != 0) return -1;
    drop(reader, first);
    return 0;
}

static enum ptx_space space_of(const struct ptx_module *module, uint32_t token)
{
    static const struct {
        const char *name;
        enum ptx_space space;
    } spaces[] = {{".shared", PTX_SHARED}, {".global", PTX_GLOBAL}, {".const", PTX_CONST},
                  {".local", PTX_LOCAL},   {".param", PTX_PARAM},   {".reg", PTX_REG},
                  {".tex", PTX_GLOBAL}};
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (ptx_is(module, token, spaces[i].name)) return spaces[i].space;
    return PTX_OTHER_SPACE;
}

/* A declaration "[.extern] .space [.align N] .type name[N][M] [= …] {, name…};" starting at `at`
 * up to and with the semicolon. Variables of registers, parameters and local memory are left out.
 */
static int read_declaration(struct reader *reader, uint32_t function)
{
    struct ptx_variable variable = {.space = PTX_OTHER_SPACE, .align = 1, .function = function};
    uint32_t unit = 0, dimensions = 1;
    bool unsized = false, named = false;
    for (; !at_end(reader) && !is(reader, ";"); reader->at++) {
        const struct ptx_token *t = ptx_token(reader->module, reader->at);
        uint32_t value;
        if (is(reader, "{")) {
            if (skip_brackets(reader) != 0) return -1;
            reader->at--;
        } else if (is(reader, ".extern")) {
            variable.external = true;
        } else if (is(reader, ".align")) {
            reader->at++;
            if (!read_number(reader, &variable.align)) return fail(reader, ".align wants a number");
            reader->at--;
        } else if (variable.space == PTX_OTHER_SPACE && starts_with(reader, reader->at, '.') &&
                   space_of(reader->module, reader->at) != PTX_OTHER_SPACE) {
            variable.space = space_of(reader->module, reader->at);
        } else if (starts_with(reader, reader->at, '.') && unit == 0) {
            unit = ptx_type_bytes(reader->module->text + t->offset + 1, t->length - 1);
        } else if (is(reader, "[")) {
            reader->at++;
            if (is(reader, "]"))
                unsized = true;
            else if (read_number(reader, &value) && value < UINT32_MAX / (dimensions + 1))
                dimensions *= value;
        } else if (t->kind == PTX_WORD && !named && unit != 0) {
            variable.name = ptx_copy(reader->arena, reader->module, reader->at);
            named = true;
        }
    }
    if (at_end(reader)) return fail(reader, "declaration without an end");
    reader->at++;
    if (!named || (variable.space != PTX_SHARED && variable.space != PTX_GLOBAL &&
                   variable.space != PTX_CONST))
        return 0;
    variable.bytes = unsized ? 0 : unit * dimensions;
    MEM_GROW(reader->variables, reader->module->variable_count, reader->variable_capacity);
    reader->variables[reader->module->variable_count++] = variable;
    return 0;
}

/* ---- Statements ---------------------------------------------------------------------------- */

struct body { /* growing arrays of the function being read */
    struct ptx_statement *statements;
    uint32_t count, capacity;
    struct ptx_location *locations;
    uint32_t location_count, location_capacity;
};

static const char *label_name(const struct reader *reader, uint32_t token)
{
    const struct ptx_token *t = ptx_token(reader->module, token);
    for (uint32_t i = 0; i < reader->label_count; i++)
        if (strlen(reader->labels[i].label) == t->length &&
            memcmp(reader->labels[i].label, reader->module->text + t->offset, t->length) == 0)
            return reader->labels[i].name;
    return "";
}

/* .loc file line column [, function_name label [+ n]] [, inlined_at file line column] */
static int read_loc(struct reader *reader, struct body *body)
{
    struct ptx_location loc = {0};
    reader->at++;
    if (!read_number(reader, &loc.file) || !read_number(reader, &loc.line) ||
        !read_number(reader, &loc.column))
        return fail(reader, ".loc wants three numbers");
    while (is(reader, ",")) {
        reader->at++;
        if (is(reader, "function_name")) {
            uint32_t ignored;
            loc.function = label_name(reader, reader->at + 1);
            reader->at += 2;
            if (is(reader, "+")) {
                reader->at++;
                if (!read_number(reader, &ignored))
                    return fail(reader, "function_name wants a number");
            }
        } else if (is(reader, "inlined_at")) {
            reader->at++;
            loc.inlined = true;
            if (!read_number(reader, &loc.at_file) || !read_number(reader, &loc.at_line) ||
                !read_number(reader, &loc.at_column))
                return fail(reader, "inlined_at wants three numbers");
        } else {
            return fail(reader, "unknown part of .loc");
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

static int read_operands(struct reader *reader, struct ptx_statement *statement)
{
    uint32_t first = reader->at;
    while (!at_end(reader)) {
        if (is(reader, ";") || is(reader, ",")) {
            if (reader->at > first && statement->operand_count < PTX_MAX_OPERANDS)
                statement->operands[statement->operand_count++] =
                    (struct ptx_span){first, reader->at - first};
            const bool last = is(reader, ";");
            first = ++reader->at;
            if (last) return 0;
        } else if (is(reader, "(") || is(reader, "[") || is(reader, "{")) {
            if (skip_brackets(reader) != 0) return -1;
        } else if (is(reader, "}")) {
            break;
        } else {
            reader->at++;
        }
    }
    return fail(reader, "instruction without a semicolon");
}

static int read_instruction(struct reader *reader, struct ptx_statement *statement)
{
    statement->kind = PTX_INSTRUCTION;
    if (is(reader, "@")) {
        reader->at++;
        if (is(reader, "!")) {
            statement->guard_negated = true;
            reader->at++;
        }
        statement->guard = reader->at++;
    }
    statement->opcode = reader->at;
    if (ptx_token(reader->module, reader->at)->kind != PTX_WORD)
        return fail(reader, "instruction expected");
    reader->at++;
    return read_operands(reader, statement);
}

/* One statement of a body; `ended` when it is the brace that closes the body. */
static int read_statement(struct reader *reader, struct body *body, uint32_t function,
                          uint32_t *depth, bool *ended)
{
    struct ptx_statement statement = {.span = {reader->at, 0}, .location = body->location_count};
    int status = 0;
    if (is(reader, ";")) { /* empty statement of inline assembly */
        reader->at++;
        return 0;
    }
    if (is(reader, "{")) {
        statement.kind = PTX_OPEN;
        ++*depth;
        reader->at++;
    } else if (is(reader, "}")) {
        statement.kind = PTX_CLOSE;
        *ended = --*depth == 0;
        reader->at++;
    } else if (ptx_token(reader->module, reader->at)->kind == PTX_WORD &&
               ptx_is(reader->module, reader->at + 1, ":")) {
        statement.kind = PTX_LABEL;
        statement.opcode = reader->at;
        reader->at += 2;
    } else if (is(reader, ".loc")) {
        statement.kind = PTX_LOC;
        status = read_loc(reader, body);
    } else if (starts_with(reader, reader->at, '.')) {
        statement.kind = PTX_DECLARATION;
        statement.opcode = reader->at;
        status = read_declaration(reader, function);
    } else {
        status = read_instruction(reader, &statement);
    }
    if (status != 0 || *ended) return status;
    statement.span.count = reader->at - statement.span.first;
    MEM_GROW(body->statements, body->count, body->capacity);
    body->statements[body->count++] = statement;
    return 0;
}

static int read_body(struct reader *reader, struct ptx_function *function, uint32_t index)
{
    struct body body = {0};
    uint32_t depth = 1;
    bool ended = false;
    int status = 0;
    function->body.first = reader->at++;
    while (status == 0 && !ended) {
        if (at_end(reader))
            status = fail(reader, "function without an end");
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

/* ---- Functions and the module -------------------------------------------------------------- */

/* "(.param .u64 name, .param .align 8 .b8 name[16])" at reader->at */
static int read_parameters(struct reader *reader, struct ptx_function *function)
{
    struct ptx_parameter *items = NULL;
    uint32_t capacity = 0, unit = 0, number = 0;
    reader->at++;
    while (!at_end(reader) && !is(reader, ")")) {
        const struct ptx_token *t = ptx_token(reader->module, reader->at);
        if (is(reader, ",")) {
            unit = 0;
        } else if (is(reader, ".param") || is(reader, ".ptr")) {
        } else if (is(reader, ".align")) {
            reader->at++;
        } else if (is(reader, "[")) {
            reader->at++;
            if (read_number(reader, &number) && function->parameter_count)
                items[function->parameter_count - 1].bytes *= number;
        } else if (starts_with(reader, reader->at, '.')) {
            const uint32_t bytes =
                ptx_type_bytes(reader->module->text + t->offset + 1, t->length - 1);
            if (unit == 0) unit = bytes;
        } else if (t->kind == PTX_WORD) {
            MEM_GROW(items, function->parameter_count, capacity);
            items[function->parameter_count++] =
                (struct ptx_parameter){ptx_copy(reader->arena, reader->module, reader->at), unit};
        }
        reader->at++;
    }
    function->parameters =
        arena_alloc(reader->arena, function->parameter_count * sizeof *items + 1);
    if (items) memcpy(function->parameters, items, function->parameter_count * sizeof *items);
    free(items);
    if (at_end(reader)) return fail(reader, "parameters without an end");
    reader->at++;
    return 0;
}

static int read_function(struct reader *reader, uint32_t first)
{
    struct ptx_function function = {.entry = is(reader, ".entry")};
    for (uint32_t i = first; i < reader->at; i++)
        if (ptx_is(reader->module, i, ".extern")) function.external = true;
    reader->at++;
    if (is(reader, "(") && skip_brackets(reader) != 0) return -1;
    if (ptx_token(reader->module, reader->at)->kind != PTX_WORD)
        return fail(reader, "function without a name");
    function.name_token = reader->at;
    function.name = ptx_copy(reader->arena, reader->module, reader->at++);
    if (is(reader, "(")) {
        if ((function.entry ? read_parameters(reader, &function) : skip_brackets(reader)) != 0)
            return -1;
    }
    while (!at_end(reader) && !is(reader, "{") && !is(reader, ";"))
        reader->at++; /* .maxntid and its kin */
    function.header = (struct ptx_span){first, reader->at - first};
    function.has_body = is(reader, "{");
    if (at_end(reader)) return fail(reader, "function without a body");
    if (function.has_body) {
        if (read_body(reader, &function, reader->module->function_count) != 0) return -1;
    } else {
        reader->at++;
    }
    MEM_GROW(reader->functions, reader->module->function_count, reader->function_capacity);
    reader->functions[reader->module->function_count++] = function;
    return 0;
}

/* What starts with linkage or a state space: a function or a variable. */
static int read_global(struct reader *reader)
{
    const uint32_t first = reader->at;
    for (uint32_t i = first; i < first + 8; i++) {
        if (ptx_is(reader->module, i, ".func") || ptx_is(reader->module, i, ".entry")) {
            reader->at = i;
            return read_function(reader, first);
        }
        if (!starts_with(reader, i, '.')) break;
    }
    return read_declaration(reader, UINT32_MAX);
}

static int read_directive(struct reader *reader)
{
    struct ptx_module *module = reader->module;
    if (is(reader, ".version")) {
        module->version = ptx_copy(reader->arena, module, reader->at + 1);
        reader->at += 2;
    } else if (is(reader, ".target")) {
        module->target_token = reader->at;
        module->target = ptx_copy(reader->arena, module, reader->at + 1);
        reader->at += 2;
        while (is(reader, ","))
            reader->at += 2;
    } else if (is(reader, ".address_size")) {
        if (!ptx_is(module, reader->at + 1, "64"))
            return fail(reader, "only 64-bit PTX is supported");
        reader->at += 2;
        module->head_end = reader->at;
    } else if (is(reader, ".file")) {
        return read_file(reader);
    } else if (is(reader, ".section")) {
        return read_section(reader);
    } else if (starts_with(reader, reader->at, '.')) {
        return read_global(reader);
    } else if (ptx_token(module, reader->at)->kind == PTX_WORD &&
               ptx_is(module, reader->at + 1, ":")) {
        reader->at += 2;
    } else {
        return fail(reader, "not a PTX directive");
    }
    return 0;
}

/* The names of inlined functions stand in a section at the end: read those first. */
static int read_labels(struct reader *reader)
{
    for (reader->at = 0; !at_end(reader); reader->at++)
        if (is(reader, ".section") && ptx_is(reader->module, reader->at + 1, ".debug_str")) {
            reader->at += 2;
            if (!is(reader, "{") || read_strings(reader) != 0)
                return fail(reader, "bad .debug_str");
            break;
        }
    reader->at = 0;
    return 0;
}

static void *keep(struct arena *arena, const void *items, size_t count, size_t size)
{
    void *copy = arena_alloc(arena, count * size + 1);
    if (count) memcpy(copy, items, count * size);
    return copy;
}

int ptx_read(struct arena *arena, const char *text, size_t length, struct ptx_module *module,
             struct error *err)
{
    *module = (struct ptx_module){.text = text, .length = length};
    struct reader reader = {.arena = arena, .module = module, .err = err};
    if (ptx_lex(arena, text, length, &module->tokens, err) != 0) return -1;
    int status = read_labels(&reader);
    while (status == 0 && !at_end(&reader))
        status = read_directive(&reader);
    if (status == 0 && (!module->version || !module->target || !module->head_end))
        status = error_set(err, "PTX without .version, .target or .address_size");
    module->functions =
        keep(arena, reader.functions, module->function_count, sizeof *reader.functions);
    module->variables =
        keep(arena, reader.variables, module->variable_count, sizeof *reader.variables);
    module->dropped = keep(arena, reader.dropped, module->dropped_count, sizeof *reader.dropped);
    module->files = keep(arena, reader.files, module->file_count, sizeof *reader.files);
    free(reader.functions);
    free(reader.variables);
    free(reader.dropped);
    free(reader.files);
    free(reader.labels);
    return status;
}
