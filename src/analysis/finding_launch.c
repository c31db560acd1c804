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

const char *finding_launch_advice(struct arena *arena, const struct trace *trace,
                                  const struct trace_launch *launch)
{
    const struct trace_device *device = &trace->device;
    if (strcmp(launch->error, "cudaErrorInvalidConfiguration") &&
        strcmp(launch->error, "cudaErrorInvalidValue"))
        return NULL;
    if (!product(launch->grid))
        return _("launch one block at least: n / threads is rounded down, (n + threads - 1) / "
                 "threads is not. And call cudaGetLastError() after each launch: a refused kernel "
                 "does not run at all.");
    if (product(launch->block) > device->max_threads_per_block && device->max_threads_per_block)
        return arena_printf(
            arena,
            _("use smaller blocks, and more of them: a block has at most %u threads, this one "
              "would have %llu. And call cudaGetLastError() after each launch: a refused kernel "
              "does not run at all."),
            device->max_threads_per_block, (unsigned long long)product(launch->block));
    uint64_t shared = shared_bytes(launch);
    if (shared > device->shared_bytes_per_block && device->shared_bytes_per_block)
        return arena_printf(
            arena,
            _("use less shared memory: a block may have %llu bytes, this one wants %llu. More "
              "than that has to be asked for before the launch, by cudaFuncSetAttribute() with "
              "cudaFuncAttributeMaxDynamicSharedMemorySize."),
            (unsigned long long)device->shared_bytes_per_block, (unsigned long long)shared);
    return NULL;
}
