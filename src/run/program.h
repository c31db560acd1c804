/* program.h - what the collector has to know of the program that ran: which line a site is, which
 * shared arrays, device variables and kernels there are.
 *
 * An interface with one implementation per back end: debugging information of the emulator's
 * executable (dwarf.h), the sites file of a GPU build. The implementation adds types, sources and
 * sites to the collector's builder itself; everything here speaks of the builder's indices.
 * Strings live as long as the resolver. */
#ifndef SYNCSTEP_RUN_PROGRAM_H
#define SYNCSTEP_RUN_PROGRAM_H

#include "syncstep/trace.h"

struct program_array { /* a shared array as declared */
    const char *name, *function;
    uint32_t type, dims[TRACE_MAX_DIMS], dim_count, count, bytes; /* dynamic: count 0 */
    uint32_t region; /* bytes from the start of the static shared region; dynamic: 0 */
    bool dynamic;
    uint32_t kernel;               /* identity of the function that declares it, 0 = none */
    uint32_t source, line, column; /* column 0 = unknown */
};

struct program_symbol { /* a __device__, __constant__ or __managed__ variable */
    const char *name;
    const char *linkage; /* GPU back end: as the spool names it; else NULL */
    enum trace_allocation_kind kind;
    uint64_t address; /* less the image's base; GPU back end: none, the spool tells */
    uint64_t bytes;
    uint32_t type, source, line; /* element type */
};

struct program_parameter {
    const char *name;
    bool pointer;
    uint32_t type; /* what it points to, or TRACE_NONE */
};

struct program_kernel {
    uint32_t identity; /* never 0 */
    const char *name;
    const struct program_parameter *parameters;
    uint32_t parameter_count;
};

/* Names of things in anonymous namespaces hold a hash that differs between two builds of one file
 * by nvcc: true when two mangled names are the same but for that. */
bool program_same_name(const char *a, const char *b);

struct program_hidden { /* part of the static shared region that is not the person's */
    uint32_t region, bytes;
};

struct site_resolver {
    /* The trace's site for a site number of the spool, made at its first use. One that is unknown
     * gets a site at line 0 of source 0. */
    uint32_t (*site)(struct site_resolver *self, uint64_t number);
    /* The kernel at a code address (less the image's base), or with the name as written in the
     * launch; NULL unknown. */
    const struct program_kernel *(*kernel)(struct site_resolver *self, uint64_t address,
                                           const char *name);
    /* Identity of the outermost function that holds a site, 0 unknown. */
    uint32_t (*function)(struct site_resolver *self, uint64_t number);
    /* Whether what is an atomic in the spool is a mere store (TRACE_OVERWRITES). The emulator's
     * spool says so itself and has no such function. */
    bool (*overwrites)(struct site_resolver *self, uint64_t number);
    /* Likewise, whether an atomic is of block scope (TRACE_BLOCK_SCOPE). */
    bool (*block_scope)(struct site_resolver *self, uint64_t number);
    void (*destroy)(struct site_resolver *self);
    /* GPU back end: SPOOL_ARRAY tells which arrays a launch has (by position in `arrays`) and where
     * they lie; kernels are named by `kernel`, not by the spool. */
    bool told;
    /* What is written in front of <<< in the launch of a kernel `name` at a line; NULL unknown. The
     * emulator's spool names it so itself and has no such function. */
    const char *(*written)(struct site_resolver *self, uint32_t source, uint32_t line,
                           const char *name);
    const struct program_array *arrays;
    uint32_t array_count;
    const struct program_symbol *symbols;
    uint32_t symbol_count;
    /* The compiler's guards of shared arrays whose type has constructors: accesses to them are not
     * the program's. */
    /* A copied struct's store is announced before its load (GCC's -fsanitize=thread). */
    bool copies_reversed;
    const struct program_hidden *hidden;
    uint32_t hidden_count;
    /* Variables of the host that no kernel may use; back ends whose device sees to that itself
     * have none. `type` is not set. */
    const struct program_symbol *host;
    uint32_t host_count;
};

#endif
