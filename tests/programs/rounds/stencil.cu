// Neighbours, a reversal, and a shift that races.
// says 0 1: each of 40 threads reads temp[t..t+4] and writes out[t]
// says 1 1: copies s[63-t] to d[t]
// says 2 1: race on s[32]. Thread 31 (warp 0) reads it, thread 32 (warp 1)
#include <cstdio>
#include <cuda_runtime.h>
#define R 2
#define B 40
__global__ void stencil(const int *in, int *out)
{
    __shared__ int temp[B + 2 * R];
    int g = threadIdx.x + blockIdx.x * blockDim.x, l = threadIdx.x + R;
    temp[l] = in[g + R];
    if (threadIdx.x < R) {
        temp[l - R] = in[g];
        temp[l + B] = in[g + R + B];
    }
    __syncthreads();
    int sum = 0;
    for (int o = -R; o <= R; o++)
        sum += temp[l + o];
    out[g] = sum;
}
__global__ void reverse(int *d)
{
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = d[t];
    __syncthreads();
    d[t] = s[blockDim.x - 1 - t];
}
__global__ void shift(int *d)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = d[t];
    __syncthreads();
    if (t < 63) s[t] = s[t + 1];
    __syncthreads();
    d[t] = s[t];
}
int main() { int h[200], *a, *b; for (int i = 0; i < 200; i++) h[i] = i % 10; cudaMalloc(&a, sizeof h); cudaMalloc(&b, sizeof h);
 cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice); stencil<<<2, B>>>(a, b); reverse<<<1, 64, 256>>>(a); shift<<<1, 64>>>(a); cudaMemcpy(h, b, 8, cudaMemcpyDeviceToHost); printf("%d\n", h[0]); }
