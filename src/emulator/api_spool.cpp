/* api_spool.cpp - tells the parent what the model device is. */
#include "api.h"
#include "core.h"

#include <string.h>

const struct cudaDeviceProp *api_device(void);

/* The texts behind the record: name, driver, run-time; the model has no versions of these. */
void ss::spool_device(void)
{
    const struct cudaDeviceProp *p = api_device();
    struct {
        struct spool_device fixed;
        char name[256 + 8];
    } record = {};
    struct spool_device *d = &record.fixed;

    d->multiprocessors = (uint32_t)p->multiProcessorCount;
    d->major = (uint32_t)p->major;
    d->minor = (uint32_t)p->minor;
    d->warp_size = (uint32_t)p->warpSize;
    d->max_threads_per_block = (uint32_t)p->maxThreadsPerBlock;
    d->max_threads_per_multiprocessor = (uint32_t)p->maxThreadsPerMultiProcessor;
    d->max_blocks_per_multiprocessor = (uint32_t)p->maxBlocksPerMultiProcessor;
    d->clock_khz = (uint32_t)p->clockRate;
    d->memory_clock_khz = (uint32_t)p->memoryClockRate;
    d->memory_bus_bits = (uint32_t)p->memoryBusWidth;
    for (int i = 0; i < 3; i++) {
        d->max_threads_dim[i] = (uint32_t)p->maxThreadsDim[i];
        d->max_grid[i] = (uint32_t)p->maxGridSize[i];
    }
    d->global_bytes = p->totalGlobalMem;
    d->shared_bytes_per_block = p->sharedMemPerBlock;
    d->shared_bytes_per_multiprocessor = p->sharedMemPerMultiprocessor;
    d->constant_bytes = p->totalConstMem;
    d->l2_bytes = (uint64_t)p->l2CacheSize;
    d->registers_per_block = (uint64_t)p->regsPerBlock;
    d->memory_pitch = p->memPitch;
    d->texture_alignment = p->textureAlignment;
    memcpy(record.name, p->name, strnlen(p->name, 255));
    spool_host(&record, SPOOL_DEVICE, sizeof record, NULL);
}
