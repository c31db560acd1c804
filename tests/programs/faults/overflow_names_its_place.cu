// expect: integer-overflow warning - 10
// says: does not fit in 'int': thread 3 of block 2 in round 1
#include <cstdio>
#include <cuda_runtime.h>

__global__ void grow(int *out)
{
    int t = threadIdx.x;
    __syncthreads();
    int sum = (blockIdx.x >= 2 && t >= 3 ? 2147483647 : 5) + t;
    out[blockIdx.x * 32 + t] = sum;
}

int main()
{
    int host[256], *out;
    cudaMalloc(&out, sizeof host);
    grow<<<8, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[5]);
    return cudaGetLastError();
}
