#include "run/collect_impl.h"

#include "base/mem.h"
#include "trace/check.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MOST (UINT64_C(1) << 48)            /* bytes of an allocation */
#define ARENA_SAID UINT64_C(0x7e0000000000) /* where the emulator asks for it */
enum { ARENA_ALIGNMENT = 2 << 20 };
/* How far outside an allocation an address is still meant for it, in bytes. A device variable has
 * others of the program close by, of which nobody knows: string literals, tables of a class. */
enum { NEAR = 1 << 16, NEAR_VARIABLE = 64 };

static struct memory_block *add(struct memory *m)
{
    MEM_GROW(m->blocks, m->count, m->capacity);
    struct memory_block *b = &m->blocks[m->count++];
    *b = (struct memory_block){.died = SIZE_MAX, .type = TRACE_NONE, .index = TRACE_NONE};
    return b;
}

static void add_allocation(struct collect *c, const struct spool_allocation *record, size_t at)
{
    if (record->bytes > MOST || record->address + record->bytes < record->address) return;
    struct memory_block *b = add(&c->memory);
    b->id = record->id;
    b->address = record->address;
    b->bytes = record->bytes;
    b->born = at;
    b->record = record;
    b->kind = record->kind <= TRACE_UNKNOWN ? record->kind : TRACE_UNKNOWN;
    uint64_t start = b->address / ARENA_ALIGNMENT * ARENA_ALIGNMENT;
    bool device = b->kind == TRACE_DEVICE || b->kind == TRACE_MANAGED;
    if (device && (!c->memory.arena || start < c->memory.arena)) c->memory.arena = start;
}

/* Names and types come from the kernels' parameters that point into a block. */
static void add_parameter(struct collect *c, const struct spool_parameter *record,
                          struct launch_info *launch)
{
    struct memory_block *b = memory_find(c, record->value);
    const struct program_kernel *kernel = launch->kernel;
    struct trace_parameter p = {.name = spool_text(&record->record, sizeof *record),
                                .allocation = TRACE_NONE,
                                .type = TRACE_NONE};
    if (kernel && record->position < kernel->parameter_count) {
        const struct program_parameter *known = &kernel->parameters[record->position];
        if (!known->pointer) return;
        if (*known->name) p.name = known->name;
        p.type = known->type;
    }
    if (!record->value) return;
    if (b) {
        p.offset = (int64_t)(record->value - b->address);
        if (b->type == TRACE_NONE) b->type = p.type;
        if (!b->parameter && *p.name) b->parameter = p.name;
        p.allocation = memory_index(c, b);
    }
    builder_parameter(c->builder, &p);
}

void memory_read(struct collect *c)
{
    for (uint32_t i = 0; i < c->resolver->symbol_count; i++) {
        const struct program_symbol *symbol = &c->resolver->symbols[i];
        if (!symbol->address) continue; /* the spool has it */
        struct memory_block *b = add(&c->memory);
        b->address = symbol->address + c->image_base;
        b->bytes = symbol->bytes;
        b->symbol = symbol;
        b->kind = symbol->kind;
        b->type = symbol->type;
    }
    for (size_t i = 0; i < c->index.host_count; i++) {
        const struct spool_record *record = c->index.host[i];
        if (record->type == SPOOL_ALLOCATION) {
            add_allocation(c, (const void *)record, i);
        } else if (record->type == SPOOL_FREE) {
            struct memory_block *b = memory_of_id(c, ((const struct spool_free *)record)->id);
            if (b) b->died = i;
        }
    }
}

