// A slot counts once: twice its old value plus another is no sum of the two.
// says 0 1: 64 of 128 threads read s[t] and s[t+64] and write s[t] (line 14)
// says 0 2: 32 of 128 threads read s[t] and s[t+32] and write s[t] (line 18)
// says 0 3: 16 of 128 threads read s[t] and s[t+16] and write s[t] (line 21)
// says 0 4: 8 of 128 threads write the difference of s[t] and s[t+8] to s[t] (line 23)
// says 0 5: 4 of 128 threads add s[t+4] to s[t] (line 27)
#include <cstdio>
__global__ void k(int *out)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = t * t + 3;
    __syncthreads();
    if (t < 64) s[t] = 2 * s[t] + s[t + 64];
    __syncthreads();
    if (t < 32) {
        int a = s[t], b = s[t + 32];
        s[t] = 2 * a + b;
    }
    __syncthreads();
    if (t < 16) s[t] = s[t] + 2 * s[t + 16];
    __syncthreads();
    if (t < 8) s[t] = s[t] - s[t + 8];
    __syncthreads();
    if (t < 4) {
        int sum = s[t] + s[t + 4];
        s[t] = sum;
    }
    __syncthreads();
    if (t == 0) out[0] = s[0];
}
int main()
{
    int h, *d;
    cudaMalloc(&d, sizeof h);
    k<<<1, 128>>>(d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
}
