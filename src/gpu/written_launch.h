/* written_launch.h - what the person wrote in front of <<<: the emulator's translator sees it, here
 * it is read from the source. */
#ifndef SYNCSTEP_GPU_WRITTEN_LAUNCH_H
#define SYNCSTEP_GPU_WRITTEN_LAUNCH_H

#include "base/mem.h"

#include <stdint.h>

/* "ns::reduce<T, 256>" of the launch of a kernel `name` ("reduce", "reduce<int,256>": its template
 * arguments do not count) nearest to `line` of `text`, no farther than a few lines off; macros in
 * it are replaced by what `defines` ("-DNAME=VALUE -DNAME") or `text` defines them as. NULL where
 * there is none or what a macro stands for cannot be said. */
const char *gpu_written_launch(struct arena *arena, const char *text, const char *defines,
                               uint32_t line, const char *name);

#endif
