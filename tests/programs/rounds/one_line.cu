// Exchanges of two slots written on one line: both stores are told, and who only compares. Where
// some write and others read, those who read are counted.
// says 0 1: 14 of 64 threads copy s[t+1] to s[t] (line 21); s[t+1] is written too; 32 threads read on this line.
// says 0 16: s[t+32] is written too; 32 threads read on this line.
// says 2 1: 16 of 32 threads write s[t] (line 38); 16 threads read on this line.
// says 2 2: 16 of 32 threads write s[t] (line 40); 1 thread reads on this line.
// shows banks 1 0 32 lanes read a word that another lane reads too: they share its pass.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void bitonic(int *d)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = d[t];
    __syncthreads();
    for (int k = 2; k <= 64; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            int p = t ^ j;
            if (p > t) {
                bool up = (t & k) == 0;
                if ((s[t] > s[p]) == up) { int x = s[t]; s[t] = s[p]; s[p] = x; }
            }
            __syncthreads();
        }
    d[t] = s[t];
}
__global__ void halves(int *d)
{
    __shared__ int s[64];
    d[threadIdx.x] = s[threadIdx.x / 16];
}
__global__ void either(int *d)
{
    __shared__ int s[32];
    int t = threadIdx.x, x = 0;
    s[t] = t;
    __syncthreads();
    if (t < 16) s[t] = 1; else x = s[t];
    __syncthreads();
    if (t < 16) s[t] = 5 * t; else if (t == 16) x = s[t + 8];
    __syncthreads();
    d[t] = s[t] + x;
}
int main()
{
    int h[64], *d;
    for (int i = 0; i < 64; i++) h[i] = (i * 37 + 11) % 101;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    bitonic<<<1, 64>>>(d);
    halves<<<1, 32>>>(d);
    either<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[63]);
}
