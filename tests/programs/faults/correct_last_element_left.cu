// Buffers come back whole, and what no kernel has written of them is not looked at: notes.
// expect: uninitialised-read note half *
// expect: uninitialised-read note out *
// says: the program printed the same
#include <cstdio>
#include <cuda_runtime.h>

__global__ void differences(const int *in, int *out, int *half, int n)
{
    int i = threadIdx.x;
    if (i < n - 1) out[i] = in[i + 1] - in[i];
    if (i < n / 2) half[i] = in[i];
}

int main()
{
    int host[64], part[64], *in, *out, *half, sum = 0;
    for (int i = 0; i < 64; i++) host[i] = i * i;
    cudaMalloc(&in, sizeof host), cudaMalloc(&out, sizeof host), cudaMalloc(&half, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    differences<<<1, 64>>>(in, out, half, 64);
    cudaMemcpy(part, half, sizeof part, cudaMemcpyDeviceToHost);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 63; i++) sum += host[i];
    printf("%d %d\n", sum, part[31]);
    return cudaGetLastError();
}
