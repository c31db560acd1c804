// What the host copied or set over a kernel's results is nobody's: no thread is said to have written it.
// says 0 1: The CPU adds the 64 values
// ends 1 1
// ends 2 1
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int *p) { p[threadIdx.x] = 2; }

static int total(int *p)
{
    int h[64], sum = 0;
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++)
        sum += h[i];
    return sum;
}

int main()
{
    int *p, *q, h[64], sum;
    cudaMalloc(&p, sizeof h), cudaMalloc(&q, sizeof h);
    fill<<<1, 64>>>(p);
    sum = total(p);
    for (int i = 0; i < 64; i++)
        h[i] = 10;
    cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice);
    fill<<<1, 64>>>(q);
    sum += total(p);
    cudaMemset(p, 0, sizeof h);
    fill<<<1, 64>>>(q);
    sum += total(p);
    printf("%d\n", sum);
}
