#include "gpu/resolver.h"

#include "base/mem.h"
#include "gpu/ptx.h"
#include "gpu/written_launch.h"
#include "run/dwarf.h"
#include "run/dwarf_impl.h"
#include "run/spool.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct gpu_program {
    struct site_resolver base;
    struct trace_builder *builder;
    struct arena *arena; /* the builder's */
    struct site_resolver *host;
    struct dwarf_program *types; /* of the cubin; only what dwarf_type.c uses is set */
    struct gpu_sites sites;
    uint32_t *site_indices;       /* in the trace, TRACE_NONE until asked for */
    struct program_array *arrays; /* by number of the symbol */
    struct program_symbol *symbols;
    uint32_t symbol_count, symbol_capacity;
    struct program_kernel *kernels; /* by number of the kernel */
};

/* ---- Names --------------------------------------------------------------------------------- */

const char *gpu_short_name(struct arena *arena, const char *mangled)
{
    const char *at = mangled, *name = NULL;
    size_t length = 0;
    if (strncmp(at, "_Z", 2) != 0) return mangled;
    at += 2;
    while (*at == 'Z' || *at == 'N' || *at == 'L' || *at == 'K')
        at++;
    while (isdigit((unsigned char)*at)) {
        char *end;
        const size_t count = strtoul(at, &end, 10);
        if (count == 0 || strnlen(end, count) < count) break;
        name = end;
        length = count;
        at = end + count;
    }
    return name ? arena_strndup(arena, name, length) : mangled;
}

/* ---- Sites --------------------------------------------------------------------------------- */

static uint32_t make_site(struct gpu_program *p, const struct gpu_site *from)
{
    struct trace_frame *frames = arena_alloc(p->arena, (from->frame_count + 1) * sizeof *frames);
    uint32_t first = 0;
    for (uint32_t i = 0; i < from->frame_count; i++) {
        const struct gpu_frame *f = &from->frames[i];
        frames[i] = (struct trace_frame){.source = f->file[0] ? dwarf_source(p->types, f->file) : 0,
                                         .line = f->line,
                                         .column = f->column,
                                         .function = gpu_short_name(p->arena, f->function)};
        if (!f->file[0]) frames[i].line = 0;
    }
    while (first < from->frame_count &&
           !(dwarf_own(p->types, frames[first].source) && frames[first].line))
        first++;
    if (first == from->frame_count) first = 0;
    const struct trace_site site = {.source = frames[first].source,
                                    .line = frames[first].line,
                                    .column = frames[first].column,
                                    .function =
                                        frames[first].function ? frames[first].function : "",
                                    .joined = (from->flags & GPU_SITE_JOINED) != 0,
                                    .frames = frames + first,
                                    .frame_count = from->frame_count - first};
    return builder_site(p->builder, &site);
}

static uint32_t site_index(struct site_resolver *self, uint64_t number)
{
    struct gpu_program *p = (struct gpu_program *)self;
    if (number & SPOOL_HOST_SITE) return p->host->site(p->host, number & ~SPOOL_HOST_SITE);
    if (number >= p->sites.site_count) {
        const struct trace_site none = {.function = ""};
        return builder_site(p->builder, &none);
    }
    if (p->site_indices[number] == TRACE_NONE)
        p->site_indices[number] = make_site(p, &p->sites.sites[number]);
    return p->site_indices[number];
}

static uint32_t function_of(struct site_resolver *self, uint64_t number)
{
    (void)self;
    (void)number;
    return 0; /* the spool says which arrays a launch has */
}

/* What cuda::atomic stores is an atomic to the analysis and a store to the machine. */
static bool is_store(struct site_resolver *self, uint64_t number)
{
    struct gpu_program *p = (struct gpu_program *)self;
    return number < p->sites.site_count && strncmp(p->sites.sites[number].opcode, "st.", 3) == 0;
}

/* Of the instruction's scope: "atom.global.cta.add.u32" (".shared::cta" is a space). */
static bool is_of_block(struct site_resolver *self, uint64_t number)
{
    struct gpu_program *p = (struct gpu_program *)self;
    return number < p->sites.site_count && strstr(p->sites.sites[number].opcode, ".cta.");
}

