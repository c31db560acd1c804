#include "run/dwarf_impl.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_FIELDS = 256, MAX_DEPTH = 16 };

bool dwarf_follow(Dwarf_Die *die, unsigned attribute, Dwarf_Die *to)
{
    Dwarf_Attribute attr;
    return dwarf_attr_integrate(die, attribute, &attr) && dwarf_formref_die(&attr, to);
}

const char *dwarf_name(Dwarf_Die *die)
{
    Dwarf_Attribute attr;
    const char *name = NULL;
    if (dwarf_attr_integrate(die, DW_AT_name, &attr)) name = dwarf_formstring(&attr);
    return name ? name : "";
}

uint32_t dwarf_identity(Dwarf_Die *die)
{
    Dwarf_Die at = *die, next;
    for (int i = 0; i < MAX_DEPTH; i++) {
        Dwarf_Attribute attr;
        if (!dwarf_attr(&at, DW_AT_abstract_origin, &attr) || !dwarf_formref_die(&attr, &next))
            break;
        at = next;
    }
    return (uint32_t)dwarf_dieoffset(&at);
}

bool dwarf_strip(Dwarf_Die *type, Dwarf_Die *to)
{
    *to = *type;
    for (int i = 0; i < MAX_DEPTH; i++) {
        int tag = dwarf_tag(to);
        if (tag != DW_TAG_const_type && tag != DW_TAG_volatile_type && tag != DW_TAG_typedef &&
            tag != DW_TAG_restrict_type && tag != DW_TAG_atomic_type)
            return true;
        Dwarf_Die next;
        if (!dwarf_follow(to, DW_AT_type, &next)) return false; /* void */
        *to = next;
    }
    return false;
}

void dwarf_place(struct dwarf_program *p, Dwarf_Die *die, uint32_t *source, uint32_t *line)
{
    int number = 0;
    const char *file = dwarf_decl_file(die);
    *source = file ? dwarf_source(p, file) : TRACE_NONE;
    *line = file && !dwarf_decl_line(die, &number) && number > 0 ? (uint32_t)number : 0;
    if (!*line) *source = TRACE_NONE;
}

static uint32_t number_of(Dwarf_Die *die, unsigned attribute, uint32_t otherwise)
{
    Dwarf_Attribute attr;
    Dwarf_Word value;
    if (!dwarf_attr_integrate(die, attribute, &attr) || dwarf_formudata(&attr, &value) ||
        value > UINT32_MAX)
        return otherwise;
    return (uint32_t)value;
}

/* The compiler's names of basic types, and what people write. */
static const char *usual_name(const char *name)
{
    static const char *const names[][2] = {
        {"short int", "short"},
        {"long int", "long"},
        {"long long int", "long long"},
        {"short unsigned int", "unsigned short"},
        {"long unsigned int", "unsigned long"},
        {"long long unsigned int", "unsigned long long"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i][0])) return names[i][1];
    return name;
}

/* The name that people wrote: a typedef's, else the type's own, without qualifiers. */
static const char *written_name(struct dwarf_program *p, Dwarf_Die *type)
{
    Dwarf_Die at = *type, next;
    for (int i = 0; i < MAX_DEPTH; i++) {
        int tag = dwarf_tag(&at);
        if (tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type ||
            tag == DW_TAG_rvalue_reference_type) {
            const char *to = dwarf_follow(&at, DW_AT_type, &next) ? written_name(p, &next) : "void";
            return arena_printf(p->arena, "%s %c", to, tag == DW_TAG_pointer_type ? '*' : '&');
        }
        const char *name = dwarf_name(&at);
        if (*name) return usual_name(name);
        if (!dwarf_follow(&at, DW_AT_type, &next)) break;
        at = next;
    }
    return "";
}

static bool scalar_kind(Dwarf_Die *die, struct trace_type *type)
{
    uint32_t bytes = type->bytes;
    if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8 && bytes != 16) return false;
    switch (dwarf_tag(die)) {
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
        type->kind = TRACE_UNSIGNED;
        return true;
    case DW_TAG_enumeration_type:
        type->kind = TRACE_SIGNED;
        return true;
    case DW_TAG_base_type:
        break;
    default:
        return false;
    }
    switch (number_of(die, DW_AT_encoding, 0)) {
    case DW_ATE_boolean:
        type->kind = TRACE_BOOL;
        return true;
    case DW_ATE_float:
        type->kind = TRACE_FLOAT;
        return true;
    case DW_ATE_signed:
    case DW_ATE_signed_char:
        type->kind = TRACE_SIGNED;
        return true;
    case DW_ATE_unsigned:
    case DW_ATE_unsigned_char:
    case DW_ATE_UTF:
        type->kind = TRACE_UNSIGNED;
        return true;
    default:
        return false;
    }
}

/* CUDA's half types are structs of two bytes; they are shown as the numbers they are. */
static bool half_type(const char *name, struct trace_type *type)
{
    if (type->bytes != 2 || (!strstr(name, "half") && !strstr(name, "bfloat16"))) return false;
    type->kind = TRACE_FLOAT;
    if (!strcmp(type->name, "__half")) type->name = "half";
    return true;
}

/* Bytes from the start of the structure: a number, or, as nvcc writes it, an expression that adds
 * one. */
