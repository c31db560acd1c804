// The copy is refused, and so the kernel reads what nobody has written: the cause stands first.
// expect: launch-error warning - 18
// expect: uninitialised-read warning a 9
// first: cudaMemcpy failed
#include <cstdio>
#include <cuda_runtime.h>

__global__ void step(int *a, const int *b)
    { a[threadIdx.x] += b[threadIdx.x]; }

int main()
{
    int host[64], *a, *b;
    for (int i = 0; i < 64; i++) host[i] = i;
    cudaMalloc(&a, sizeof host), cudaMalloc(&b, sizeof host);
    cudaMemcpy(b, host, sizeof host, cudaMemcpyHostToDevice);
    step<<<1, 64>>>(b, b);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyDeviceToHost);
    step<<<1, 64>>>(a, b);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[3]);
}
