// The last thread reads the total after its own addition: others may still be on their way, in
// whichever order this run took them.
// expect: race error total 14,15
// expect: race? warning total 14,15
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sum(const int *in, int *out)
{
    __shared__ int total;
    int t = threadIdx.x;
    if (t == 0) total = 0;
    __syncthreads();
    int before = atomicAdd(&total, in[t]);
    if (t == blockDim.x - 1) *out = total;
    out[1 + t] = before;
}

int main()
{
    int host[256], result[257], *in, *out;
    for (int i = 0; i < 256; i++) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof result);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sum<<<1, 256>>>(in, out);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d %d\n", result[0], result[256]);
    return cudaGetLastError();
}
