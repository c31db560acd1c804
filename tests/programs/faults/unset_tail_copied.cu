// A buffer comes back whole, by way of another one and of pinned memory; kernels have written only
// a part, and no slot that was read unset goes into it.
// expect: uninitialised-read note s 16
// expect: uninitialised-read note out 31
// expect: uninitialised-read note out 34
// says: no result depends on the value
#include <cstdio>
#include <cuda_runtime.h>

__global__ void copy(const int *in, int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < n) s[t] = in[t];
    __syncthreads();
    int value = s[t];
    if (t < n) out[t] = value;
}

int main()
{
    int host[100], *pinned, *managed, *in, *out, *other;
    for (int i = 0; i < 100; i++) host[i] = i;
    cudaMallocHost(&pinned, sizeof host);
    cudaMallocManaged(&managed, sizeof host);
    cudaMalloc(&in, sizeof host), cudaMalloc(&out, sizeof host), cudaMalloc(&other, sizeof host);
    cudaMemcpy(in, host, 50 * sizeof(int), cudaMemcpyHostToDevice);
    copy<<<1, 64>>>(in, out, 50);
    cudaMemcpy(other, out, sizeof host, cudaMemcpyDeviceToDevice);
    cudaMemcpy(host, other, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(pinned, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(managed, out, sizeof host, cudaMemcpyDefault);
    cudaMemcpy(out, pinned, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", host[49], pinned[30], managed[5]);
    return cudaGetLastError();
}
