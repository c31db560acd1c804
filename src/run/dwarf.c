#include "run/dwarf_impl.h"

#include "base/mem.h"
#include "base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_PARAMETERS = 256 };

/* ---- Index ------------------------------------------------------------------------------- */

static size_t slot_of(const struct dwarf_index *index, uint64_t key)
{
    size_t at = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 20);
    while (index->keys[at & (index->size - 1)] && index->keys[at & (index->size - 1)] != key)
        at++;
    return at & (index->size - 1);
}

bool dwarf_index_find(const struct dwarf_index *index, uint64_t key, uint32_t *value)
{
    if (!index->size) return false;
    size_t at = slot_of(index, key);
    if (!index->keys[at]) return false;
    *value = index->values[at];
    return true;
}

void dwarf_index_add(struct dwarf_index *index, uint64_t key, uint32_t value)
{
    if (index->count * 2 >= index->size) {
        struct dwarf_index old = *index;
        index->size = old.size ? old.size * 2 : 256;
        index->keys = mem_array(index->size, sizeof *index->keys);
        index->values = mem_array(index->size, sizeof *index->values);
        for (size_t i = 0; i < old.size; i++) {
            if (!old.keys[i]) continue;
            size_t at = slot_of(index, old.keys[i]);
            index->keys[at] = old.keys[i];
            index->values[at] = old.values[i];
        }
        dwarf_index_fini(&old);
    }
    size_t at = slot_of(index, key);
    if (!index->keys[at]) index->count++;
    index->keys[at] = key;
    index->values[at] = value;
}

void dwarf_index_fini(struct dwarf_index *index)
{
    free(index->keys);
    free(index->values);
}

/* ---- What the program declares ----------------------------------------------------------- */

struct walk {
    struct dwarf_program *program;
    Dwarf_Die unit;
    Dwarf_Die function; /* innermost subprogram */
    bool in_function;
};

static void add_ranges(struct walk *w, Dwarf_Die *function)
{
    struct dwarf_program *p = w->program;
    Dwarf_Addr base, low, high;
    ptrdiff_t offset = 0;
    while ((offset = dwarf_ranges(function, offset, &base, &low, &high)) > 0) {
        if (low >= high) continue;
        MEM_GROW(p->ranges, p->range_count, p->range_capacity);
        p->ranges[p->range_count++] = (struct dwarf_range){low, high, *function, w->unit};
    }
}

const char *dwarf_plain_function(struct dwarf_program *p, Dwarf_Die *function)
{
    const char *name = dwarf_name(function), *angle = strchr(name, '<');
    if (!angle || angle == name || !strncmp(name, "operator", 8)) return name;
    return arena_strndup(p->arena, name, (size_t)(angle - name));
}

static uint32_t column_of(Dwarf_Die *variable)
{
    int column = 0;
    return dwarf_decl_column(variable, &column) || column < 0 ? 0 : (uint32_t)column;
}

static void add_shared(struct walk *w, Dwarf_Die *variable, Dwarf_Die *type, uint64_t offset)
{
    struct dwarf_program *p = w->program;
    struct program_array array = {0};
    if (offset > UINT32_MAX) return;
    if (!dwarf_dimensions(p, type, false, &array) || !array.bytes) return;
    array.region = (uint32_t)offset;            /* the region is the TLS segment */
    for (size_t i = 0; i < p->array_count; i++) /* copies of one function have one array */
        if (!p->arrays[i].dynamic && p->arrays[i].region == array.region) return;
    array.name = dwarf_name(variable);
    array.function = w->in_function ? dwarf_plain_function(p, &w->function) : "";
    array.kernel = w->in_function ? dwarf_identity(&w->function) : 0;
    dwarf_place(p, variable, &array.source, &array.line);
    array.column = column_of(variable);
    MEM_GROW(p->arrays, p->array_count, p->array_capacity);
    p->arrays[p->array_count++] = array;
}

/* T (&x)[] = dynamic shared memory: listed as such by the translator; as "outside" where the
 * program has it at file scope and this is the function's reference to it. */
