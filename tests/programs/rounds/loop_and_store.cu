// A loop and the store behind it on one line: all that the loop read goes into the store, not only
// what its last turn did. A store within the loop takes what its own turn read.
// says 0 1: each of 32 threads writes the sum of c[*][t] to d[t] (line 16).
// says 0 2: each of 32 threads reads d[0..31] and writes out[t] (line 18)
// says 0 3: each of 32 threads reads in[t, t+32, .. t+224] and writes out[t] (line 20)
// says 0 4: each of 32 threads copies c[0][t] to d[t] (line 22) and so on, 4 times.
#include <cstdio>
#define N 4
__global__ void k(const int *in, int *out)
{
    __shared__ int c[N][32], d[128];
    int t = threadIdx.x;
    for (int i = 0; i < N; i++) c[i][t] = 100 * i + t;
    int s = 0;
    __syncthreads();
    for (int i = 0; i < N; i++) s += c[i][t]; d[t] = s;
    __syncthreads();
    s = t; for (int i = 0; i < 32; i++) { s += d[i]; } out[t] = s;
    __syncthreads();
    s = t; for (int i = 0; i < 8; i++) if (i >= 0) s += in[32 * i + t]; else s = 0; out[t] = s;
    __syncthreads();
    for (int i = 0; i < N; i++) d[32 * i + t] = c[i][t];
    __syncthreads();
    out[t] += d[127 - t];
}
int main()
{
    int *in, *out, host[32];
    cudaMalloc(&in, 1024);
    cudaMalloc(&out, sizeof host);
    cudaMemset(in, 0, 1024);
    k<<<1, 32>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
}
