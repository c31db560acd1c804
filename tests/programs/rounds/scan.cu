// Prefix sums, with two halves of one array in turn and with a temporary across a barrier.
// says 0 2: write the sum of temp[t+64] and temp[t+62] to temp[t]
// says 1 1: 63 of 64 threads read s[t-1]
// says 1 2: 63 of 64 threads add s[t-1] (read in round 1) to s[t]
// says 1 12: 32 of 64 threads add s[t-32] (read in round 11) to s[t]
// draws 1 4: holds                    0-2      0-3      1-4
#include <cstdio>
#include <cuda_runtime.h>
#define N 64
__global__ void scan(const int *in, int *out)
{
    __shared__ int temp[2 * N];
    int t = threadIdx.x, pout = 0, pin = 1;
    temp[t] = in[t];
    __syncthreads();
    for (int offset = 1; offset < N; offset *= 2) {
        pout = 1 - pout; pin = 1 - pout;
        if (t >= offset)
            temp[pout * N + t] = temp[pin * N + t] + temp[pin * N + t - offset];
        else
            temp[pout * N + t] = temp[pin * N + t];
        __syncthreads();
    }
    out[t] = temp[pout * N + t];
}
__global__ void scan2(const int *in, int *out)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int offset = 1; offset < N; offset *= 2) {
        int v = 0;
        if (t >= offset)
            v = s[t - offset];
        __syncthreads();
        if (t >= offset)
            s[t] += v;
        __syncthreads();
    }
    out[t] = s[t];
}
int main() { int h[N], *a, *b; for (int i = 0; i < N; i++) h[i] = i * 7 % 13; cudaMalloc(&a, sizeof h); cudaMalloc(&b, sizeof h);
 cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice); scan<<<1, N>>>(a, b); scan2<<<1, N>>>(a, b); cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost); printf("%d\n", h[N-1]); }