static void add_dynamic(struct walk *w, Dwarf_Die *variable, Dwarf_Die *type,
                        const struct symbol_line *listed)
{
    struct dwarf_program *p = w->program;
    struct program_array array = {.dynamic = true};
    Dwarf_Die at, target;
    if (!dwarf_strip(type, &at)) return;
    if (dwarf_tag(&at) == DW_TAG_reference_type) {
        if (!dwarf_follow(&at, DW_AT_type, &target)) return;
    } else {
        target = at;
    }
    if (!dwarf_dimensions(p, &target, true, &array)) return;
    array.name = dwarf_name(variable);
    array.function = w->in_function ? dwarf_plain_function(p, &w->function) : "";
    array.kernel = w->in_function ? dwarf_identity(&w->function) : 0;
    dwarf_place(p, variable, &array.source, &array.line);
    array.column = column_of(variable);
    if (!strcmp(listed->qualifier, "outside")) {
        array.function = "";
        array.line = listed->line;
        array.column = 0;
    }
    for (size_t i = 0; i < p->array_count; i++)
        if (p->arrays[i].dynamic && p->arrays[i].kernel == array.kernel &&
            !strcmp(p->arrays[i].name, array.name))
            return;
    MEM_GROW(p->arrays, p->array_count, p->array_capacity);
    p->arrays[p->array_count++] = array;
}

static const struct {
    const char *qualifier;
    enum trace_allocation_kind kind;
} symbol_kinds[] = {
    {"device", TRACE_DEVICE_SYMBOL},
    {"constant", TRACE_CONSTANT_SYMBOL},
    {"managed", TRACE_MANAGED},
};

/* `listed` NULL: a static or const variable that a kernel may use without any qualifier. */
static void add_symbol(struct walk *w, Dwarf_Die *variable, Dwarf_Die *type, uint64_t address,
                       const struct symbol_line *listed)
{
    struct dwarf_program *p = w->program;
    struct program_array shape;
    if (!dwarf_dimensions(p, type, false, &shape)) return;
    struct program_symbol symbol = {.name = dwarf_name(variable),
                                    .kind = TRACE_DEVICE_SYMBOL,
                                    .address = address,
                                    .bytes = shape.bytes,
                                    .type = shape.type};
    for (size_t i = 0; listed && i < sizeof symbol_kinds / sizeof *symbol_kinds; i++)
        if (!strcmp(symbol_kinds[i].qualifier, listed->qualifier))
            symbol.kind = symbol_kinds[i].kind;
    for (size_t i = 0; i < p->symbol_count; i++)
        if (p->symbols[i].address == address) return;
    dwarf_place(p, variable, &symbol.source, &symbol.line);
    MEM_GROW(p->symbols, p->symbol_count, p->symbol_capacity);
    p->symbols[p->symbol_count++] = symbol;
}

/* The variable's line in the translator's table, or NULL. */
static const struct symbol_line *listed(const struct dwarf_program *p, Dwarf_Die *variable)
{
    int line = 0;
    const char *file = dwarf_decl_file(variable);
    if (!p->line_count || !file || dwarf_decl_line(variable, &line)) return NULL;
    return dwarf_listed(p, file, (uint32_t)line, dwarf_name(variable));
}

static void add_variable(struct walk *w, Dwarf_Die *variable)
{
    Dwarf_Die type;
    Dwarf_Attribute attr;
    Dwarf_Op *ops;
    size_t count = 0;
    const struct symbol_line *line = listed(w->program, variable);
    if (!dwarf_follow(variable, DW_AT_type, &type)) return;
    if (line && (!strcmp(line->qualifier, "dynamic") || !strcmp(line->qualifier, "outside"))) {
        add_dynamic(w, variable, &type, line);
        return;
    }
    if (!dwarf_attr_integrate(variable, DW_AT_location, &attr) ||
        dwarf_getlocation(&attr, &ops, &count) || !count)
        return;
    if (!line) {
        const char *function = w->in_function ? dwarf_name(&w->function) : NULL;
        if (count == 1 && ops[0].atom == DW_OP_addr &&
            !dwarf_host_variable(w->program, variable, function, ops[0].number))
            add_symbol(w, variable, &type, ops[0].number, NULL);
        return;
    }
    bool shared = !strcmp(line->qualifier, "shared");
    if (count == 2 && (ops[0].atom == DW_OP_const8u || ops[0].atom == DW_OP_const4u) &&
        (ops[1].atom == DW_OP_GNU_push_tls_address || ops[1].atom == DW_OP_form_tls_address)) {
        if (shared) add_shared(w, variable, &type, ops[0].number);
    } else if (count == 1 && ops[0].atom == DW_OP_addr && !shared) {
        add_symbol(w, variable, &type, ops[0].number, line);
    }
}

