// What the data does not tell apart: zeros are sums, differences and products alike; of equal
// numbers the larger is the smaller. Then the line's own operator decides, or nothing is claimed.
// says 0 1: 64 of 128 threads write the difference of s[t] and s[t+64] to s[t] (line 17)
// says 0 2: 32 of 128 threads write the product of s[t] and s[t+32] to s[t] (line 19)
// says 0 3: 16 of 128 threads read s[t] and s[t+16] and write s[t] (line 21)
// says 0 4: 8 of 128 threads add s[t+8] to s[t] (line 23)
// says 1 1: 64 of 128 threads put the larger of s[t+64] and s[t] into s[t] (line 33)
// says 1 2: 32 of 128 threads put the smaller of s[t+32] and s[t] into s[t] (line 35)
// says 1 3: 16 of 128 threads read s[t] and s[t+16] and write s[t] (line 37)
#include <cstdio>
__global__ void zeros(int *out)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    if (t < 64) s[t] = s[t] - s[t + 64];
    __syncthreads();
    if (t < 32) s[t] = s[t] * s[t + 32];
    __syncthreads();
    if (t < 16) s[t] = s[t] | s[t + 16];
    __syncthreads();
    if (t < 8) s[t] += s[t + 8];
    __syncthreads();
    if (t == 0) out[0] = s[0];
}
__global__ void sevens(int *out)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = 7;
    __syncthreads();
    if (t < 64) s[t] = max(s[t], s[t + 64]);
    __syncthreads();
    if (t < 32) s[t] = min(s[t], s[t + 32]);
    __syncthreads();
    if (t < 16) s[t] = s[t] & s[t + 16];
    __syncthreads();
    if (t == 0) out[1] = s[0];
}
int main()
{
    int h[2], *d;
    cudaMalloc(&d, sizeof h);
    zeros<<<1, 128>>>(d);
    sevens<<<1, 128>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[1]);
}
