// Each thread adds several times, then some read with no barrier between: the atomics that count
// are no flag, and no fence is missing.
// expect: race error bins 18,20
// expect: race? warning bins 18,20
// expect: race error bins 30,32
// expect: race? warning bins 30,32
// advice: a __syncthreads() between line 18 and line 20
// advice: a __syncthreads() between line 30 and line 32
// never: fence
#include <cstdio>
__global__ void count(const int *in, int *out)
{
    __shared__ int bins[16];
    int t = threadIdx.x;
    if (t < 16) bins[t] = 0;
    __syncthreads();
    for (int i = t; i < 256; i += 64)
        atomicAdd(&bins[in[i]], 1);
    if (t < 16)
        out[t] = bins[t];
}
__global__ void both(const int *in, int *out)
{
    __shared__ int bins[16];
    int t = threadIdx.x;
    if (t < 16) bins[t] = 0;
    __syncthreads();
    for (int i = t; i < 256; i += 64) {
        atomicMax(&bins[in[i] / 2 + 8], i % 8);
        atomicAdd(&bins[in[i] / 2], 1);
    }
    if (t < 6) out[t] = bins[t];
}
int main()
{
    int h[256], *x, *y;
    for (int i = 0; i < 256; i++) h[i] = i * 7 % 11;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&y, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(y, 0, sizeof h);
    count<<<1, 64>>>(x, y);
    both<<<1, 64>>>(x, y);
    cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[5]);
    cudaFree(x);
    cudaFree(y);
}
