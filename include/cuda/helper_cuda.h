/* helper_cuda.h - the common helpers of NVIDIA's samples, for the model device. */
#ifndef SYNCSTEP_HELPER_CUDA_H
#define SYNCSTEP_HELPER_CUDA_H

#include "cuda_runtime.h"
#include "helper_string.h"

#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef DEVICE_RESET
#define DEVICE_RESET cudaDeviceReset();
#endif

inline const char *_cudaGetErrorEnum(cudaError_t error)
{
    return cudaGetErrorName(error);
}
template <class ss_T> void check(ss_T result, const char *expression, const char *file, int line)
{
    if (!result) return;
    fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line, (int)result,
            _cudaGetErrorEnum((cudaError_t)result), expression);
    exit(EXIT_FAILURE);
}
#define checkCudaErrors(value) check((value), #value, __FILE__, __LINE__)

inline void __getLastCudaError(const char *message, const char *file, int line)
{
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) return;
    fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line, message,
            (int)error, cudaGetErrorString(error));
    exit(EXIT_FAILURE);
}
#define getLastCudaError(message) __getLastCudaError(message, __FILE__, __LINE__)
inline void __printLastCudaError(const char *message, const char *file, int line)
{
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess)
        fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line,
                message, (int)error, cudaGetErrorString(error));
}
#define printLastCudaError(message) __printLastCudaError(message, __FILE__, __LINE__)

inline int ftoi(float value)
{
    return value >= 0 ? (int)(value + 0.5f) : (int)(value - 0.5f);
}

/* FP32 lanes of a multiprocessor, by compute capability (CUDA C++ Programming Guide). */
inline int _ConvertSMVer2Cores(int major, int minor)
{
    switch (major) {
    case 3:
        return 192;
    case 5:
    case 9:
    case 10:
    case 12:
        return 128;
    case 6:
        return minor == 0 ? 64 : 128;
    case 7:
        return 64;
    case 8:
        return minor == 0 ? 64 : 128;
    }
    return 128;
}
inline const char *_ConvertSMVer2ArchName(int major, int minor)
{
    switch (major) {
    case 3:
        return "Kepler";
    case 5:
        return "Maxwell";
    case 6:
        return "Pascal";
    case 7:
        return minor == 5 ? "Turing" : "Volta";
    case 8:
        return minor == 9 ? "Ada" : "Ampere";
    case 9:
        return "Hopper";
    }
    return "Blackwell";
}

inline int gpuDeviceInit(int device)
{
    checkCudaErrors(cudaSetDevice(device));
    return device;
}
inline int gpuGetMaxGflopsDeviceId()
{
    return 0;
}
inline int findCudaDevice(int argc, const char **argv)
{
    int device = checkCmdLineFlag(argc, argv, "device")
                     ? gpuDeviceInit(getCmdLineArgumentInt(argc, argv, "device"))
                     : gpuDeviceInit(0);
    struct cudaDeviceProp properties;
    checkCudaErrors(cudaGetDeviceProperties(&properties, device));
    printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device,
           _ConvertSMVer2ArchName(properties.major, properties.minor), properties.major,
           properties.minor);
    return device;
}
inline int findIntegratedGPU()
{
    return -1;
}
inline bool checkCudaCapabilities(int major, int minor)
{
    struct cudaDeviceProp properties;
    checkCudaErrors(cudaGetDeviceProperties(&properties, 0));
    if (properties.major > major || (properties.major == major && properties.minor >= minor))
        return true;
    printf("  No GPU device was found that can support CUDA compute capability %d.%d.\n", major,
           minor);
    return false;
}

#endif
