// The host gets other values, but prints none of them; and sums come in any order.
// expect: uninitialised-read warning best 11
// says: the program got other values from the device
// never: printed something else
#include <cstdio>
#include <cuda_runtime.h>

__global__ void best_of(const float *in, float *out, float *all, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float best;
    for (int i = 0; i < n; i++)
        if (in[i] * t > best) best = in[i] * t;
    out[t] = best;
    atomicAdd(all, 0.1f * t);
}

int main()
{
    float host[128], *in, *out, *all;
    cudaMalloc(&in, sizeof host), cudaMalloc(&out, sizeof host), cudaMalloc(&all, sizeof *all);
    for (int i = 0; i < 128; i++) host[i] = i;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(all, 0, sizeof *all);
    best_of<<<4, 32>>>(in, out, all, 128);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(host + 1, all, sizeof *all, cudaMemcpyDeviceToHost);
    printf("done\n");
    return cudaGetLastError();
}
