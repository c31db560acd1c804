// expect: race error partial 12,17
#include <cstdio>
#include <cuda_runtime.h>

__device__ unsigned finished;

__global__ void total(const int *in, int *partial, int *out)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        // A __threadfence() has to stand between the two.
        partial[blockIdx.x] = in[blockIdx.x] * 2;
        last = atomicAdd(&finished, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x < gridDim.x)
        atomicAdd(out, partial[threadIdx.x]);
}

int main()
{
    int host[8] = {1, 2, 3, 4, 5, 6, 7, 8}, result, *in, *partial, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&partial, sizeof host);
    cudaMalloc(&out, sizeof result);
    cudaMemset(out, 0, sizeof result);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    total<<<8, 32>>>(in, partial, out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    return cudaGetLastError();
}
