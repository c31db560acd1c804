#include "analysis/finding_draft.h"
#include "base/i18n.h"

#include <string.h>

static uint64_t product(const uint32_t sizes[3])
{
    return (uint64_t)sizes[0] * sizes[1] * sizes[2];
}

/* Static arrays of the kernel, as far as something is known of them, with what the launch adds. */
static uint64_t shared_bytes(const struct trace_launch *launch)
{
    uint64_t bytes = launch->dynamic_bytes;
    for (uint32_t i = 0; i < launch->array_count; i++)
        if (!launch->arrays[i].dynamic) bytes += launch->arrays[i].bytes;
    return bytes;
}

/* The sizes of the launch are what was refused. */
static bool by_sizes(const struct trace_launch *launch)
{
    return !strcmp(launch->error, "cudaErrorInvalidConfiguration") ||
           !strcmp(launch->error, "cudaErrorInvalidValue");
}

/* Too few blocks, or too many threads in one; NULL. */
static const char *other_blocks(struct arena *arena, const struct trace_device *device,
                                const struct trace_launch *launch)
{
    if (!product(launch->grid))
        return _("launch one block at least: n / threads is rounded down, (n + threads - 1) / "
                 "threads is not.");
    if (product(launch->block) > device->max_threads_per_block && device->max_threads_per_block)
        return arena_printf(
            arena,
            _("use smaller blocks, and more of them: a block has at most %u threads, this one "
              "would have %llu."),
            device->max_threads_per_block, (unsigned long long)product(launch->block));
    return NULL;
}

/* More shared memory than a block may have; NULL. */
static const char *less_memory(struct arena *arena, const struct trace_device *device,
                               const struct trace_launch *launch)
{
    uint64_t shared = shared_bytes(launch);
    if (shared <= device->shared_bytes_per_block || !device->shared_bytes_per_block) return NULL;
    return arena_printf(
        arena,
        _("use less shared memory: a block may have %llu bytes, this one wants %llu. More "
          "than that has to be asked for before the launch, by cudaFuncSetAttribute() with "
          "cudaFuncAttributeMaxDynamicSharedMemorySize."),
        (unsigned long long)device->shared_bytes_per_block, (unsigned long long)shared);
}

const char *finding_launch_advice(struct arena *arena, const struct trace *trace,
                                  const struct trace_diagnostic *d)
{
    const struct trace_launch *launch = &trace->launches[d->launch];
    const bool looked = d->severity == TRACE_NOTE; /* the program did ask for the error */
    const char *blocks = by_sizes(launch) ? other_blocks(arena, &trace->device, launch) : NULL;
    if (blocks && looked) return blocks;
    if (blocks)
        return arena_printf(arena,
                            _("%s And call cudaGetLastError() after each launch: a refused kernel "
                              "does not run at all."),
                            blocks);
    const char *memory = by_sizes(launch) ? less_memory(arena, &trace->device, launch) : NULL;
    if (memory) return memory;
    return looked ? _("check the launch's sizes.") : NULL;
}
