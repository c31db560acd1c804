/* api_device.cpp - the model device, and what a program asks about devices. */
#include "api.h"

#include <stdio.h>
#include <string.h>

/* A small GPU of compute capability 9.0: limits as NVIDIA documents them for it, with few
 * multiprocessors, so that waves of blocks can be seen. */
enum {
    DEVICE_MULTIPROCESSORS = 8,
    DEVICE_CLOCK_KHZ = 1000000,
    DEVICE_MEMORY_CLOCK_KHZ = 2000000,
    DEVICE_MEMORY_BUS_BITS = 512,
};

static struct cudaDeviceProp device_make(void)
{
    struct cudaDeviceProp p;
    memset((void *)&p, 0, sizeof p);
    snprintf(p.name, sizeof p.name, "syncstep emulator (model device)");
    p.totalGlobalMem = ss_memory_total();
    p.sharedMemPerBlock = 48 * 1024;
    p.sharedMemPerBlockOptin = 227 * 1024;
    p.sharedMemPerMultiprocessor = 228 * 1024;
    p.reservedSharedMemPerBlock = 1024;
    p.regsPerBlock = p.regsPerMultiprocessor = 65536;
    p.warpSize = 32;
    p.memPitch = 2147483647;
    p.maxThreadsPerBlock = 1024;
    p.maxThreadsDim[0] = p.maxThreadsDim[1] = 1024;
    p.maxThreadsDim[2] = 64;
    p.maxGridSize[0] = 2147483647;
    p.maxGridSize[1] = p.maxGridSize[2] = 65535;
    p.totalConstMem = 64 * 1024;
    p.major = 9;
    p.clockRate = DEVICE_CLOCK_KHZ;
    p.textureAlignment = p.surfaceAlignment = 512;
    p.texturePitchAlignment = 32;
    p.deviceOverlap = 1;
    p.multiProcessorCount = DEVICE_MULTIPROCESSORS;
    p.canMapHostMemory = 1;
    p.maxTexture1D = p.maxTexture2D[0] = p.maxSurface2D[0] = p.maxSurface1D = 131072;
    p.maxTexture2D[1] = p.maxSurface2D[1] = 65536;
    p.maxTexture1DLinear = 1 << 28;
    p.maxTexture3D[0] = p.maxTexture3D[1] = p.maxTexture3D[2] = 16384;
    p.maxTexture1DLayered[0] = p.maxTexture2DLayered[0] = p.maxTexture2DLayered[1] = 32768;
    p.maxTexture1DLayered[1] = p.maxTexture2DLayered[2] = 2048;
    p.concurrentKernels = 1;
    p.pciBusID = 1;
    p.asyncEngineCount = 1;
    p.unifiedAddressing = 1;
    p.memoryClockRate = DEVICE_MEMORY_CLOCK_KHZ;
    p.memoryBusWidth = DEVICE_MEMORY_BUS_BITS;
    p.l2CacheSize = 4 * 1024 * 1024;
    p.maxThreadsPerMultiProcessor = 2048;
    p.maxBlocksPerMultiProcessor = 32;
    p.streamPrioritiesSupported = 1;
    p.globalL1CacheSupported = p.localL1CacheSupported = 1;
    p.managedMemory = p.concurrentManagedAccess = 1;
    p.singleToDoublePrecisionPerfRatio = 2;
    p.computePreemptionSupported = 1;
    p.canUseHostPointerForRegisteredMem = 1;
    p.cooperativeLaunch = 1;
    p.hostRegisterSupported = 1;
    p.memoryPoolsSupported = 1;
    p.unifiedFunctionPointers = 1;
    return p;
}

const struct cudaDeviceProp *api_device(void)
{
    static const struct cudaDeviceProp model = device_make();
    return &model;
}

#define MODEL(member) [](const struct cudaDeviceProp *p) -> int { return (int)p->member; }

struct attribute_row {
    enum cudaDeviceAttr attribute;
    int (*value)(const struct cudaDeviceProp *);
};

