/* older.h - read before every program for the GPU: members of cudaDeviceProp and functions that
 * CUDA 13 took away, and that nearly every textbook uses, are there again. The values are what
 * cudaDeviceGetAttribute says. */
#ifndef SYNCSTEP_GPU_OLDER_H
#define SYNCSTEP_GPU_OLDER_H

#if defined __cplusplus && defined __CUDACC_VER_MAJOR__ && __CUDACC_VER_MAJOR__ >= 13

/* nvcc includes cuda_runtime.h before this file: the new members come in a type derived from its
 * own, which takes its name from here on. */
#include <cuda_runtime.h>

struct syncstep_device_prop : cudaDeviceProp {
    int clockRate, deviceOverlap, kernelExecTimeoutEnabled, computeMode, memoryClockRate,
        singleToDoublePrecisionPerfRatio, cooperativeMultiDeviceLaunch, maxTexture1DLinear;
};

static inline cudaError_t cudaGetDeviceProperties(syncstep_device_prop *prop, int device)
{
    struct pair {
        int *member;
        cudaDeviceAttr attribute;
    };
    const cudaError_t error = cudaGetDeviceProperties(static_cast<cudaDeviceProp *>(prop), device);
    if (error != cudaSuccess) return error;
    const pair pairs[] = {
        {&prop->clockRate, cudaDevAttrClockRate},
        {&prop->deviceOverlap, cudaDevAttrGpuOverlap},
        {&prop->kernelExecTimeoutEnabled, cudaDevAttrKernelExecTimeout},
        {&prop->computeMode, cudaDevAttrComputeMode},
        {&prop->memoryClockRate, cudaDevAttrMemoryClockRate},
        {&prop->singleToDoublePrecisionPerfRatio, cudaDevAttrSingleToDoublePrecisionPerfRatio},
        {&prop->maxTexture1DLinear, cudaDevAttrMaxTexture1DLinearWidth},
    };
    prop->cooperativeMultiDeviceLaunch = 0;
    for (const pair &p : pairs)
        cudaDeviceGetAttribute(p.member, p.attribute, device);
    return cudaSuccess;
}

static inline cudaError_t cudaGetDeviceProperties_v2(syncstep_device_prop *prop, int device)
{
    return cudaGetDeviceProperties(prop, device);
}

static inline cudaError_t cudaThreadSynchronize(void)
{
    return cudaDeviceSynchronize();
}

static inline cudaError_t cudaThreadExit(void)
{
    return cudaDeviceReset();
}

#define cudaDeviceProp syncstep_device_prop

#endif
#endif
