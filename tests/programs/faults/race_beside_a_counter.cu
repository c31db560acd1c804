// Every thread counts something with atomics that has nothing to do with g. The write of g in the
// first block and the read of it in the second are ordered by nothing, however many rounds there are.
// expect: race error g 12,14
#include <cstdio>

__global__ void leaders(int *g, int *histogram, int *out, int rounds)
{
    int t = threadIdx.x, b = blockIdx.x;
    for (int r = 0; r < rounds; r++) {
        atomicAdd(&histogram[t & 15], 1);
        __threadfence();
        if (b == 0 && t == 0) g[0] = r;
        __syncthreads();
        if (b == 0 || r == rounds - 1) out[b * 256 + t] = g[0];
        __syncthreads();
    }
}

int main()
{
    int *g, *histogram, *out;
    cudaMalloc(&g, sizeof(int));
    cudaMalloc(&histogram, 16 * sizeof(int));
    cudaMalloc(&out, 512 * sizeof(int));
    cudaMemset(g, 0, sizeof(int));
    cudaMemset(histogram, 0, 16 * sizeof(int));
    leaders<<<2, 256>>>(g, histogram, out, 8);
    cudaDeviceSynchronize();
}