static const struct attribute_row ATTRIBUTES[] = {
    {cudaDevAttrMaxThreadsPerBlock, MODEL(maxThreadsPerBlock)},
    {cudaDevAttrMaxBlockDimX, MODEL(maxThreadsDim[0])},
    {cudaDevAttrMaxBlockDimY, MODEL(maxThreadsDim[1])},
    {cudaDevAttrMaxBlockDimZ, MODEL(maxThreadsDim[2])},
    {cudaDevAttrMaxGridDimX, MODEL(maxGridSize[0])},
    {cudaDevAttrMaxGridDimY, MODEL(maxGridSize[1])},
    {cudaDevAttrMaxGridDimZ, MODEL(maxGridSize[2])},
    {cudaDevAttrMaxSharedMemoryPerBlock, MODEL(sharedMemPerBlock)},
    {cudaDevAttrMaxSharedMemoryPerBlockOptin, MODEL(sharedMemPerBlockOptin)},
    {cudaDevAttrMaxSharedMemoryPerMultiprocessor, MODEL(sharedMemPerMultiprocessor)},
    {cudaDevAttrReservedSharedMemoryPerBlock, MODEL(reservedSharedMemPerBlock)},
    {cudaDevAttrTotalConstantMemory, MODEL(totalConstMem)},
    {cudaDevAttrWarpSize, MODEL(warpSize)},
    {cudaDevAttrMaxPitch, MODEL(memPitch)},
    {cudaDevAttrMaxRegistersPerBlock, MODEL(regsPerBlock)},
    {cudaDevAttrMaxRegistersPerMultiprocessor, MODEL(regsPerMultiprocessor)},
    {cudaDevAttrClockRate, MODEL(clockRate)},
    {cudaDevAttrTextureAlignment, MODEL(textureAlignment)},
    {cudaDevAttrTexturePitchAlignment, MODEL(texturePitchAlignment)},
    {cudaDevAttrSurfaceAlignment, MODEL(surfaceAlignment)},
    {cudaDevAttrGpuOverlap, MODEL(deviceOverlap)},
    {cudaDevAttrMultiProcessorCount, MODEL(multiProcessorCount)},
    {cudaDevAttrCanMapHostMemory, MODEL(canMapHostMemory)},
    {cudaDevAttrMaxTexture1DWidth, MODEL(maxTexture1D)},
    {cudaDevAttrMaxTexture1DLinearWidth, MODEL(maxTexture1DLinear)},
    {cudaDevAttrMaxTexture2DWidth, MODEL(maxTexture2D[0])},
    {cudaDevAttrMaxTexture2DHeight, MODEL(maxTexture2D[1])},
    {cudaDevAttrMaxTexture3DWidth, MODEL(maxTexture3D[0])},
    {cudaDevAttrMaxTexture3DHeight, MODEL(maxTexture3D[1])},
    {cudaDevAttrMaxTexture3DDepth, MODEL(maxTexture3D[2])},
    {cudaDevAttrConcurrentKernels, MODEL(concurrentKernels)},
    {cudaDevAttrPciBusId, MODEL(pciBusID)},
    {cudaDevAttrMemoryClockRate, MODEL(memoryClockRate)},
    {cudaDevAttrGlobalMemoryBusWidth, MODEL(memoryBusWidth)},
    {cudaDevAttrL2CacheSize, MODEL(l2CacheSize)},
    {cudaDevAttrMaxThreadsPerMultiProcessor, MODEL(maxThreadsPerMultiProcessor)},
    {cudaDevAttrMaxBlocksPerMultiprocessor, MODEL(maxBlocksPerMultiProcessor)},
    {cudaDevAttrAsyncEngineCount, MODEL(asyncEngineCount)},
    {cudaDevAttrUnifiedAddressing, MODEL(unifiedAddressing)},
    {cudaDevAttrComputeCapabilityMajor, MODEL(major)},
    {cudaDevAttrComputeCapabilityMinor, MODEL(minor)},
    {cudaDevAttrStreamPrioritiesSupported, MODEL(streamPrioritiesSupported)},
    {cudaDevAttrGlobalL1CacheSupported, MODEL(globalL1CacheSupported)},
    {cudaDevAttrLocalL1CacheSupported, MODEL(localL1CacheSupported)},
    {cudaDevAttrManagedMemory, MODEL(managedMemory)},
    {cudaDevAttrConcurrentManagedAccess, MODEL(concurrentManagedAccess)},
    {cudaDevAttrSingleToDoublePrecisionPerfRatio, MODEL(singleToDoublePrecisionPerfRatio)},
    {cudaDevAttrComputePreemptionSupported, MODEL(computePreemptionSupported)},
    {cudaDevAttrCanUseHostPointerForRegisteredMem, MODEL(canUseHostPointerForRegisteredMem)},
    {cudaDevAttrCooperativeLaunch, MODEL(cooperativeLaunch)},
    {cudaDevAttrHostRegisterSupported, MODEL(hostRegisterSupported)},
    {cudaDevAttrMemoryPoolsSupported, MODEL(memoryPoolsSupported)},
};

