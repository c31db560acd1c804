// The last warp without and with synchronisation between its steps.
// says 0 2: race on s[16]. Thread 0 reads it, thread 16 of the same warp
// draws 0 2: ! thread 0 reads 16: RACE
// says 1 1: 6 steps, with a synchronisation of the warp before each
// draws 1 1: the warp synchronises: in order
#include <cstdio>
#include <cuda_runtime.h>
__device__ void last(volatile int *s, int t)
{
    s[t] += s[t + 32];
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
}
__global__ void red(const int *in, int *out)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 64) s[t] += s[t + 64];
    __syncthreads();
    if (t < 32) {
        last(s, t);
        if (t == 0) *out = s[0];
    }
}
__global__ void red2(const int *in, int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 32)
        for (int o = 32; o > 0; o /= 2) {
            if (t < o) s[t] += s[t + o];
            __syncwarp();
        }
    if (t == 0) *out = s[0];
}
int main() { int h[128], *a, *b; for (int i = 0; i < 128; i++) h[i] = i; cudaMalloc(&a, sizeof h); cudaMalloc(&b, 4);
 cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice); red<<<1, 128>>>(a, b); red2<<<1, 64>>>(a, b); cudaMemcpy(h, b, 4, cudaMemcpyDeviceToHost); printf("%d\n", h[0]); }
