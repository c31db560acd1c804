/* api_launch.cpp - which launches real CUDA would refuse, attributes of kernels, occupancy. */
#include "api.h"

#include <map>
#include <mutex>
#include <stdlib.h>
#include <string.h>

struct kernel_limit {
    const void *kernel;
    int dynamic_bytes;
    struct kernel_limit *next;
};
static struct kernel_limit *limits; /* kernels whose attributes were set; they live as long as the
                                       program */
static std::mutex limits_lock;

size_t api_dynamic_limit(const void *kernel)
{
    size_t most = 0;
    std::lock_guard<std::mutex> hold(limits_lock);
    for (struct kernel_limit *l = limits; l; l = l->next)
        if ((!kernel || l->kernel == kernel) && (size_t)l->dynamic_bytes > most)
            most = (size_t)l->dynamic_bytes;
    return most;
}

static void limit_set(const void *kernel, int bytes)
{
    std::lock_guard<std::mutex> hold(limits_lock);
    for (struct kernel_limit *l = limits; l; l = l->next) {
        if (l->kernel == kernel) {
            l->dynamic_bytes = bytes;
            return;
        }
    }
    limits = new kernel_limit{kernel, bytes, limits};
}

/* Blocks of that size that a multiprocessor holds: bounded by warps, blocks and shared memory, of
 * which each block costs 1 KB more than it asks for. Registers are not modelled. */
static int blocks_per_multiprocessor(int threads, size_t shared_bytes)
{
    const struct cudaDeviceProp *device = api_device();
    int warps = (threads + 31) / 32;
    int blocks = device->maxThreadsPerMultiProcessor / 32 / warps;
    if (blocks > device->maxBlocksPerMultiProcessor) blocks = device->maxBlocksPerMultiProcessor;
    size_t each = shared_bytes + device->reservedSharedMemPerBlock;
    size_t fit = device->sharedMemPerMultiprocessor / each;
    return fit < (size_t)blocks ? (int)fit : blocks;
}

/* ---- Launches from kernels ---- */

/* By the block that asked for them, since which of two blocks comes first is chance. */
static std::multimap<uint64_t, struct ss_launch *> waiting;
static std::mutex waiting_lock;

/* As many as real CUDA keeps unless cudaLimitDevRuntimePendingLaunchCount is raised. */
enum { WAITING_MOST = 1 << 20 };

/* ---- Kernels by address ---- */

static const struct ss_known *kernels;
static std::mutex kernels_lock;

