// expect: uninitialised-read warning - 9
// expect: uninitialised-read warning - 22
// 100 threads: the last warp has 4, and asks for 32. A mask of half a warp, and a lane outside it.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void sums(const int *in, int *out)
{
    int value = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2) value += __shfl_down_sync(0xffffffff, value, d);
    if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = value;
}






__global__ void outside(const int *in, int *out)
{
    int t = threadIdx.x;
    if (t < 16)
        out[t] = __shfl_sync(0xffff, in[t], t + 8);
}
int main()
{
    int host[100], result[16], *in, *out;
    for (int i = 0; i < 100; i++) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof result);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sums<<<1, 100>>>(in, out);
    cudaMemcpy(result, out, 4 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", result[3]);
    outside<<<1, 32>>>(in, out);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result[15]);
    return cudaGetLastError();
}
