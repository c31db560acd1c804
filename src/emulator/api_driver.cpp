/* api_driver.cpp - calls of the driver interface, on top of the run-time API. */
#include "api.h"
#include "cuda.h"

#include <stdio.h>

static CUresult driver(cudaError_t error)
{
    return (CUresult)error; /* the codes agree where both have one */
}

static CUresult check_device(CUdevice device)
{
    return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

/* The one context: a handle without state. */
static struct CUctx_st *const THE_CONTEXT = (struct CUctx_st *)&THE_CONTEXT;

extern "C" {

CUresult cuInit(unsigned int flags)
{
    return flags ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int *version)
{
    return driver(cudaDriverGetVersion(version));
}

CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    *device = ordinal;
    return check_device(ordinal);
}

CUresult cuDeviceGetCount(int *count)
{
    return driver(cudaGetDeviceCount(count));
}

CUresult cuDeviceGetName(char *name, int length, CUdevice device)
{
    if (check_device(device) == CUDA_SUCCESS && length > 0)
        snprintf(name, (size_t)length, "%s", api_device()->name);
    return check_device(device);
}

CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device)
{
    *bytes = ss_memory_total();
    return check_device(device);
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    return driver(cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)attribute, device));
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
    *major = api_device()->major;
    *minor = api_device()->minor;
    return check_device(device);
}

CUresult cuCtxCreate(CUcontext *context, unsigned int, CUdevice device)
{
    *context = THE_CONTEXT;
    return check_device(device);
}

CUresult cuCtxDestroy(CUcontext context)
{
    return context == THE_CONTEXT ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuCtxGetCurrent(CUcontext *context)
{
    *context = THE_CONTEXT;
    return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext)
{
    return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize(void)
{
    return driver(cudaDeviceSynchronize());
}

CUresult cuMemGetInfo(size_t *unused, size_t *total)
{
    return driver(cudaMemGetInfo(unused, total));
}

CUresult cuMemAlloc(CUdeviceptr *pointer, size_t bytes)
{
    void *memory = nullptr;
    cudaError_t error = cudaMalloc(&memory, bytes);
    *pointer = (CUdeviceptr)(uintptr_t)memory;
    return driver(error);
}

CUresult cuMemFree(CUdeviceptr pointer)
{
    return driver(cudaFree((void *)(uintptr_t)pointer));
}

CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes)
{
    return driver(cudaMemcpy((void *)(uintptr_t)to, from, bytes, cudaMemcpyHostToDevice));
}

CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes)
{
    return driver(cudaMemcpy(to, (const void *)(uintptr_t)from, bytes, cudaMemcpyDeviceToHost));
}

CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    return driver(cudaMemcpy((void *)(uintptr_t)to, (const void *)(uintptr_t)from, bytes,
                             cudaMemcpyDeviceToDevice));
}

CUresult cuGetErrorName(CUresult error, const char **name)
{
    *name = cudaGetErrorName((cudaError_t)error);
    return CUDA_SUCCESS;
}

CUresult cuGetErrorString(CUresult error, const char **text)
{
    *text = cudaGetErrorString((cudaError_t)error);
    return CUDA_SUCCESS;
}
}
