// Atomics on shared memory, and a last warp that is not full.
// says 0 1: each of 100 threads does an atomicAdd() on bins[*]
// draws 0 1: warp 3  ■■■■                               4
#include <cstdio>
#include <cuda_runtime.h>
__global__ void hist(const unsigned char *in, int n, int *out)
{
    __shared__ int bins[16];
    if (threadIdx.x < 16) bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&bins[in[i] & 15], 1);
    __syncthreads();
    if (threadIdx.x < 16) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
int main() { unsigned char h[1000], *a; int o[16], *b; for (int i = 0; i < 1000; i++) h[i] = i * i; cudaMalloc(&a, 1000); cudaMalloc(&b, 64); cudaMemset(b, 0, 64);
 cudaMemcpy(a, h, 1000, cudaMemcpyHostToDevice); hist<<<1, 100>>>(a, 1000, b); cudaMemcpy(o, b, 64, cudaMemcpyDeviceToHost); printf("%d\n", o[1]); }