static const struct program_kernel *find_kernel(struct site_resolver *self, uint64_t number,
                                                const char *name)
{
    struct gpu_program *p = (struct gpu_program *)self;
    (void)name;
    return number && number <= p->sites.kernel_count ? &p->kernels[number - 1] : NULL;
}

static const char *written_in_launch(struct site_resolver *self, uint32_t source, uint32_t line,
                                     const char *name)
{
    struct gpu_program *p = (struct gpu_program *)self;
    const char *text = builder_source_at(p->builder, source)->text;
    const char *defines = builder_trace(p->builder)->defines;
    return text ? gpu_written_launch(p->arena, text, defines ? defines : "", line, name) : NULL;
}

/* ---- What the cubin says ------------------------------------------------------------------- */

struct cubin_walk {
    struct gpu_program *program;
    Dwarf_Die function;
    bool in_function;
};

static const char *linkage_name(Dwarf_Die *die)
{
    Dwarf_Attribute attr;
    const char *name = NULL;
    if (dwarf_attr(die, DW_AT_MIPS_linkage_name, &attr) ||
        dwarf_attr(die, DW_AT_linkage_name, &attr))
        name = dwarf_formstring(&attr);
    return name ? name : dwarf_name(die);
}

/* NVIDIA's numbers of memory in DW_AT_address_class. */
enum { CLASS_CONSTANT = 4, CLASS_GLOBAL = 5, CLASS_SHARED = 8 };

static uint32_t address_class(Dwarf_Die *die)
{
    Dwarf_Attribute attr;
    Dwarf_Word value = 0;
    if (!dwarf_attr(die, DW_AT_address_class, &attr) || dwarf_formudata(&attr, &value)) return 0;
    return (uint32_t)value;
}

static void add_shared(struct cubin_walk *w, Dwarf_Die *variable)
{
    struct gpu_program *p = w->program;
    const char *linkage = linkage_name(variable);
    Dwarf_Die type;
    for (uint32_t i = 0; i < p->sites.symbol_count; i++) {
        struct program_array shape = {0}, *array = &p->arrays[i];
        const bool dynamic = p->sites.symbols[i].bytes == 0;
        if (array->name || !program_same_name(p->sites.symbols[i].name, linkage) ||
            !dwarf_follow(variable, DW_AT_type, &type) ||
            !dwarf_dimensions(p->types, &type, dynamic, &shape))
            continue;
        *array = shape;
        array->dynamic = dynamic;
        array->name = gpu_short_name(p->arena, dwarf_name(variable));
        array->function = w->in_function ? dwarf_plain_function(p->types, &w->function) : "";
        dwarf_place(p->types, variable, &array->source, &array->line);
    }
}

static void add_symbol(struct gpu_program *p, Dwarf_Die *variable, uint32_t class)
{
    struct program_array shape = {0};
    Dwarf_Die type;
    if (!dwarf_follow(variable, DW_AT_type, &type) ||
        !dwarf_dimensions(p->types, &type, false, &shape))
        return;
    struct program_symbol symbol = {.name = gpu_short_name(p->arena, dwarf_name(variable)),
                                    .linkage = linkage_name(variable),
                                    .kind = class == CLASS_CONSTANT ? TRACE_CONSTANT_SYMBOL
                                                                    : TRACE_DEVICE_SYMBOL,
                                    .bytes = shape.bytes,
                                    .type = shape.type};
    dwarf_place(p->types, variable, &symbol.source, &symbol.line);
    MEM_GROW(p->symbols, p->symbol_count, p->symbol_capacity);
    p->symbols[p->symbol_count++] = symbol;
}

static uint32_t count_parameters(Dwarf_Die *function)
{
    Dwarf_Die child;
    uint32_t count = 0;
    if (dwarf_child(function, &child)) return 0;
    do
        count += dwarf_tag(&child) == DW_TAG_formal_parameter;
    while (!dwarf_siblingof(&child, &child));
    return count;
}