/* Device variables (id 0) come first, then allocations with ascending ids. */
struct memory_block *memory_of_id(struct collect *c, uint64_t id)
{
    struct memory_block *blocks = c->memory.blocks;
    size_t low = 0, high = c->memory.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (blocks[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return id && low < c->memory.count && blocks[low].id == id ? &blocks[low] : NULL;
}

static int by_address(const void *a, const void *b)
{
    const struct memory_block *one = *(struct memory_block *const *)a,
                              *two = *(struct memory_block *const *)b;
    if (one->address != two->address) return one->address < two->address ? -1 : 1;
    return one->born < two->born ? -1 : one->born > two->born;
}

void memory_begin(struct collect *c, const struct launch_info *launch)
{
    struct memory *m = &c->memory;
    m->live = mem_resize(m->live, m->count, sizeof(struct memory_block *));
    m->live_count = 0;
    for (size_t i = 0; i < m->count; i++)
        if (m->blocks[i].born <= launch->finish && m->blocks[i].died >= launch->begin)
            m->live[m->live_count++] = &m->blocks[i];
    qsort(m->live, m->live_count, sizeof *m->live, by_address);
    for (size_t i = launch->begin; i < c->index.host_count; i++) {
        const struct spool_parameter *p = (const void *)c->index.host[i];
        if (p->record.type == SPOOL_PARAMETER && p->launch == launch->record->ordinal)
            add_parameter(c, p, c->launch);
    }
}

/* The last live block that begins at or before an address. */
static struct memory_block *before(const struct memory *m, uint64_t address, size_t *position)
{
    size_t low = 0, high = m->live_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (m->live[middle]->address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    *position = low;
    return low ? m->live[low - 1] : NULL;
}

struct memory_block *memory_find(struct collect *c, uint64_t address)
{
    size_t at;
    struct memory_block *b = before(&c->memory, address, &at);
    if (b && address - b->address < b->bytes) return b;
    for (size_t i = c->memory.count; i-- > 0;) {
        b = &c->memory.blocks[i];
        if (b->born <= c->launch->finish && address - b->address < b->bytes) return b;
    }
    return NULL;
}

static uint64_t reach(const struct memory_block *b)
{
    if (!b) return 0;
    uint64_t variable = b->bytes + NEAR_VARIABLE;
    return b->symbol && variable < NEAR ? variable : NEAR;
}

struct memory_block *memory_near(struct collect *c, uint64_t address)
{
    size_t at;
    struct memory_block *found = memory_find(c, address);
    if (found) return found;
    struct memory_block *low = before(&c->memory, address, &at);
    struct memory_block *high = at < c->memory.live_count ? c->memory.live[at] : NULL;
    uint64_t behind = low ? address - low->address - low->bytes : UINT64_MAX;
    uint64_t ahead = high ? high->address - address : UINT64_MAX;
    if (behind <= ahead && behind < reach(low)) return low;
    return ahead < reach(high) ? high : NULL;
}

/* Where a block is said to be: the same in every run of a program, whatever the system's loader and
 * mmap chose; differences within the device's arena, and alignment to 2 MB, are kept. */
static uint64_t said_address(const struct collect *c, const struct memory_block *b)
{
    if (b->symbol) return b->address - c->image_base;
    uint64_t base = c->memory.arena;
    if (b->address < base || b->address - base > UINT64_C(1) << 40) return b->address;
    return b->address - base + ARENA_SAID;
}

/* Device variables that the spool names as the linker does. */
static const struct program_symbol *symbol_of(const struct collect *c, const struct memory_block *b,
                                              const char *linkage)
{
    if (b->kind != TRACE_DEVICE_SYMBOL && b->kind != TRACE_CONSTANT_SYMBOL) return NULL;
    for (uint32_t i = 0; i < c->resolver->symbol_count; i++) {
        const struct program_symbol *symbol = &c->resolver->symbols[i];
        if (symbol->linkage && symbol->bytes == b->bytes &&
            program_same_name(symbol->linkage, linkage))
            return symbol;
    }
    return NULL;
}

/* "CHECK(cudaMalloc((void **)&d_in, bytes))" -> "d_in": the call's first argument on that line,
 * where the compiler did not say it. "" if it cannot be read off. */
static const char *name_in_line(struct collect *c, uint32_t source, uint32_t line)
{
    const char *at = source != TRACE_NONE ? builder_source_at(c->builder, source)->text : "";
    for (uint32_t i = 1; i < line && at; i++) {
        at = strchr(at, '\n');
        if (at) at++;
    }
    if (!at) return "";
    size_t left = strcspn(at, "\n");
    const char *end = at + left, *call = memmem(at, left, "cudaMalloc", 10);
    if (!call) call = memmem(at, left, "cudaHostAlloc", 13);
    const char *open = call ? memchr(call, '(', (size_t)(end - call)) : NULL;
    if (!open) return "";
    const char *from = open + 1, *stop = from;
    for (int depth = 0; stop < end && (depth > 0 || (*stop != ',' && *stop != ')')); stop++)
        depth += (*stop == '(') - (*stop == ')');
    while (stop > from && strchr(" \t&()", stop[-1]))
        stop--;
    const char *start = stop;
    while (start > from && (isalnum((unsigned char)start[-1]) || strchr("_.[]>-", start[-1])))
        start--;
    return arena_strndup(builder_arena(c->builder), start, (size_t)(stop - start));
}

uint32_t memory_index(struct collect *c, struct memory_block *b)
{
    if (b->index != TRACE_NONE) {
        struct trace_allocation *known = builder_allocation_at(c->builder, b->index);
        if (known->type == TRACE_NONE) known->type = b->type;
        return b->index;
    }
    struct trace_allocation a = {.name = "",
                                 .kind = b->kind,
                                 .address = said_address(c, b),
                                 .bytes = b->bytes,
                                 .type = b->type,
                                 .source = TRACE_NONE};
    if (b->symbol) {
        a.name = b->symbol->name;
        a.source = b->symbol->source;
        a.line = b->symbol->line;
    } else {
        a.name = spool_text(&b->record->record, sizeof *b->record);
        a.pitch = b->record->pitch;
        a.width = b->record->width;
        a.height = b->record->height;
        a.depth = b->record->depth;
        if (!trace_pitch_fits(&a)) a.pitch = a.width = a.height = a.depth = 0;
        if (b->record->site) {
            uint32_t site = c->resolver->site(c->resolver, b->record->site);
            const struct trace_site *place = builder_site_at(c->builder, site);
            a.source = place->line ? place->source : TRACE_NONE;
            a.line = place->line;
            if (!*a.name && place->line) a.name = name_in_line(c, place->source, place->line);
        }
        const struct program_symbol *symbol = symbol_of(c, b, a.name);
        if (symbol) {
            a.name = symbol->name;
            a.type = symbol->type;
            a.source = symbol->source;
            a.line = symbol->line;
        }
    }
    return b->index = builder_allocation(c->builder, &a);
}

void memory_fini(struct memory *m)
{
    free(m->blocks);
    free(m->live);
}
