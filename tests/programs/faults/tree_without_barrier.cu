// expect: race error sums 14,14
// expect: race warning sums 14,14
#include <cstdio>
#include <cuda_runtime.h>

__global__ void total(const int *in, int *out)
{
    __shared__ int sums[128];
    int t = threadIdx.x;
    sums[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2)
        if (t < half)
            sums[t] += sums[t + half];
    if (t == 0) out[blockIdx.x] = sums[0];
}

int main()
{
    int host[256], result[2], *in, *out;
    for (int i = 0; i < 256; i++) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof result);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    total<<<2, 128>>>(in, out);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result[0] + result[1]);
    return cudaGetLastError();
}
