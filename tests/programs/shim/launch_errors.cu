/* Launches that CUDA refuses, and which errors stay. launch_errors.out is what an H200 prints, but
 * for the refused configurations: CUDA up to 12 says 9, invalid configuration argument, for what
 * CUDA 13 says 1, invalid argument. */
#include <stdio.h>

__global__ void nothing(int *p)
{
    if (p)
        *p = 1;
}
__global__ void needs_shared()
{
    extern __shared__ int big[];
    big[0] = 1;
}

static void report(const char *what)
{
    cudaError_t peeked = cudaPeekAtLastError(), last = cudaGetLastError(), again = cudaGetLastError();
    printf("%-44s %d %d %d sync %d: %s\n", what, peeked, last, again, cudaDeviceSynchronize(),
           cudaGetErrorString(last));
}
#define TRY(...)                                                                                   \
    __VA_ARGS__;                                                                                   \
    report(#__VA_ARGS__)

int main()
{
    int *null = nullptr;
    TRY(nothing<<<1, 1>>>(null));
    TRY(nothing<<<1, 1024>>>(null));
    TRY(nothing<<<1, 1025>>>(null));
    TRY(nothing<<<0, 1>>>(null));
    TRY(nothing<<<1, 0>>>(null));
    TRY(nothing<<<1, dim3(32, 33)>>>(null));
    TRY(nothing<<<1, dim3(1, 1, 64)>>>(null));
    TRY(nothing<<<1, dim3(1, 1, 65)>>>(null));
    TRY(nothing<<<dim3(1, 65535), 1>>>(null));
    TRY(nothing<<<dim3(1, 65536), 1>>>(null));
    TRY(needs_shared<<<1, 1, 48 * 1024>>>());
    TRY(needs_shared<<<1, 1, 48 * 1024 + 1>>>());
    printf("%d\n", cudaFuncSetAttribute(needs_shared, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                        228 * 1024));
    printf("%d\n", cudaGetLastError());
    printf("%d\n", cudaFuncSetAttribute(needs_shared, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                        100 * 1024));
    TRY(needs_shared<<<1, 1, 100 * 1024>>>());
    TRY(needs_shared<<<1, 1, 100 * 1024 + 1>>>());
    cudaStream_t stream;
    cudaEvent_t first, second;
    float time;
    printf("%d %d\n", cudaStreamCreate(&stream), cudaStreamDestroy(0));
    printf("%d %d\n", cudaEventCreate(&first), cudaEventCreate(&second));
    printf("%d\n", cudaEventElapsedTime(&time, first, second));
    printf("%d %d\n", cudaEventRecord(first), cudaEventRecord(second, stream));
    printf("%d\n", cudaEventSynchronize(second));
    printf("%d\n", cudaEventElapsedTime(&time, first, second));
    printf("%d %d %d\n", cudaEventDestroy(first), cudaEventDestroy(second), cudaStreamDestroy(stream));
    printf("%d %d\n", cudaSetDevice(0), cudaSetDevice(99));
    int value;
    cudaDeviceProp properties;
    printf("%d %d\n", cudaGetDeviceProperties(&properties, 99),
           cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerBlock, 99));
    cudaGetLastError();
    TRY(nothing<<<1, 1>>>((int *)8));
    printf("%d\n", cudaMalloc(&null, 4));
    printf("%d\n", cudaGetLastError());
    printf("%d\n", cudaGetLastError());
    TRY(nothing<<<1, 1>>>(null));
    printf("%d\n", cudaGetDeviceProperties(&properties, 0));
    printf("%d\n", cudaEventCreate(&first));
    printf("%d\n", cudaFree(0));
    return 0;
}