static void walk_children(struct walk *w, Dwarf_Die *parent)
{
    Dwarf_Die child, function = w->function;
    bool inside = w->in_function;
    if (dwarf_child(parent, &child)) return;
    do {
        switch (dwarf_tag(&child)) {
        case DW_TAG_variable:
            add_variable(w, &child);
            break;
        case DW_TAG_subprogram:
            if (dwarf_hasattr(&child, DW_AT_declaration)) break;
            add_ranges(w, &child);
            w->function = child;
            w->in_function = true;
            walk_children(w, &child);
            w->function = function;
            w->in_function = inside;
            break;
        case DW_TAG_namespace:
        case DW_TAG_lexical_block:
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
            walk_children(w, &child);
            break;
        default:
            break;
        }
    } while (!dwarf_siblingof(&child, &child));
}

static int by_low(const void *a, const void *b)
{
    const struct dwarf_range *one = a, *two = b;
    return one->low < two->low ? -1 : one->low > two->low;
}

/* Statics in the order of their declaration; the linker may have placed them otherwise. */
static int by_place(const void *a, const void *b)
{
    const struct program_array *one = a, *two = b;
    if (one->dynamic != two->dynamic) return one->dynamic ? 1 : -1;
    if (one->source != two->source) return one->source < two->source ? -1 : 1;
    if (one->line != two->line) return one->line < two->line ? -1 : 1;
    if (one->column != two->column) return one->column < two->column ? -1 : 1;
    return one->region < two->region ? -1 : one->region > two->region;
}

static void walk_units(struct dwarf_program *p)
{
    Dwarf_Off offset = 0, next;
    size_t header;
    while (!dwarf_nextcu(p->dwarf, offset, &next, &header, NULL, NULL, NULL)) {
        struct walk w = {.program = p};
        if (dwarf_offdie(p->dwarf, offset + header, &w.unit)) walk_children(&w, &w.unit);
        offset = next;
    }
    if (p->range_count) qsort(p->ranges, p->range_count, sizeof *p->ranges, by_low);
    if (p->array_count) qsort(p->arrays, p->array_count, sizeof *p->arrays, by_place);
}

/* ---- Kernels ----------------------------------------------------------------------------- */

static struct program_kernel *make_kernel(struct dwarf_program *p, Dwarf_Die *function)
{
    struct program_kernel *k = arena_alloc(p->arena, sizeof *k);
    struct program_parameter *list = arena_alloc(p->arena, MAX_PARAMETERS * sizeof *list);
    Dwarf_Die child, type, target;
    k->identity = dwarf_identity(function);
    k->name = dwarf_name(function);
    k->parameters = list;
    if (dwarf_child(function, &child)) return k;
    do {
        if (dwarf_tag(&child) != DW_TAG_formal_parameter) continue;
        struct program_parameter *one = &list[k->parameter_count++];
        one->name = dwarf_name(&child);
        one->type = TRACE_NONE;
        if (!dwarf_follow(&child, DW_AT_type, &type) || !dwarf_strip(&type, &type)) continue;
        one->pointer = dwarf_tag(&type) == DW_TAG_pointer_type;
        if (one->pointer && dwarf_follow(&type, DW_AT_type, &target))
            one->type = dwarf_type(p, &target);
    } while (k->parameter_count < MAX_PARAMETERS && !dwarf_siblingof(&child, &child));
    return k;
}

/* The name in a launch is as written: "ns::reduce<T, 256>". */
static bool same_name(const char *written, const char *name)
{
    size_t end = strcspn(written, "<("), start = end;
    while (start && written[start - 1] != ':' && written[start - 1] != ' ')
        start--;
    size_t length = strcspn(name, "<");
    return length && length == end - start && !strncmp(written + start, name, length);
}

static const struct program_kernel *find_kernel(struct site_resolver *self, uint64_t address,
                                                const char *name)
{
    struct dwarf_program *p = (struct dwarf_program *)self;
    const struct dwarf_range *found = address ? dwarf_function_at(p, address) : NULL;
    for (size_t i = 0; i < p->range_count && !found; i++) {
        Dwarf_Die function = p->ranges[i].function;
        if (same_name(name, dwarf_name(&function))) found = &p->ranges[i];
    }
    if (!found) return NULL;
    Dwarf_Die function = found->function;
    uint32_t identity = dwarf_identity(&function);
    for (size_t i = 0; i < p->kernel_count; i++)
        if (p->kernels[i]->identity == identity) return p->kernels[i];
    MEM_GROW(p->kernels, p->kernel_count, p->kernel_capacity);
    return p->kernels[p->kernel_count++] = make_kernel(p, &function);
}

/* ---- The resolver ------------------------------------------------------------------------ */