static void fill_parameters(struct gpu_program *p, Dwarf_Die *function,
                            struct program_kernel *kernel)
{
    const uint32_t count = count_parameters(function);
    struct program_parameter *list = arena_alloc(p->arena, count * sizeof *list + 1);
    Dwarf_Die child, type, target;
    kernel->parameters = list;
    if (count == 0 || dwarf_child(function, &child)) return;
    do {
        if (dwarf_tag(&child) != DW_TAG_formal_parameter) continue;
        struct program_parameter *one = &list[kernel->parameter_count++];
        one->name = dwarf_name(&child);
        one->type = TRACE_NONE;
        if (!dwarf_follow(&child, DW_AT_type, &type) || !dwarf_strip(&type, &type)) continue;
        one->pointer = dwarf_tag(&type) == DW_TAG_pointer_type;
        if (one->pointer && dwarf_follow(&type, DW_AT_type, &target))
            one->type = dwarf_type(p->types, &target);
    } while (kernel->parameter_count < count && !dwarf_siblingof(&child, &child));
}

/* The debugging information writes constants with their type: "reduce<256U>", "k<(int)4>". */
static const char *written_name(struct arena *arena, const char *name)
{
    char *copy = arena_strdup(arena, name), *to = copy;
    for (const char *at = name; *at;) {
        const char *close = *at == '(' ? strchr(at, ')') : NULL;
        if (close && to > copy && strchr("<, ", to[-1]) &&
            (isdigit((unsigned char)close[1]) || close[1] == '-')) {
            at = close + 1;
        } else if (strchr("UuLl", *at) && to > copy && isdigit((unsigned char)to[-1]) &&
                   strchr("UuLl,>", at[1])) {
            at++;
        } else {
            *to++ = *at++;
        }
    }
    *to = '\0';
    return copy;
}

static void add_kernel(struct gpu_program *p, Dwarf_Die *function)
{
    const char *linkage = linkage_name(function);
    for (uint32_t i = 0; i < p->sites.kernel_count; i++) {
        struct program_kernel *kernel = &p->kernels[i];
        if (kernel->identity || !program_same_name(p->sites.kernels[i].name, linkage)) continue;
        kernel->identity = i + 1;
        kernel->name = written_name(p->arena, dwarf_name(function));
        fill_parameters(p, function, kernel);
    }
}

static void walk_children(struct cubin_walk *w, Dwarf_Die *parent)
{
    const struct cubin_walk outer = *w;
    Dwarf_Die child;
    if (dwarf_child(parent, &child)) return;
    do {
        const int tag = dwarf_tag(&child);
        if (tag == DW_TAG_variable) {
            const uint32_t class = address_class(&child);
            if (class == CLASS_SHARED)
                add_shared(w, &child);
            else if (class == CLASS_CONSTANT || class == CLASS_GLOBAL)
                add_symbol(w->program, &child, class);
        } else if (tag == DW_TAG_subprogram) {
            add_kernel(w->program, &child);
            w->function = child;
            w->in_function = true;
            walk_children(w, &child);
            *w = outer;
        } else if (tag == DW_TAG_lexical_block || tag == DW_TAG_namespace) {
            walk_children(w, &child);
        }
    } while (!dwarf_siblingof(&child, &child));
}

static void walk_units(struct gpu_program *p)
{
    Dwarf_Off offset = 0, next;
    size_t header;
    while (!dwarf_nextcu(p->types->dwarf, offset, &next, &header, NULL, NULL, NULL)) {
        struct cubin_walk w = {.program = p};
        Dwarf_Die unit;
        if (dwarf_offdie(p->types->dwarf, offset + header, &unit)) walk_children(&w, &unit);
        offset = next;
    }
}

