/* dwarf.h - the site resolver of the emulator: the debugging information of its executable.
 *
 * Site numbers are return addresses less the image's base: the site is the instruction before. */
#ifndef SYNCSTEP_RUN_DWARF_H
#define SYNCSTEP_RUN_DWARF_H

#include "base/error.h"
#include "run/program.h"
#include "trace/builder.h"

struct dwarf_file {
    const char *path; /* absolute */
    const char *name; /* as messages show it */
};

/* `own`: the program and its headers, the program first; their texts become the builder's first
 * sources. `symbols`: path of the table of device variables (build.h), NULL = none. */
struct dwarf_request {
    const char *executable, *symbols;
    const struct dwarf_file *own;
    size_t own_count;
};

int dwarf_resolver(struct trace_builder *builder, const struct dwarf_request *request,
                   struct site_resolver **resolver, struct error *err);

#endif
