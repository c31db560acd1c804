// A maximum that is looked at on one line and written on the next: no barrier fits between the two.
// expect: race error top 16,17
// expect: race warning top 16,17
// expect: race? * top 17,17
// says: what was read decides about a write, and may be out of date by then
// advice: an atomic such as atomicMax()
// never: where all 64 threads reach it
#include <cstdio>
#include <cuda_runtime.h>
__global__ void maximum(const int *in, int *out, int n)
{
    __shared__ int top;
    if (threadIdx.x == 0) top = in[0];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        if (in[i] > top)
            top = in[i];
    __syncthreads();
    if (threadIdx.x == 0) out[0] = top;
}
int main()
{
    const int n = 256;
    int h[n], *a, *b;
    for (int i = 0; i < n; i++)
        h[i] = i * 7 % 23;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof *b);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    maximum<<<1, 64>>>(a, b, n);
    cudaMemcpy(h, b, sizeof *b, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
}
