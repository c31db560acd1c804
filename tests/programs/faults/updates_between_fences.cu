// Volatile counters and a tree whose steps only fences part: no flags, so nothing orders them.
// expect: race error bin 19,19
// expect: race warning bin 19,19
// expect: race error s 25,25
// expect: race? warning s 25,25
// never: before the flag
#include <cstdio>
#include <cuda_runtime.h>

__global__ void count_and_sum(const int *in, int *out)
{
    __shared__ volatile int bin[8];
    __shared__ volatile int s[128];
    int t = threadIdx.x;
    if (t < 8) bin[t] = 0;
    s[t] = in[t];
    __syncthreads();
    __threadfence_block();
    bin[in[t] % 8] = bin[in[t] % 8] + 1;
    __threadfence_block();
    __syncthreads();
    if (t < 8) out[t] = bin[t];
    for (int d = 64; d > 0; d /= 2) {
        __threadfence_block();
        if (t < d) s[t] += s[t + d];
        __threadfence_block();
    }
    if (t == 0) out[8] = s[0];
}

int main()
{
    int h[128], *in, *out;
    for (int i = 0; i < 128; i++) h[i] = i * 7 % 31;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof h);
    count_and_sum<<<1, 128>>>(in, out);
    cudaMemcpy(h, out, 9 * sizeof *h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[8]);
}
