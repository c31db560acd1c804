/* What only a kernel itself says is checked at its launch: __launch_bounds__, and static shared
 * memory together with the dynamic. A refused launch runs nothing, and its error does not stay. The
 * code of a block larger than its bounds, 1, is cuLaunchKernel's; not measured on a GPU of ours. */
#include <stdio.h>

template <int N> __global__ void __launch_bounds__(N, 2) bounded(int *p)
{
    __shared__ int s[2 * N];
    s[threadIdx.x] = 1;
    if (threadIdx.x == 0) atomicAdd(p, s[0]);
}
extern "C" __global__ __launch_bounds__((32 > 16 ? 64 : 32)) void plain(int *p)
{
    if (threadIdx.x == 0) atomicAdd(p, 1);
}
__global__ void forty(int *p)
{
    __shared__ float tile[40 * 256];
    extern __shared__ float more[];
    tile[threadIdx.x] = 1;
    more[threadIdx.x] = 2;
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(p, (int)(tile[1] + more[1]));
}

static int *d;

static void report(const char *what)
{
    cudaError_t error = cudaGetLastError();
    int value;
    cudaMemcpy(&value, d, sizeof value, cudaMemcpyDeviceToHost);
    printf("%s: %s, then %d, sum %d\n", what, cudaGetErrorName(error), cudaDeviceSynchronize(), value);
}
#define TRY(...)                                                                                   \
    __VA_ARGS__;                                                                                   \
    report(#__VA_ARGS__)

int main()
{
    cudaMalloc(&d, sizeof *d);
    cudaMemset(d, 0, sizeof *d);
    TRY((bounded<64><<<1, 64>>>(d)));
    TRY((bounded<64><<<1, 65>>>(d)));
    TRY((bounded<128><<<4, 128>>>(d)));
    TRY((bounded<128><<<4, dim3(16, 16)>>>(d)));
    TRY(plain<<<1, 64>>>(d));
    TRY(plain<<<1, 96>>>(d));
    TRY(forty<<<1, 32, 8 * 1024>>>(d));
    TRY(forty<<<1, 32, 8 * 1024 + 4>>>(d));
    cudaFuncSetAttribute(forty, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024);
    TRY(forty<<<1, 32, 64 * 1024>>>(d));
    return 0;
}
