// One access of the text, different arrays: the pointer is chosen by the thread.
// says 0 0: 40 of 64 threads write a[t] (line 12); 24 of 64 threads write b[t]; 32 of 64 threads read even[t]; more on this line.
// says 0 1: 40 of 64 threads read a[t] and write out[t] (line 15); 24 of 64 threads read b[t] and write rest[t].
#include <cstdio>
#include <cuda_runtime.h>
__global__ void pick(const int *even, const int *odd, int *out, int *rest)
{
    __shared__ int a[64], b[64];
    int t = threadIdx.x;
    const int *p = t % 2 ? odd : even;
    int *q = t < 40 ? a : b;
    q[t] = p[t];
    __syncthreads();
    int *r = t < 40 ? out : rest;
    r[t] = q[t] + 1;
}
int main()
{
    int h[64], *a, *b, *c, *d;
    for (int i = 0; i < 64; i++)
        h[i] = i;
    cudaMalloc(&a, 256);
    cudaMalloc(&b, 256);
    cudaMalloc(&c, 256);
    cudaMalloc(&d, 256);
    cudaMemcpy(a, h, 256, cudaMemcpyHostToDevice);
    cudaMemcpy(b, h, 256, cudaMemcpyHostToDevice);
    pick<<<1, 64>>>(a, b, c, d);
    cudaMemcpy(h, c, 256, cudaMemcpyDeviceToHost);
    printf("%d\n", h[3]);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    cudaFree(d);
}
