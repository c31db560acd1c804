// Prefix sum in one block (Hillis and Steele): what is added was read before the barrier, into a
// register, and by all threads but the first d.
// says 0 2: 63 of 64 threads add s[t-1] (read in round 1) to s[t] (line 18); the other one writes back what it read.
// says 0 4: 62 of 64 threads add s[t-2] (read in round 3) to s[t] (line 18); the other 2 write back what they read.
// says 0 12: 32 of 64 threads add s[t-32] (read in round 11) to s[t] (line 18); the other 32 write back what they read.
// draws 0 2: 0-1      1-2
#include <cstdio>
#define T 64
__global__ void scan(int *x)
{
    __shared__ int s[T];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    for (int d = 1; d < T; d *= 2) {
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    x[t] = s[t];
}
int main()
{
    int h[T], *d, bad = 0, sum = 0;
    for (int i = 0; i < T; i++) h[i] = i + 1;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    scan<<<1, T>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < T; i++) { sum += i + 1; bad += h[i] != sum; }
    printf("last %d, bad %d\n", h[T - 1], bad);
    cudaFree(d);
    return bad != 0;
}
