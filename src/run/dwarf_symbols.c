#include "run/dwarf_impl.h"

#include "base/mem.h"
#include "base/str.h"

#include <stdlib.h>
#include <string.h>

static const char *last_component(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* QUALIFIER \t FILE:LINE \t NAME */
static bool parse_line(char *text, struct symbol_line *line)
{
    char *rest = NULL;
    line->qualifier = strtok_r(text, "\t", &rest);
    char *place = strtok_r(NULL, "\t", &rest);
    line->name = strtok_r(NULL, "\t", &rest);
    char *colon = place ? strrchr(place, ':') : NULL;
    if (!line->name || !colon) return false;
    *colon = 0;
    line->file = last_component(place);
    line->line = (uint32_t)strtoul(colon + 1, NULL, 10);
    return true;
}

void dwarf_read_symbols(struct dwarf_program *p, const char *path)
{
    struct str text;
    char *rest = NULL;
    str_init(&text);
    if (!path || str_read_file(&text, path)) { /* then there are none */
        str_fini(&text);
        return;
    }
    char *copy = arena_strndup(p->arena, text.text, text.length);
    str_fini(&text);
    for (char *at = strtok_r(copy, "\n", &rest); at; at = strtok_r(NULL, "\n", &rest)) {
        struct symbol_line line;
        if (!parse_line(at, &line)) continue;
        MEM_GROW(p->lines, p->line_count, p->line_capacity);
        p->lines[p->line_count++] = line;
    }
}

/* By line first; a declaration in a macro or over several lines may be said to be elsewhere. */
const struct symbol_line *dwarf_listed(const struct dwarf_program *p, const char *file,
                                       uint32_t line, const char *name)
{
    const struct symbol_line *found = NULL;
    for (size_t i = 0; i < p->line_count; i++) {
        const struct symbol_line *at = &p->lines[i];
        if (strcmp(at->name, name) != 0 || strcmp(at->file, last_component(file)) != 0) continue;
        if (at->line == line) return at;
        if (!found) found = at;
    }
    return found;
}

/* ---- The host's ------------------------------------------------------------------------------ */

/* The element's type: arrays and names of types followed; false for a const one. */
static bool plain_element(Dwarf_Die *type)
{
    Dwarf_Die next;
    for (int depth = 0; depth < 16; depth++) {
        switch (dwarf_tag(type)) {
        case DW_TAG_base_type:
        case DW_TAG_pointer_type:
        case DW_TAG_enumeration_type:
            return true;
        case DW_TAG_array_type:
        case DW_TAG_typedef:
        case DW_TAG_volatile_type:
            if (!dwarf_follow(type, DW_AT_type, &next)) return false;
            *type = next;
            break;
        default:
            return false;
        }
    }
    return false;
}

bool dwarf_host_variable(struct dwarf_program *p, Dwarf_Die *variable, const char *function,
                         uint64_t address)
{
    struct program_symbol symbol = {.name = dwarf_name(variable), .address = address};
    struct program_array shape;
    Dwarf_Die type, element;
    if (!*symbol.name || strchr(symbol.name, '<') || dwarf_hasattr(variable, DW_AT_specification) ||
        (function && strcmp(function, "main") != 0))
        return false;
    if (!dwarf_follow(variable, DW_AT_type, &type)) return false;
    element = type;
    if (!plain_element(&element) || !dwarf_dimensions(p, &type, false, &shape)) return false;
    dwarf_place(p, variable, &symbol.source, &symbol.line);
    if (symbol.source == TRACE_NONE || !dwarf_own(p, symbol.source)) return false;
    symbol.bytes = shape.bytes;
    MEM_GROW(p->host, p->host_count, p->host_capacity);
    p->host[p->host_count++] = symbol;
    return true;
}
