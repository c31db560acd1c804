/* api_memory.cpp - allocating and freeing, and what a program asks about pointers. */
#include "api.h"
#include "syncstep/trace.h"

#include <string.h>

extern "C" {
extern char __executable_start[], _end[];
}

/* __device__, __constant__ and __managed__ variables are ordinary objects of the executable. */
static bool in_program_data(const char *p)
{
    return p >= __executable_start && p < _end;
}

enum api_place api_place(const void *pointer, size_t bytes, int *fits)
{
    struct ss_region region;
    *fits = 1;
    if (ss_find(pointer, &region)) {
        size_t offset = (size_t)((const char *)pointer - region.base);
        *fits = offset <= region.bytes && bytes <= region.bytes - offset;
        return region.kind == TRACE_DEVICE ? API_DEVICE : API_BOTH;
    }
    return in_program_data((const char *)pointer) ? API_BOTH : API_HOST;
}

extern "C" unsigned ss_address_space(const void *pointer)
{
    struct ss_region region;
    if (ss_find(pointer, &region) || in_program_data((const char *)pointer)) return 2;
    const char *p = (const char *)pointer, *dynamic = (const char *)ss_dynamic_shared();
    return ss_in_kernel() && p >= dynamic && p < dynamic + ss_dynamic_shared_bytes() ? 1 : 0;
}

enum { PITCH_ALIGNMENT = 512 };

static size_t pitch_of(size_t width)
{
    return (width + PITCH_ALIGNMENT - 1) / PITCH_ALIGNMENT * PITCH_ALIGNMENT;
}

/* 0 bytes: success and a null pointer, as real CUDA has it. */
static cudaError_t allocate(int kind, void **pointer, size_t bytes, const void *site)
{
    if (!pointer) return cudaErrorInvalidValue;
    *pointer = nullptr;
    if (bytes == 0) return cudaSuccess;
    *pointer = ss_allocate(kind, bytes, nullptr, site);
    return *pointer ? cudaSuccess : cudaErrorMemoryAllocation;
}

static cudaError_t allocate_pitched(struct cudaPitchedPtr *out, size_t width, size_t height,
                                    size_t depth, const void *site)
{
    size_t pitch = pitch_of(width), bytes;
    *out = cudaPitchedPtr{nullptr, pitch, width, height};
    if (width == 0 || height == 0 || depth == 0) return cudaSuccess;
    if (__builtin_mul_overflow(pitch, height, &bytes) ||
        __builtin_mul_overflow(bytes, depth, &bytes))
        return cudaErrorMemoryAllocation;
    out->ptr = ss_allocate_pitched(TRACE_DEVICE, pitch, width, height, depth, nullptr, site);
    return out->ptr ? cudaSuccess : cudaErrorMemoryAllocation;
}

/* wanted: the kinds that this call may free, as bits. */
static cudaError_t release(void *pointer, unsigned wanted, const void *site)
{
    struct ss_region region;
    if (!pointer) return cudaSuccess;
    if (!ss_find(pointer, &region) || region.base != pointer || !(wanted >> region.kind & 1))
        return cudaErrorInvalidValue;
    return ss_release(pointer, site) == 0 ? cudaSuccess : cudaErrorInvalidValue;
}

enum { FREE_DEVICE = 1 << TRACE_DEVICE | 1 << TRACE_MANAGED, FREE_HOST = 1 << TRACE_PINNED };

extern "C" {

cudaError_t cudaMalloc(void **pointer, size_t bytes)
{
    API_ENTER("cudaMalloc");
    ss::pending_wait_all();
    API_RETURN(allocate(TRACE_DEVICE, pointer, bytes, api_site));
}

cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream)
{
    API_ENTER("cudaMallocAsync");
    if (api_stream_check(stream)) API_FAIL(api_stream_check(stream));
    API_RETURN(allocate(TRACE_DEVICE, pointer, bytes, api_site));
}

cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t bytes, cudaMemPool_t,
                                    cudaStream_t stream)
{
    API_ENTER("cudaMallocFromPoolAsync");
    if (api_stream_check(stream)) API_FAIL(api_stream_check(stream));
    API_RETURN(allocate(TRACE_DEVICE, pointer, bytes, api_site));
}

