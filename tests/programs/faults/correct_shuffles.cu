// expect: none
#include <cstdio>
#include <cuda_runtime.h>

__global__ void total(const int *in, int *out)
{
    __shared__ int of_warp[4];
    int t = threadIdx.x, value = in[t];
    for (int d = 16; d > 0; d /= 2) value += __shfl_down_sync(0xffffffff, value, d);
    if (t % 32 == 0) of_warp[t / 32] = value;
    __syncthreads();
    if (t < 4) {
        value = of_warp[t];
        value += __shfl_xor_sync(0xf, value, 2);
        value += __shfl_xor_sync(0xf, value, 1);
        if (t == 0) *out = value;
    }
}

int main()
{
    int host[128], result, *in, *out;
    for (int i = 0; i < 128; i++) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof result);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    total<<<1, 128>>>(in, out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    return cudaGetLastError();
}