static uint32_t member_offset(Dwarf_Die *member)
{
    Dwarf_Attribute attr;
    Dwarf_Op *ops;
    size_t count = 0;
    Dwarf_Word value;
    if (!dwarf_attr_integrate(member, DW_AT_data_member_location, &attr) ||
        !dwarf_formudata(&attr, &value) || dwarf_getlocation(&attr, &ops, &count) || count != 1 ||
        ops[0].atom != DW_OP_plus_uconst || ops[0].number > UINT32_MAX)
        return number_of(member, DW_AT_data_member_location, 0);
    return (uint32_t)ops[0].number;
}

static bool add_field(struct dwarf_program *p, Dwarf_Die *member, uint32_t size,
                      struct trace_field *field)
{
    Dwarf_Die type;
    Dwarf_Attribute attr;
    struct program_array shape;
    if (dwarf_hasattr(member, DW_AT_external) || dwarf_hasattr(member, DW_AT_declaration) ||
        dwarf_attr(member, DW_AT_bit_size, &attr) || !dwarf_follow(member, DW_AT_type, &type))
        return false;
    if (!dwarf_dimensions(p, &type, false, &shape)) return false;
    *field = (struct trace_field){.name = dwarf_name(member),
                                  .type = shape.type,
                                  .offset = member_offset(member),
                                  .count = shape.count};
    return field->offset <= size && shape.bytes <= size - field->offset;
}

static void add_fields(struct dwarf_program *p, Dwarf_Die *die, struct trace_type *type)
{
    struct trace_field *fields = arena_alloc(p->arena, MAX_FIELDS * sizeof *fields);
    Dwarf_Die child;
    type->fields = fields;
    if (dwarf_child(die, &child)) return;
    do {
        int tag = dwarf_tag(&child);
        if (tag != DW_TAG_member && tag != DW_TAG_inheritance) continue;
        if (add_field(p, &child, type->bytes, &fields[type->field_count])) type->field_count++;
    } while (type->field_count < MAX_FIELDS && !dwarf_siblingof(&child, &child));
}

static uint32_t make_type(struct dwarf_program *p, Dwarf_Die *written, Dwarf_Die *die)
{
    Dwarf_Word bytes;
    int tag = dwarf_tag(die);
    if (tag == DW_TAG_subroutine_type || tag == DW_TAG_unspecified_type ||
        dwarf_aggregate_size(die, &bytes) || !bytes || bytes > 1 << 20)
        return TRACE_NONE;
    struct trace_type type = {
        .name = written_name(p, written), .kind = TRACE_OPAQUE, .bytes = (uint32_t)bytes};
    if (!scalar_kind(die, &type) && !half_type(dwarf_name(die), &type) &&
        (tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type)) {
        type.kind = TRACE_STRUCT;
        add_fields(p, die, &type);
        if (!type.field_count) type.kind = TRACE_OPAQUE;
    }
    return builder_type(p->builder, &type);
}

uint32_t dwarf_type(struct dwarf_program *p, Dwarf_Die *written)
{
    Dwarf_Die die, at = *written;
    uint32_t index;
    while (dwarf_tag(&at) == DW_TAG_const_type || dwarf_tag(&at) == DW_TAG_volatile_type) {
        Dwarf_Die next;
        if (!dwarf_follow(&at, DW_AT_type, &next)) return TRACE_NONE;
        at = next;
    }
    uint64_t key = dwarf_dieoffset(&at) + 1;
    if (dwarf_index_find(&p->types, key, &index)) return index;
    /* A struct that holds a pointer to itself never comes here again: pointers are leaves. */
    index = dwarf_strip(&at, &die) ? make_type(p, &at, &die) : TRACE_NONE;
    dwarf_index_add(&p->types, key, index);
    return index;
}

static bool add_dimension(Dwarf_Die *range, bool open, struct program_array *array)
{
    uint32_t count = number_of(range, DW_AT_count, 0);
    if (!count) {
        uint32_t upper = number_of(range, DW_AT_upper_bound, UINT32_MAX);
        count = upper == UINT32_MAX ? 0 : upper + 1;
    }
    if (array->dim_count == TRACE_MAX_DIMS) { /* further dimensions are folded into the last */
        array->dims[TRACE_MAX_DIMS - 1] *= count;
    } else {
        array->dims[array->dim_count++] = count;
    }
    return count || (open && array->dim_count == 1);
}

bool dwarf_dimensions(struct dwarf_program *p, Dwarf_Die *type, bool open,
                      struct program_array *array)
{
    Dwarf_Die at, child;
    array->dim_count = 0;
    Dwarf_Die written = *type;
    while (dwarf_strip(&written, &at) && dwarf_tag(&at) == DW_TAG_array_type) {
        if (!dwarf_child(&at, &child)) {
            do {
                if (dwarf_tag(&child) == DW_TAG_subrange_type &&
                    !add_dimension(&child, open, array))
                    return false;
            } while (!dwarf_siblingof(&child, &child));
        }
        if (!dwarf_follow(&at, DW_AT_type, &written)) return false;
    }
    array->type = dwarf_type(p, &written);
    if (array->type == TRACE_NONE) return false;
    uint64_t count = 1, element;
    Dwarf_Word bytes;
    if (dwarf_aggregate_size(&at, &bytes)) return false;
    for (uint32_t i = 0; i < array->dim_count; i++) {
        count *= array->dims[i];
        if (count > 1 << 28) return false;
    }
    element = bytes;
    if (count * element > 1 << 28) return false;
    array->count = (uint32_t)count;
    array->bytes = (uint32_t)(count * element);
    return true;
}
