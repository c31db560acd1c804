#include "run/dwarf_impl.h"

#include "base/mem.h"
#include "base/paths.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_FRAMES = 32 };

/* ---- Files ------------------------------------------------------------------------------- */

bool dwarf_own(const struct dwarf_program *p, uint32_t source)
{
    return source < p->own_count;
}

static uint32_t find_source(struct dwarf_program *p, const char *path)
{
    char *absolute = path_absolute(path);
    uint32_t found = TRACE_NONE;
    for (uint32_t i = 0; i < p->own_count && found == TRACE_NONE; i++)
        if (!strcmp(p->own[i].path, absolute) || !strcmp(p->own[i].path, path) ||
            (*path == '/' &&
             !strcmp(p->own[i].path, path + strspn(path, "/")))) /* of #line; built in "/" */
            found = i;
    if (found == TRACE_NONE) {
        struct trace_source source = {.name = absolute, .text = ""};
        found = builder_source(p->builder, &source);
    }
    free(absolute);
    return found;
}

uint32_t dwarf_source(struct dwarf_program *p, const char *path)
{
    for (size_t i = 0; i < p->file_count; i++)
        if (p->files[i] == path || !strcmp(p->files[i], path)) return p->file_sources[i];
    if (p->file_count == p->file_capacity) {
        p->file_capacity = p->file_capacity ? p->file_capacity * 2 : 16;
        p->files = mem_resize(p->files, p->file_capacity, sizeof *p->files);
        p->file_sources = mem_resize(p->file_sources, p->file_capacity, sizeof *p->file_sources);
    }
    p->files[p->file_count] = path;
    return p->file_sources[p->file_count++] = find_source(p, path);
}

/* ---- Sites ------------------------------------------------------------------------------- */

const struct dwarf_range *dwarf_function_at(const struct dwarf_program *p, uint64_t address)
{
    size_t low = 0, high = p->range_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (p->ranges[middle].low <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low || address >= p->ranges[low - 1].high) return NULL;
    return &p->ranges[low - 1];
}

struct chain {
    Dwarf_Die inlined[MAX_FRAMES]; /* outermost first */
    uint32_t count;
};

/* Descends to the innermost inlined call that holds the address. */
static void descend(Dwarf_Die *scope, uint64_t address, struct chain *chain)
{
    Dwarf_Die child;
    if (dwarf_child(scope, &child)) return;
    do {
        int tag = dwarf_tag(&child);
        if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_lexical_block) continue;
        if (dwarf_haspc(&child, address) <= 0) continue;
        if (tag == DW_TAG_inlined_subroutine && chain->count < MAX_FRAMES - 1)
            chain->inlined[chain->count++] = child;
        descend(&child, address, chain);
        return;
    } while (!dwarf_siblingof(&child, &child));
}

static uint32_t number_at(Dwarf_Die *die, unsigned attribute)
{
    Dwarf_Attribute attr;
    Dwarf_Word value;
    if (!dwarf_attr(die, attribute, &attr) || dwarf_formudata(&attr, &value)) return 0;
    return value > UINT32_MAX ? 0 : (uint32_t)value;
}

/* Where an inlined function was called. */
static void call_place(struct dwarf_program *p, Dwarf_Die *unit, Dwarf_Die *inlined,
                       struct trace_frame *frame)
{
    Dwarf_Files *files;
    size_t count;
    const char *path = NULL;
    if (!dwarf_getsrcfiles(unit, &files, &count))
        path = dwarf_filesrc(files, number_at(inlined, DW_AT_call_file), NULL, NULL);
    frame->source = path ? dwarf_source(p, path) : 0;
    frame->line = number_at(inlined, DW_AT_call_line);
    frame->column = number_at(inlined, DW_AT_call_column);
}

static void line_place(struct dwarf_program *p, Dwarf_Die *unit, uint64_t address,
                       struct trace_frame *frame)
{
    Dwarf_Line *line = dwarf_getsrc_die(unit, address);
    int number = 0, column = 0;
    const char *path = line ? dwarf_linesrc(line, NULL, NULL) : NULL;
    if (!path) return;
    dwarf_lineno(line, &number);
    dwarf_linecol(line, &column);
    frame->source = dwarf_source(p, path);
    frame->line = number > 0 ? (uint32_t)number : 0;
    frame->column = column > 0 ? (uint32_t)column : 0;
}

static uint32_t make_site(struct dwarf_program *p, uint64_t address)
{
    const struct dwarf_range *range = dwarf_function_at(p, address);
    struct trace_frame frames[MAX_FRAMES] = {{.function = ""}};
    struct trace_site site = {.function = ""};
    if (!range) return builder_site(p->builder, &site);
    struct chain chain = {.count = 0};
    Dwarf_Die function = range->function, unit = range->unit;
    descend(&function, address, &chain);
    uint32_t count = chain.count + 1;
    line_place(p, &unit, address, &frames[0]);
    for (uint32_t i = 0; i < chain.count; i++) {
        Dwarf_Die *inlined = &chain.inlined[chain.count - 1 - i];
        frames[i].function = dwarf_name(inlined);
        call_place(p, &unit, inlined, &frames[i + 1]);
    }
    frames[chain.count].function = dwarf_name(&function);
    /* The innermost frames may be the shim's: the site is where the person's code called it. */
    uint32_t first = 0;
    while (first < count && !(dwarf_own(p, frames[first].source) && frames[first].line))
        first++;
    if (first == count) first = 0;
    site.source = frames[first].source;
    site.line = frames[first].line;
    site.column = frames[first].column;
    site.function = frames[first].function;
    site.frames = frames + first;
    site.frame_count = count - first;
    return builder_site(p->builder, &site);
}

uint32_t dwarf_site(struct dwarf_program *p, uint64_t number)
{
    uint32_t index;
    if (dwarf_index_find(&p->sites, number + 1, &index)) return index;
    index = make_site(p, number ? number - 1 : 0);
    dwarf_index_add(&p->sites, number + 1, index);
    return index;
}
