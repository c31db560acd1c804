/* dwarf_impl.h - shared by the files of the DWARF resolver: dwarf.c (what there is), dwarf_site.c
 * (addresses to lines), dwarf_type.c (types), dwarf_symbols.c (which variables). */
#ifndef SYNCSTEP_RUN_DWARF_IMPL_H
#define SYNCSTEP_RUN_DWARF_IMPL_H

#include "run/dwarf.h"

#include <dwarf.h>
#include <elfutils/libdw.h>

struct dwarf_range { /* code of a function */
    uint64_t low, high;
    Dwarf_Die function, unit;
};

struct dwarf_index { /* hash from 64-bit keys to 32-bit values; open addressing, 0 = free */
    uint64_t *keys;
    uint32_t *values;
    size_t count, size;
};

struct symbol_line {                     /* a line of the table of device variables */
    const char *qualifier, *file, *name; /* file: last component */
    uint32_t line;
};

struct dwarf_program {
    struct site_resolver base;
    struct trace_builder *builder;
    struct arena *arena; /* the builder's */
    int fd;
    Dwarf *dwarf;
    struct dwarf_range *ranges; /* by low */
    size_t range_count, range_capacity;
    struct program_array *arrays;
    size_t array_count, array_capacity;
    struct program_symbol *symbols;
    size_t symbol_count, symbol_capacity;
    struct program_hidden *hidden;
    size_t hidden_count, hidden_capacity;
    struct program_symbol *host;
    size_t host_count, host_capacity;
    struct program_kernel **kernels; /* made on demand */
    size_t kernel_count, kernel_capacity;
    struct symbol_line *lines;
    size_t line_count, line_capacity;
    struct dwarf_file *own;
    size_t own_count;
    const char **files; /* names seen in the debugging information, and their sources */
    uint32_t *file_sources;
    size_t file_count, file_capacity;
    struct dwarf_index sites, types;
};

/* dwarf_symbols.c: notes a variable at `address` that is in no list of device variables, if it can
 * only be the host's: one of the person's, not const (the compiler gives kernels such), of a plain
 * type (the shim's classes stand for things of the device), outside functions or in main().
 * false: it may be the device's. */
bool dwarf_host_variable(struct dwarf_program *program, Dwarf_Die *variable,
                         const char *function /* or NULL */, uint64_t address);

bool dwarf_index_find(const struct dwarf_index *index, uint64_t key, uint32_t *value);
void dwarf_index_add(struct dwarf_index *index, uint64_t key, uint32_t value);
void dwarf_index_fini(struct dwarf_index *index);

/* dwarf_site.c */
uint32_t dwarf_source(struct dwarf_program *program, const char *path); /* index of the source */
bool dwarf_own(const struct dwarf_program *program, uint32_t source);
const struct dwarf_range *dwarf_function_at(const struct dwarf_program *program, uint64_t address);
uint32_t dwarf_site(struct dwarf_program *program, uint64_t number);

/* dwarf_type.c */
bool dwarf_follow(Dwarf_Die *die, unsigned attribute, Dwarf_Die *to); /* a reference */
const char *dwarf_name(Dwarf_Die *die);           /* through abstract origins; "" if none */
uint32_t dwarf_identity(Dwarf_Die *die);          /* of a function, the same for all its copies */
bool dwarf_strip(Dwarf_Die *type, Dwarf_Die *to); /* without const, volatile, typedef */
uint32_t dwarf_type(struct dwarf_program *program,
                    Dwarf_Die *type); /* TRACE_NONE: void, incomplete */
/* Array type (or any other) into element type and dimensions. Sized ones only, unless `open`. */
bool dwarf_dimensions(struct dwarf_program *program, Dwarf_Die *type, bool open,
                      struct program_array *array);
void dwarf_place(struct dwarf_program *program, Dwarf_Die *die, uint32_t *source, uint32_t *line);

/* "reduce<256>" -> "reduce": instances of a template count as one function with several arrays. */
const char *dwarf_plain_function(struct dwarf_program *program, Dwarf_Die *function);

/* dwarf_symbols.c */
void dwarf_read_symbols(struct dwarf_program *program, const char *path);
/* Whether the table lists a variable; fills *kind for device variables. qualifier: "shared", ... */
const struct symbol_line *dwarf_listed(const struct dwarf_program *program, const char *file,
                                       uint32_t line, const char *name);

#endif
