/* resolver.h - the site resolver of the GPU back end: the sites file of a build for lines, the
 * debugging information of its -G cubin for names and types, that of the executable for host code.
 */
#ifndef SYNCSTEP_GPU_RESOLVER_H
#define SYNCSTEP_GPU_RESOLVER_H

#include "base/error.h"
#include "gpu/build_gpu.h"
#include "run/program.h"
#include "trace/builder.h"

int gpu_resolver(struct trace_builder *builder, const struct gpu_build *build,
                 struct site_resolver **resolver, struct error *err);

/* The last part of a mangled name, "_ZN3abc4stepEi" -> "step"; a name that is not mangled as it is.
 */
const char *gpu_short_name(struct arena *arena, const char *mangled);

#endif
