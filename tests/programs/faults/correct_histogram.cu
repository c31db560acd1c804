// expect: none
#include <cstdio>
#include <cuda_runtime.h>

__global__ void histogram(const unsigned char *in, int n, unsigned *out)
{
    __shared__ unsigned bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&bins[in[i]], 1u);
    __syncthreads();
    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

int main()
{
    static unsigned char host[2000];
    unsigned result[256], sum = 0, *out;
    unsigned char *in;
    for (int i = 0; i < 2000; i++) host[i] = i * 31;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof result);
    cudaMemset(out, 0, sizeof result);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    histogram<<<2, 256>>>(in, 2000, out);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    for (unsigned n : result) sum += n;
    printf("%u\n", sum);
    return cudaGetLastError();
}
