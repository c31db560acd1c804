// expect: unread-slot note sums 13
// says: Also sums[2].
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sum(int *out)
{
    __shared__ int sums[200];
    int t = threadIdx.x;
    sums[t] = t;
    __syncthreads();
    for (int i = blockDim.x / 2; i > 0; i /= 2) {
        if (t < i) sums[t] += sums[t + i];
        __syncthreads();
    }
    if (t == 0) *out = sums[0];
}

int main()
{
    int host, *out;
    cudaMalloc(&out, sizeof host);
    sum<<<1, 200>>>(out);
    cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host);
    return cudaGetLastError();
}
