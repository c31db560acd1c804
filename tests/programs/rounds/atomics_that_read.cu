// Atomics that change nothing, as a flag is read, on a line with others that do.
// says 0 1: each of 64 threads does an atomicAdd() on flag (line 12).
// says 0 2: each of 64 threads does an atomicMax() on most (line 14).
// says 0 3: each of 64 threads does an atomic operation on flag and most (line 16).
// says 0 4: 56 of 64 threads do an atomicAdd() on done (line 18); 8 of 64 threads do an atomicAdd() on hits.
#include <cstdio>
#include <cuda_runtime.h>
__device__ int done, hits[4];
__global__ void poll(int *out) {
    __shared__ int flag, most; int t = threadIdx.x; if (t == 0) { flag = 3; most = 0; }
    __syncthreads();
    int v = atomicAdd(&flag, 0);
    __syncthreads();
    atomicMax(&most, t);
    __syncthreads();
    int w = atomicOr(&flag, 0) + atomicCAS(&most, -1, 9);
    __syncthreads();
    if (t < 8) atomicAdd(&hits[t % 4], 1); else atomicAdd(&done, 0);
    __syncthreads();
    out[t] = v + w;
}
int main() {
    int h[64], *b;
    cudaMalloc(&b, sizeof h);
    poll<<<1, 64>>>(b);
    cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[3]);
    cudaFree(b);
}