extern "C" {

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device)
{
    API_ENTER_ALWAYS("cudaDeviceGetAttribute");
    if (!value || attribute < 1 || attribute >= cudaDevAttrMax) API_FAIL(cudaErrorInvalidValue);
    if (device != 0) API_FAIL(cudaErrorInvalidDevice);
    *value = 0; /* what the model device does not have */
    for (const attribute_row &row : ATTRIBUTES)
        if (row.attribute == attribute) *value = row.value(api_device());
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device)
{
    API_ENTER_ALWAYS("cudaGetDeviceProperties");
    if (!properties) API_FAIL(cudaErrorInvalidValue);
    if (device != 0) API_FAIL(cudaErrorInvalidDevice);
    *properties = *api_device();
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties_v2(struct cudaDeviceProp *properties, int device)
{
    API_ENTER_ALWAYS("cudaGetDeviceProperties");
    if (!properties) API_FAIL(cudaErrorInvalidValue);
    if (device != 0) API_FAIL(cudaErrorInvalidDevice);
    *properties = *api_device();
    return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int *count)
{
    API_ENTER_ALWAYS("cudaGetDeviceCount");
    if (!count) API_FAIL(cudaErrorInvalidValue);
    *count = 1;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    API_ENTER_ALWAYS("cudaGetDevice");
    if (!device) API_FAIL(cudaErrorInvalidValue);
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    API_ENTER_ALWAYS("cudaSetDevice");
    if (device != 0) API_FAIL(cudaErrorInvalidDevice);
    return cudaSuccess;
}

cudaError_t cudaInitDevice(int device, unsigned int, unsigned int)
{
    API_ENTER("cudaInitDevice");
    if (device != 0) API_FAIL(cudaErrorInvalidDevice);
    return cudaSuccess;
}

cudaError_t cudaSetValidDevices(int *devices, int count)
{
    API_ENTER("cudaSetValidDevices");
    for (int i = 0; i < count; i++)
        if (devices[i] != 0) API_FAIL(cudaErrorInvalidDevice);
    return cudaSuccess;
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted)
{
    API_ENTER("cudaChooseDevice");
    if (!device || !wanted) API_FAIL(cudaErrorInvalidValue);
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device)
{
    API_ENTER("cudaDeviceGetPCIBusId");
    if (device != 0) API_FAIL(cudaErrorInvalidDevice);
    if (!id || length < 13) API_FAIL(cudaErrorInvalidValue);
    snprintf(id, (size_t)length, "0000:01:00.0");
    return cudaSuccess;
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id)
{
    API_ENTER("cudaDeviceGetByPCIBusId");
    if (!device || !id) API_FAIL(cudaErrorInvalidValue);
    if (!strstr(id, "01:00")) API_FAIL(cudaErrorInvalidDevice);
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *version)
{
    API_ENTER_ALWAYS("cudaDriverGetVersion");
    if (!version) API_FAIL(cudaErrorInvalidValue);
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    API_ENTER_ALWAYS("cudaRuntimeGetVersion");
    if (!version) API_FAIL(cudaErrorInvalidValue);
    *version = CUDART_VERSION;
    return cudaSuccess;
}

/* ---- Synchronising and ending ---- */

cudaError_t cudaDeviceSynchronize(void)
{
    API_ENTER("cudaDeviceSynchronize");
    ss::pending_wait_all();
    return cudaSuccess;
}

cudaError_t cudaThreadSynchronize(void)
{
    API_ENTER("cudaThreadSynchronize");
    ss::pending_wait_all();
    return cudaSuccess;
}

cudaError_t cudaDeviceReset(void)
{
    ss::pending_wait_all();
    ss_device_reset();
    return cudaSuccess;
}

cudaError_t cudaThreadExit(void)
{
    return cudaDeviceReset();
}

/* ---- Settings: kept, and without effect on the model ---- */

static unsigned device_flags = cudaDeviceScheduleAuto | cudaDeviceMapHost;
static enum cudaFuncCache device_cache = cudaFuncCachePreferNone;
static enum cudaSharedMemConfig device_banks = cudaSharedMemBankSizeFourByte;
static size_t device_limits[] = {
    [cudaLimitStackSize] = 1024,
    [cudaLimitPrintfFifoSize] = 1 << 20,
    [cudaLimitMallocHeapSize] = 8 << 20,
    [cudaLimitDevRuntimeSyncDepth] = 2,
    [cudaLimitDevRuntimePendingLaunchCount] = 2048,
    [cudaLimitMaxL2FetchGranularity] = 64,
    [cudaLimitPersistingL2CacheSize] = 0,
};

cudaError_t cudaSetDeviceFlags(unsigned int flags)
{
    API_ENTER("cudaSetDeviceFlags");
    if (flags & ~(unsigned)cudaDeviceMask) API_FAIL(cudaErrorInvalidValue);
    device_flags = flags;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceFlags(unsigned int *flags)
{
    API_ENTER("cudaGetDeviceFlags");
    if (!flags) API_FAIL(cudaErrorInvalidValue);
    *flags = device_flags;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
    API_ENTER("cudaDeviceSetLimit");
    if ((unsigned)limit >= sizeof device_limits / sizeof *device_limits)
        API_FAIL(cudaErrorUnsupportedLimit);
    device_limits[limit] = value;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
    API_ENTER("cudaDeviceGetLimit");
    if (!value) API_FAIL(cudaErrorInvalidValue);
    if ((unsigned)limit >= sizeof device_limits / sizeof *device_limits)
        API_FAIL(cudaErrorUnsupportedLimit);
    *value = device_limits[limit];
    return cudaSuccess;
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config)
{
    API_ENTER("cudaDeviceSetCacheConfig");
    device_cache = config;
    return cudaSuccess;
}

cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config)
{
    return cudaDeviceSetCacheConfig(config);
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config)
{
    API_ENTER("cudaDeviceGetCacheConfig");
    if (!config) API_FAIL(cudaErrorInvalidValue);
    *config = device_cache;
    return cudaSuccess;
}

/* Banks of compute capability 9.0 are 4 bytes wide whatever one asks for. */
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig)
{
    API_ENTER("cudaDeviceSetSharedMemConfig");
    return cudaSuccess;
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config)
{
    API_ENTER("cudaDeviceGetSharedMemConfig");
    if (!config) API_FAIL(cudaErrorInvalidValue);
    *config = device_banks;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    API_ENTER("cudaDeviceGetStreamPriorityRange");
    if (least) *least = 0;
    if (greatest) *greatest = -5;
    return cudaSuccess;
}

/* ---- Peers: a single device has none ---- */

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    API_ENTER("cudaDeviceCanAccessPeer");
    if (!can) API_FAIL(cudaErrorInvalidValue);
    if (device != 0 || peer != 0) API_FAIL(cudaErrorInvalidDevice);
    *can = 0;
    return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int, unsigned int)
{
    API_ENTER("cudaDeviceEnablePeerAccess");
    API_FAIL(cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    API_ENTER("cudaDeviceDisablePeerAccess");
    API_FAIL(peer == 0 ? cudaErrorPeerAccessNotEnabled : cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceGetP2PAttribute(int *, enum cudaDeviceP2PAttr, int, int)
{
    API_ENTER("cudaDeviceGetP2PAttribute");
    API_FAIL(cudaErrorInvalidDevice);
}

cudaError_t cudaCtxResetPersistingL2Cache(void)
{
    API_ENTER("cudaCtxResetPersistingL2Cache");
    return cudaSuccess;
}

cudaError_t cudaProfilerStart(void)
{
    API_ENTER("cudaProfilerStart");
    return cudaSuccess;
}

cudaError_t cudaProfilerStop(void)
{
    API_ENTER("cudaProfilerStop");
    return cudaSuccess;
}
}
