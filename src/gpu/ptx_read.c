#include "gpu/ptx_read.h"

#include <stdlib.h>
#include <string.h>

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

int ptx_read_fail(struct ptx_reader *reader, const char *what)
{
    return error_set(reader->err, "PTX line %u: %s", ptx_token(reader->module, reader->at)->line,
                     what);
}

bool ptx_read_number(struct ptx_reader *reader, uint32_t *value)
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
int ptx_read_brackets(struct ptx_reader *reader)
{
    uint32_t depth = 0;
    for (; !ptx_reader_at_end(reader); reader->at++) {
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
    return ptx_read_fail(reader, "bracket without an end");
}

static void drop(struct ptx_reader *reader, uint32_t first)
{
    MEM_GROW(reader->dropped, reader->module->dropped_count, reader->dropped_capacity);
    reader->dropped[reader->module->dropped_count++] = (struct ptx_span){first, reader->at - first};
}

/* .file N "name"[, time, size] */
static int read_file(struct ptx_reader *reader)
{
    const uint32_t first = reader->at++;
    uint32_t number = 0, ignored;
    if (!ptx_read_number(reader, &number) || number > 1 << 20)
        return ptx_read_fail(reader, ".file wants a number");
    const struct ptx_token *name = ptx_token(reader->module, reader->at);
    if (name->kind != PTX_STRING) return ptx_read_fail(reader, ".file wants a name");
    while (number >= reader->module->file_count) {
        MEM_GROW(reader->files, reader->module->file_count, reader->file_capacity);
        reader->files[reader->module->file_count++] = NULL;
    }
    reader->files[number] =
        arena_strndup(reader->arena, reader->module->text + name->offset + 1, name->length - 2);
    reader->at++;
    while (ptx_reader_is(reader, ",")) {
        reader->at++;
        if (!ptx_read_number(reader, &ignored))
            return ptx_read_fail(reader, ".file wants a number");
    }
    drop(reader, first);
    return 0;
}

/* The strings behind the labels of .debug_str: bytes in decimal, ended by 0. */
static int read_strings(struct ptx_reader *reader)
{
    char *bytes = NULL;
    size_t count = 0, capacity = 0;
    const char *label = NULL;
    reader->at++;
    while (!ptx_reader_at_end(reader) && !ptx_reader_is(reader, "}")) {
        uint32_t value;
        if (ptx_is(reader->module, reader->at + 1, ":")) {
            label = ptx_copy(reader->arena, reader->module, reader->at);
            reader->at += 2;
        } else if (ptx_read_number(reader, &value)) {
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
    if (ptx_reader_at_end(reader)) return ptx_read_fail(reader, "section without an end");
    reader->at++;
    return 0;
}

static int read_section(struct ptx_reader *reader)
{
    const uint32_t first = reader->at++;
    const bool strings = ptx_reader_is(reader, ".debug_str");
    while (!ptx_reader_at_end(reader) && !ptx_reader_is(reader, "{"))
        reader->at++;
    if ((strings ? read_strings(reader) : ptx_read_brackets(reader)) != 0) return -1;
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
int ptx_read_declaration(struct ptx_reader *reader, uint32_t function)
{
    struct ptx_variable variable = {.space = PTX_OTHER_SPACE, .align = 1, .function = function};
    uint32_t unit = 0, dimensions = 1, vector = 1;
    bool unsized = false, named = false;
    for (; !ptx_reader_at_end(reader) && !ptx_reader_is(reader, ";"); reader->at++) {
        const struct ptx_token *t = ptx_token(reader->module, reader->at);
        uint32_t value;
        if (ptx_reader_is(reader, "{")) {
            if (ptx_read_brackets(reader) != 0) return -1;
            reader->at--;
        } else if (ptx_reader_is(reader, ".extern")) {
            variable.external = true;
        } else if (ptx_reader_is(reader, ".align")) {
            reader->at++;
            if (!ptx_read_number(reader, &variable.align))
                return ptx_read_fail(reader, ".align wants a number");
            reader->at--;
        } else if (variable.space == PTX_OTHER_SPACE &&
                   ptx_reader_starts(reader, reader->at, '.') &&
                   space_of(reader->module, reader->at) != PTX_OTHER_SPACE) {
            variable.space = space_of(reader->module, reader->at);
        } else if (ptx_reader_is(reader, ".v2") || ptx_reader_is(reader, ".v4")) {
            vector = ptx_reader_is(reader, ".v2") ? 2 : 4;
        } else if (ptx_reader_starts(reader, reader->at, '.') && unit == 0) {
            unit = ptx_type_bytes(reader->module->text + t->offset + 1, t->length - 1);
        } else if (ptx_reader_is(reader, "[")) {
            reader->at++;
            if (ptx_reader_is(reader, "]"))
                unsized = true;
            else if (ptx_read_number(reader, &value) && value < UINT32_MAX / (dimensions + 1))
                dimensions *= value;
        } else if (t->kind == PTX_WORD && !named && unit != 0) {
            variable.name = ptx_copy(reader->arena, reader->module, reader->at);
            named = true;
        }
    }
    if (ptx_reader_at_end(reader)) return ptx_read_fail(reader, "declaration without an end");
    reader->at++;
    if (!named || (variable.space != PTX_SHARED && variable.space != PTX_GLOBAL &&
                   variable.space != PTX_CONST))
        return 0;
    variable.bytes = unsized ? 0 : unit * vector * dimensions;
    MEM_GROW(reader->variables, reader->module->variable_count, reader->variable_capacity);
    reader->variables[reader->module->variable_count++] = variable;
    return 0;
}

/* ---- Functions and the module -------------------------------------------------------------- */

/* "(.param .u64 name, .param .align 8 .b8 name[16])" at reader->at */
static int read_parameters(struct ptx_reader *reader, struct ptx_function *function)
{
    struct ptx_parameter *items = NULL;
    uint32_t capacity = 0, unit = 0, number = 0;
    reader->at++;
    while (!ptx_reader_at_end(reader) && !ptx_reader_is(reader, ")")) {
        const struct ptx_token *t = ptx_token(reader->module, reader->at);
        if (ptx_reader_is(reader, ",")) {
            unit = 0;
        } else if (ptx_reader_is(reader, ".param") || ptx_reader_is(reader, ".ptr")) {
        } else if (ptx_reader_is(reader, ".align")) {
            reader->at++;
        } else if (ptx_reader_is(reader, "[")) {
            reader->at++;
            if (ptx_read_number(reader, &number) && function->parameter_count)
                items[function->parameter_count - 1].bytes *= number;
        } else if (ptx_reader_starts(reader, reader->at, '.')) {
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
    if (ptx_reader_at_end(reader)) return ptx_read_fail(reader, "parameters without an end");
    reader->at++;
    return 0;
}

static int read_function(struct ptx_reader *reader, uint32_t first)
{
    struct ptx_function function = {.entry = ptx_reader_is(reader, ".entry")};
    for (uint32_t i = first; i < reader->at; i++)
        if (ptx_is(reader->module, i, ".extern")) function.external = true;
    reader->at++;
    if (ptx_reader_is(reader, "(") && ptx_read_brackets(reader) != 0) return -1;
    if (ptx_token(reader->module, reader->at)->kind != PTX_WORD)
        return ptx_read_fail(reader, "function without a name");
    function.name_token = reader->at;
    function.name = ptx_copy(reader->arena, reader->module, reader->at++);
    if (ptx_reader_is(reader, "(")) {
        if ((function.entry ? read_parameters(reader, &function) : ptx_read_brackets(reader)) != 0)
            return -1;
    }
    while (!ptx_reader_at_end(reader) && !ptx_reader_is(reader, "{") && !ptx_reader_is(reader, ";"))
        reader->at++; /* .maxntid and its kin */
    function.header = (struct ptx_span){first, reader->at - first};
    function.has_body = ptx_reader_is(reader, "{");
    if (ptx_reader_at_end(reader)) return ptx_read_fail(reader, "function without a body");
    if (function.has_body) {
        if (ptx_read_body(reader, &function, reader->module->function_count) != 0) return -1;
    } else {
        reader->at++;
    }
    MEM_GROW(reader->functions, reader->module->function_count, reader->function_capacity);
    reader->functions[reader->module->function_count++] = function;
    return 0;
}

/* What starts with linkage or a state space: a function or a variable. */
static int read_global(struct ptx_reader *reader)
{
    const uint32_t first = reader->at;
    for (uint32_t i = first; i < first + 8; i++) {
        if (ptx_is(reader->module, i, ".func") || ptx_is(reader->module, i, ".entry")) {
            reader->at = i;
            return read_function(reader, first);
        }
        if (!ptx_reader_starts(reader, i, '.')) break;
    }
    return ptx_read_declaration(reader, UINT32_MAX);
}

static int read_directive(struct ptx_reader *reader)
{
    struct ptx_module *module = reader->module;
    if (ptx_reader_is(reader, ".version")) {
        module->version = ptx_copy(reader->arena, module, reader->at + 1);
        reader->at += 2;
    } else if (ptx_reader_is(reader, ".target")) {
        module->target_token = reader->at;
        module->target = ptx_copy(reader->arena, module, reader->at + 1);
        reader->at += 2;
        while (ptx_reader_is(reader, ","))
            reader->at += 2;
    } else if (ptx_reader_is(reader, ".address_size")) {
        if (!ptx_is(module, reader->at + 1, "64"))
            return ptx_read_fail(reader, "only 64-bit PTX is supported");
        reader->at += 2;
        module->head_end = reader->at;
    } else if (ptx_reader_is(reader, ".file")) {
        return read_file(reader);
    } else if (ptx_reader_is(reader, ".section")) {
        return read_section(reader);
    } else if (ptx_reader_starts(reader, reader->at, '.')) {
        return read_global(reader);
    } else if (ptx_token(module, reader->at)->kind == PTX_WORD &&
               ptx_is(module, reader->at + 1, ":")) {
        reader->at += 2;
    } else {
        return ptx_read_fail(reader, "not a PTX directive");
    }
    return 0;
}

/* The names of inlined functions stand in a section at the end: read those first. */
static int read_labels(struct ptx_reader *reader)
{
    for (reader->at = 0; !ptx_reader_at_end(reader); reader->at++)
        if (ptx_reader_is(reader, ".section") &&
            ptx_is(reader->module, reader->at + 1, ".debug_str")) {
            reader->at += 2;
            if (!ptx_reader_is(reader, "{") || read_strings(reader) != 0)
                return ptx_read_fail(reader, "bad .debug_str");
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
    struct ptx_reader reader = {.arena = arena, .module = module, .err = err};
    if (ptx_lex(arena, text, length, &module->tokens, err) != 0) return -1;
    int status = read_labels(&reader);
    while (status == 0 && !ptx_reader_at_end(&reader))
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