cudaError_t cudaMallocManaged(void **pointer, size_t bytes, unsigned int flags)
{
    API_ENTER("cudaMallocManaged");
    ss::pending_wait_all();
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) API_FAIL(cudaErrorInvalidValue);
    API_RETURN(allocate(TRACE_MANAGED, pointer, bytes, api_site));
}

cudaError_t cudaMallocHost(void **pointer, size_t bytes)
{
    API_ENTER("cudaMallocHost");
    ss::pending_wait_all();
    API_RETURN(allocate(TRACE_PINNED, pointer, bytes, api_site));
}

cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned int flags)
{
    API_ENTER("cudaHostAlloc");
    ss::pending_wait_all();
    if (flags & ~7u) API_FAIL(cudaErrorInvalidValue);
    API_RETURN(allocate(TRACE_PINNED, pointer, bytes, api_site));
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height)
{
    API_ENTER("cudaMallocPitch");
    ss::pending_wait_all();
    if (!pointer || !pitch) API_FAIL(cudaErrorInvalidValue);
    struct cudaPitchedPtr out;
    cudaError_t error = allocate_pitched(&out, width, height, 1, api_site);
    *pointer = out.ptr;
    *pitch = out.pitch;
    API_RETURN(error);
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pointer, struct cudaExtent extent)
{
    API_ENTER("cudaMalloc3D");
    ss::pending_wait_all();
    if (!pointer) API_FAIL(cudaErrorInvalidValue);
    API_RETURN(allocate_pitched(pointer, extent.width, extent.height, extent.depth, api_site));
}

cudaError_t cudaFree(void *pointer)
{
    API_ENTER("cudaFree");
    ss::pending_wait_all();
    API_RETURN(release(pointer, FREE_DEVICE, api_site));
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream)
{
    API_ENTER("cudaFreeAsync");
    if (!pointer) API_FAIL(cudaErrorInvalidValue);
    if (api_stream_check(stream)) API_FAIL(api_stream_check(stream));
    API_RETURN(release(pointer, FREE_DEVICE, api_site));
}

cudaError_t cudaFreeHost(void *pointer)
{
    API_ENTER("cudaFreeHost");
    ss::pending_wait_all();
    API_RETURN(release(pointer, FREE_HOST, api_site));
}

cudaError_t cudaMemGetInfo(size_t *unused, size_t *total)
{
    API_ENTER("cudaMemGetInfo");
    if (!unused || !total) API_FAIL(cudaErrorInvalidValue);
    *unused = ss_memory_free();
    *total = ss_memory_total();
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer)
{
    API_ENTER("cudaPointerGetAttributes");
    if (!attributes) API_FAIL(cudaErrorInvalidValue);
    struct ss_region region;
    bool known = ss_find(pointer, &region) != 0;
    memset((void *)attributes, 0, sizeof *attributes);
    attributes->device = known ? 0 : cudaInvalidDeviceId;
    attributes->type = !known                         ? cudaMemoryTypeUnregistered
                       : region.kind == TRACE_MANAGED ? cudaMemoryTypeManaged
                       : region.kind == TRACE_PINNED  ? cudaMemoryTypeHost
                                                      : cudaMemoryTypeDevice;
    attributes->memoryType =
        attributes->type == cudaMemoryTypeManaged ? cudaMemoryTypeDevice : attributes->type;
    attributes->isManaged = attributes->type == cudaMemoryTypeManaged;
    attributes->devicePointer = known ? (void *)pointer : nullptr;
    attributes->hostPointer = attributes->type == cudaMemoryTypeDevice ? nullptr : (void *)pointer;
    return cudaSuccess;
}

cudaError_t ss_prefetch(const void *pointer, size_t bytes, const char *call)
{
    API_ENTER(call);
    int fits;
    if (!pointer || bytes == 0 || api_place(pointer, bytes, &fits) != API_BOTH || !fits)
        API_FAIL(cudaErrorInvalidValue);
    return cudaSuccess;
}

cudaError_t cudaMemRangeGetAttribute(void *data, size_t bytes, enum cudaMemRangeAttribute,
                                     const void *, size_t)
{
    API_ENTER("cudaMemRangeGetAttribute");
    if (!data) API_FAIL(cudaErrorInvalidValue);
    memset(data, 0, bytes);
    return cudaSuccess;
}