/* What the debugging information does not know is shown as bytes under the name it has in PTX. */
static void fill_unknown(struct gpu_program *p)
{
    const struct trace_type byte = {.name = "unsigned char", .kind = TRACE_UNSIGNED, .bytes = 1};
    uint32_t type = TRACE_NONE;
    for (uint32_t i = 0; i < p->sites.symbol_count; i++) {
        struct program_array *array = &p->arrays[i];
        if (array->name) continue;
        if (type == TRACE_NONE) type = builder_type(p->builder, &byte);
        const uint32_t bytes = p->sites.symbols[i].bytes;
        *array = (struct program_array){.name = gpu_short_name(p->arena, p->sites.symbols[i].name),
                                        .function = "",
                                        .type = type,
                                        .dims = {bytes},
                                        .dim_count = 1,
                                        .count = bytes,
                                        .bytes = bytes,
                                        .dynamic = bytes == 0,
                                        .source = TRACE_NONE};
    }
    for (uint32_t i = 0; i < p->sites.kernel_count; i++)
        if (!p->kernels[i].identity)
            p->kernels[i] = (struct program_kernel){
                .identity = i + 1, .name = gpu_short_name(p->arena, p->sites.kernels[i].name)};
}

/* ---- The whole ----------------------------------------------------------------------------- */

static void destroy(struct site_resolver *self)
{
    struct gpu_program *p = (struct gpu_program *)self;
    if (p->host) p->host->destroy(p->host);
    if (p->types) {
        if (p->types->dwarf) dwarf_end(p->types->dwarf);
        if (p->types->fd >= 0) close(p->types->fd);
        free(p->types->files);
        free(p->types->file_sources);
        dwarf_index_fini(&p->types->sites);
        dwarf_index_fini(&p->types->types);
        free(p->types);
    }
    free(p->symbols);
    free(p->site_indices);
    free(p);
}

static int open_host(struct gpu_program *p, const struct gpu_build *build, struct error *err)
{
    const struct build_result *base = &build->base;
    struct dwarf_file *own = mem_array(base->source_count, sizeof *own);
    for (size_t i = 0; i < base->source_count; i++)
        own[i] = (struct dwarf_file){base->sources[i].path, base->sources[i].name};
    const struct dwarf_request request = {
        .executable = base->executable, .own = own, .own_count = base->source_count};
    const int status = dwarf_resolver(p->builder, &request, &p->host, err);
    free(own);
    return status;
}

static int open_types(struct gpu_program *p, const struct gpu_build *build, struct error *err)
{
    const struct dwarf_program *host = (const struct dwarf_program *)p->host;
    struct dwarf_program *types = p->types = mem_alloc(sizeof *types);
    types->builder = p->builder;
    types->arena = p->arena;
    types->own = host->own; /* in the builder's arena */
    types->own_count = host->own_count;
    types->fd = open(build->types, O_RDONLY | O_CLOEXEC);
    if (types->fd < 0) return error_set(err, "%s: %s", build->types, strerror(errno));
    types->dwarf = dwarf_begin(types->fd, DWARF_C_READ);
    return 0; /* without it names are those of PTX */
}

int gpu_resolver(struct trace_builder *builder, const struct gpu_build *build,
                 struct site_resolver **resolver, struct error *err)
{
    struct gpu_program *p = mem_alloc(sizeof *p);
    p->builder = builder;
    p->arena = builder_arena(builder);
    p->base = (struct site_resolver){.site = site_index,
                                     .kernel = find_kernel,
                                     .function = function_of,
                                     .overwrites = is_store,
                                     .block_scope = is_of_block,
                                     .destroy = destroy,
                                     .written = written_in_launch,
                                     .told = true};
    if (open_host(p, build, err) != 0 || open_types(p, build, err) != 0 ||
        gpu_sites_read(p->arena, build->sites, &p->sites, err) != 0) {
        destroy(&p->base);
        return -1;
    }
    p->site_indices = mem_array(p->sites.site_count + 1, sizeof *p->site_indices);
    memset(p->site_indices, 0xff, (p->sites.site_count + 1) * sizeof *p->site_indices);
    p->arrays = arena_alloc(p->arena, (p->sites.symbol_count + 1) * sizeof *p->arrays);
    p->kernels = arena_alloc(p->arena, (p->sites.kernel_count + 1) * sizeof *p->kernels);
    if (p->types->dwarf) walk_units(p);
    fill_unknown(p);
    p->base.arrays = p->arrays;
    p->base.array_count = p->sites.symbol_count;
    p->base.symbols = p->symbols;
    p->base.symbol_count = p->symbol_count;
    *resolver = &p->base;
    return 0;
}
