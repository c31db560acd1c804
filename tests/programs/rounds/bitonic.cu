// A sorting network: threads exchange pairs of slots.
// says 0 1: threads copy a[t+1] to a[t] (line 21), a[t] to a[t+1] (line 22)
// says 0 4: threads copy a[t+4] to a[t]
// draws 0 4: 15       2        37       50
#include <cstdio>
#include <cuda_runtime.h>
#define N 64
__global__ void sort(int *v)
{
    __shared__ int a[N];
    int t = threadIdx.x;
    a[t] = v[t];
    __syncthreads();
    for (int k = 2; k <= N; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            int p = t ^ j;
            if (p > t) {
                bool up = (t & k) == 0;
                if ((a[t] > a[p]) == up) {
                    int x = a[t];
                    a[t] = a[p];
                    a[p] = x;
                }
            }
            __syncthreads();
        }
    v[t] = a[t];
}
int main() { int h[N], *a; for (int i = 0; i < N; i++) h[i] = i * 37 % 61; cudaMalloc(&a, sizeof h);
 cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice); sort<<<1, N>>>(a); cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost); printf("%d %d\n", h[0], h[N-1]); }