/* ---- Host memory that the device sees: here it sees all of it at its own address ---- */

struct registered {
    char *base;
    size_t bytes;
    struct registered *next;
};
static struct registered *registrations;

static struct registered **registration_at(const void *pointer)
{
    struct registered **r = &registrations;
    while (*r && !((const char *)pointer >= (*r)->base &&
                   (const char *)pointer < (*r)->base + (*r)->bytes))
        r = &(*r)->next;
    return r;
}

int ss_host_registered(const void *pointer)
{
    return *registration_at(pointer) != nullptr;
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags)
{
    API_ENTER("cudaHostGetDevicePointer");
    struct ss_region region;
    if (!device || !host || flags) API_FAIL(cudaErrorInvalidValue);
    if (!*registration_at(host) && (!ss_find(host, &region) || region.kind == TRACE_DEVICE))
        API_FAIL(cudaErrorInvalidValue);
    *device = host;
    return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned int *flags, void *host)
{
    API_ENTER("cudaHostGetFlags");
    struct ss_region region;
    if (!flags || !ss_find(host, &region) || region.kind != TRACE_PINNED)
        API_FAIL(cudaErrorInvalidValue);
    *flags = cudaHostAllocMapped | cudaHostAllocPortable;
    return cudaSuccess;
}

cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned int)
{
    API_ENTER("cudaHostRegister");
    ss::pending_ignore();
    if (!pointer || !bytes) API_FAIL(cudaErrorInvalidValue);
    if (*registration_at(pointer)) API_FAIL(cudaErrorHostMemoryAlreadyRegistered);
    registrations = new registered{(char *)pointer, bytes, registrations};
    return cudaSuccess;
}

cudaError_t cudaHostUnregister(void *pointer)
{
    API_ENTER("cudaHostUnregister");
    struct registered **at = registration_at(pointer), *entry = *at;
    if (!entry || entry->base != pointer) API_FAIL(cudaErrorHostMemoryNotRegistered);
    *at = entry->next;
    delete entry;
    return cudaSuccess;
}

/* ---- Pools: one, a handle without state ---- */

static struct CUmemPoolHandle_st *const THE_POOL = (struct CUmemPoolHandle_st *)&registrations;

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
    API_ENTER("cudaDeviceGetDefaultMemPool");
    if (!pool) API_FAIL(cudaErrorInvalidValue);
    if (device != 0) API_FAIL(cudaErrorInvalidDevice);
    *pool = THE_POOL;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)
{
    return cudaDeviceGetDefaultMemPool(pool, device);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t)
{
    API_ENTER("cudaDeviceSetMemPool");
    if (device != 0) API_FAIL(cudaErrorInvalidDevice);
    return cudaSuccess;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *properties)
{
    API_ENTER("cudaMemPoolCreate");
    if (!pool || !properties) API_FAIL(cudaErrorInvalidValue);
    *pool = THE_POOL;
    return cudaSuccess;
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t)
{
    API_ENTER("cudaMemPoolDestroy");
    return cudaSuccess;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, enum cudaMemPoolAttr, void *value)
{
    API_ENTER("cudaMemPoolSetAttribute");
    if (!value) API_FAIL(cudaErrorInvalidValue);
    return cudaSuccess;
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, enum cudaMemPoolAttr attribute, void *value)
{
    API_ENTER("cudaMemPoolGetAttribute");
    if (!value) API_FAIL(cudaErrorInvalidValue);
    uint64_t used = ss_memory_total() - ss_memory_free();
    if (attribute >= cudaMemPoolAttrReleaseThreshold)
        *(uint64_t *)value = attribute == cudaMemPoolAttrReleaseThreshold ? 0 : used;
    else
        *(int *)value = 1;
    return cudaSuccess;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t)
{
    API_ENTER("cudaMemPoolTrimTo");
    return cudaSuccess;
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t, const struct cudaMemAccessDesc *access, size_t)
{
    API_ENTER("cudaMemPoolSetAccess");
    if (!access) API_FAIL(cudaErrorInvalidValue);
    return cudaSuccess;
}
}
