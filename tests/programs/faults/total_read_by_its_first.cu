// One thread reads the total after its own addition, but nothing says that the others have added
// theirs.
// expect: race error total 15,16
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sum(const int *in, int *out)
{
    __shared__ int total;
    int t = threadIdx.x;
    if (t == 0) total = 0;
    __syncthreads();
    int v = in[t];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
    if (t % 32 == 0) atomicAdd(&total, v);
    if (t == 0) *out = total;
}

int main()
{
    int host[256], *in, *out;
    for (int i = 0; i < 256; i++) host[i] = 1;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sum<<<1, 256>>>(in, out);
    cudaMemcpy(host, out, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
    return cudaGetLastError();
}