static uint32_t site_index(struct site_resolver *self, uint64_t number)
{
    return dwarf_site((struct dwarf_program *)self, number);
}

static uint32_t function_of(struct site_resolver *self, uint64_t number)
{
    const struct dwarf_range *range =
        dwarf_function_at((struct dwarf_program *)self, number ? number - 1 : 0);
    if (!range) return 0;
    Dwarf_Die function = range->function;
    return dwarf_identity(&function);
}

static void destroy(struct site_resolver *self)
{
    struct dwarf_program *p = (struct dwarf_program *)self;
    if (p->dwarf) dwarf_end(p->dwarf);
    if (p->fd >= 0) close(p->fd);
    free(p->ranges);
    free(p->arrays);
    free(p->symbols);
    free(p->hidden);
    free(p->host);
    free(p->kernels);
    free(p->lines);
    free(p->files);
    free(p->file_sources);
    dwarf_index_fini(&p->sites);
    dwarf_index_fini(&p->types);
    free(p);
}

static void add_own(struct dwarf_program *p, const struct dwarf_request *request)
{
    p->own = arena_alloc(p->arena, request->own_count * sizeof *p->own);
    p->own_count = request->own_count;
    for (size_t i = 0; i < request->own_count; i++) {
        const struct dwarf_file *file = &request->own[i];
        struct str text;
        str_init(&text);
        (void)str_read_file(&text, file->path); /* gone since it was built: then without text */
        str_unix_lines(&text);
        struct trace_source source = {.name = file->name, .text = text.text, .own = true};
        builder_source(p->builder, &source);
        p->own[i].path = arena_strdup(p->arena, file->path);
        p->own[i].name = arena_strdup(p->arena, file->name);
        str_fini(&text);
    }
}

/* Guard variables (_ZGV...) lie beside the arrays that they guard. */
static void find_guards(struct dwarf_program *p, Elf *elf)
{
    Elf_Scn *section = NULL;
    while ((section = elf_nextscn(elf, section))) {
        GElf_Shdr header;
        Elf_Data *data;
        if (!gelf_getshdr(section, &header) || header.sh_type != SHT_SYMTAB ||
            !(data = elf_getdata(section, NULL)) || !header.sh_entsize)
            continue;
        for (int i = 0; (GElf_Xword)i < header.sh_size / header.sh_entsize; i++) {
            GElf_Sym symbol;
            if (!gelf_getsym(data, i, &symbol) || GELF_ST_TYPE(symbol.st_info) != STT_TLS) continue;
            const char *name = elf_strptr(elf, header.sh_link, symbol.st_name);
            if (!name || strncmp(name, "_ZGV", 4) != 0 || symbol.st_value > UINT32_MAX) continue;
            MEM_GROW(p->hidden, p->hidden_count, p->hidden_capacity);
            p->hidden[p->hidden_count++] = (struct program_hidden){
                (uint32_t)symbol.st_value, symbol.st_size > 8 ? 8 : (uint32_t)symbol.st_size};
        }
    }
}

int dwarf_resolver(struct trace_builder *builder, const struct dwarf_request *request,
                   struct site_resolver **resolver, struct error *err)
{
    struct dwarf_program *p = mem_alloc(sizeof *p);
    p->builder = builder;
    p->arena = builder_arena(builder);
    p->base = (struct site_resolver){.site = site_index,
                                     .kernel = find_kernel,
                                     .function = function_of,
                                     .destroy = destroy,
                                     .copies_reversed = true};
    p->fd = open(request->executable, O_RDONLY | O_CLOEXEC);
    if (p->fd >= 0) p->dwarf = dwarf_begin(p->fd, DWARF_C_READ);
    if (!p->dwarf) {
        error_set(err, "%s: %s", request->executable,
                  p->fd < 0 ? strerror(errno) : "no debugging information");
        destroy(&p->base);
        return -1;
    }
    add_own(p, request);
    find_guards(p, dwarf_getelf(p->dwarf));
    dwarf_read_symbols(p, request->symbols);
    walk_units(p);
    p->base.arrays = p->arrays;
    p->base.array_count = (uint32_t)p->array_count;
    p->base.symbols = p->symbols;
    p->base.symbol_count = (uint32_t)p->symbol_count;
    p->base.hidden = p->hidden;
    p->base.hidden_count = (uint32_t)p->hidden_count;
    p->base.host = p->host;
    p->base.host_count = (uint32_t)p->host_count;
    *resolver = &p->base;
    return 0;
}