extern "C" {

void ss_kernel_known(struct ss_known *known)
{
    std::lock_guard<std::mutex> hold(kernels_lock);
    known->next = kernels;
    kernels = known;
}

const struct ss_known *ss_kernel_find(const void *kernel)
{
    std::lock_guard<std::mutex> hold(kernels_lock);
    const struct ss_known *known = kernels;
    while (known && known->kernel != kernel)
        known = known->next;
    return known;
}

int ss_launch_known(const struct ss_launch *base, void **list)
{
    API_ENTER("cudaLaunchKernel");
    const struct ss_known *known = ss_kernel_find(base->kernel);
    if (!known) API_FAIL(cudaErrorInvalidDeviceFunction);
    struct ss_launch launch = *base;
    launch.site = api_site;
    if (ss_captures(launch.stream)) {
        int error = ss_launch_validate(&launch, 0);
        if (error) API_FAIL((cudaError_t)error);
        api_capture_known(&launch, known, list);
        return cudaSuccess;
    }
    return known->launch(known, &launch, list);
}

void ss_launch_later(const struct ss_launch *launch, size_t bytes)
{
    size_t pointer_bytes = launch->pointer_count * sizeof *launch->pointers;
    size_t head = (sizeof(struct ss_launch) + 63) / 64 * 64;
    size_t tail = (bytes + 7) / 8 * 8;
    int error = ss_launch_validate(launch, 0);
    if (!error && !ss_in_kernel()) {
        api_capture_launch(launch, bytes);
        return;
    }
    std::lock_guard<std::mutex> hold(waiting_lock);
    if (!error && waiting.size() >= WAITING_MOST) error = cudaErrorLaunchPendingCountExceeded;
    if (error) {
        ss_error(error, 0, launch->name, launch->site);
        return;
    }
    char *memory = (char *)malloc(head + tail + pointer_bytes);
    struct ss_launch *request = (struct ss_launch *)memory;
    *request = *launch;
    request->stream = 0; /* the kernel may destroy its stream at once */
    request->arguments = memory + head;
    request->pointers = (const uint64_t *)(memory + head + tail);
    memcpy(memory + head, launch->arguments, bytes);
    memcpy(memory + head + tail, launch->pointers, pointer_bytes);
    request->parent = (unsigned)(ss_block_number() >> 32) + 1;
    waiting.emplace(ss_block_number(), request);
}

void ss_launch_waiting(void)
{
    for (;;) {
        struct ss_launch *request;
        {
            std::lock_guard<std::mutex> hold(waiting_lock);
            if (waiting.empty()) return;
            request = waiting.begin()->second;
            waiting.erase(waiting.begin());
        }
        ss_launch(request);
        free(request);
    }
}

/* A block larger than its kernel's __launch_bounds__, or more shared memory than it may have, is an
 * invalid value, as cuLaunchKernel has it. */
int ss_launch_bounds_check(const struct ss_launch *launch, unsigned max_threads,
                           size_t static_bytes)
{
    uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    if (max_threads && threads > max_threads) return cudaErrorInvalidValue;
    return ss_launch_validate(launch, static_bytes);
}

int ss_launch_validate(const struct ss_launch *launch, size_t static_bytes)
{
    const struct cudaDeviceProp *device = api_device();
    uint64_t threads = 1;
    for (int i = 0; i < 3; i++) {
        if (launch->grid[i] == 0 || launch->block[i] == 0 ||
            launch->grid[i] > (unsigned)device->maxGridSize[i] ||
            launch->block[i] > (unsigned)device->maxThreadsDim[i])
            return cudaErrorInvalidConfiguration;
        threads *= launch->block[i];
    }
    if (threads > (uint64_t)device->maxThreadsPerBlock) return cudaErrorInvalidConfiguration;
    size_t allowed = api_dynamic_limit(launch->kernel);
    size_t most = allowed + static_bytes > device->sharedMemPerBlock ? allowed + static_bytes
                                                                     : device->sharedMemPerBlock;
    if (launch->dynamic_bytes + static_bytes > most) return cudaErrorInvalidValue;
    if (launch->cooperative) {
        uint64_t blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
        int fit = blocks_per_multiprocessor((int)threads, launch->dynamic_bytes + static_bytes);
        if (blocks > (uint64_t)fit * (uint64_t)device->multiProcessorCount)
            return cudaErrorCooperativeLaunchTooLarge;
    }
    return api_stream_check((cudaStream_t)(uintptr_t)launch->stream);
}

cudaError_t ss_function_check(const void *function, const char *call)
{
    API_ENTER(call);
    if (!function) API_FAIL(cudaErrorInvalidDeviceFunction);
    return cudaSuccess;
}

cudaError_t ss_function_set(const void *function, enum cudaFuncAttribute attribute, int value)
{
    API_ENTER("cudaFuncSetAttribute");
    if (!function) API_FAIL(cudaErrorInvalidDeviceFunction);
    if (attribute < cudaFuncAttributeMaxDynamicSharedMemorySize ||
        attribute >= cudaFuncAttributeMax)
        API_FAIL(cudaErrorInvalidValue);
    if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) {
        if (value < 0 || (size_t)value > api_device()->sharedMemPerBlockOptin)
            API_FAIL(cudaErrorInvalidValue);
        limit_set(function, value);
    }
    return cudaSuccess;
}

cudaError_t ss_function_get(struct cudaFuncAttributes *attributes, const void *function)
{
    API_ENTER("cudaFuncGetAttributes");
    if (!attributes) API_FAIL(cudaErrorInvalidValue);
    if (!function) API_FAIL(cudaErrorInvalidDeviceFunction);
    *attributes = cudaFuncAttributes();
    attributes->maxThreadsPerBlock = 1024;
    attributes->numRegs = 32;
    attributes->ptxVersion = attributes->binaryVersion = 90;
    size_t asked = api_dynamic_limit(function);
    attributes->maxDynamicSharedSizeBytes = (int)(asked ? asked : api_device()->sharedMemPerBlock);
    attributes->preferredShmemCarveout = -1;
    return cudaSuccess;
}

cudaError_t ss_occupancy(int *blocks, const void *function, int block_threads, size_t dynamic_bytes)
{
    API_ENTER("cudaOccupancyMaxActiveBlocksPerMultiprocessor");
    if (!blocks || block_threads <= 0) API_FAIL(cudaErrorInvalidValue);
    if (!function) API_FAIL(cudaErrorInvalidDeviceFunction);
    *blocks = block_threads > api_device()->maxThreadsPerBlock
                  ? 0
                  : blocks_per_multiprocessor(block_threads, dynamic_bytes);
    return cudaSuccess;
}
}
