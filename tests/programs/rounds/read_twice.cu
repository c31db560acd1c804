// A thread that reads one slot twice has read it: row 0 divides m[0][0] by itself.
// says 0 1: 6 of 42 threads read m[ty][0] and m[0][0] and write f[ty] (line 14), in 2 warps.
// says 0 3: 6 of 42 threads read m[ty][1] and m[1][1] and write f[ty] (line 14), in 2 warps.
// says 0 13: each of 42 threads reads m[ty][tx] and writes a[7ty+tx] (line 19); 36 of them also read m[ty][tx-1].
#include <cstdio>
#define N 6
__global__ void eliminate(float *a) {
    __shared__ float m[N][N + 1];
    __shared__ float f[N];
    int r = threadIdx.y, c = threadIdx.x;
    m[r][c] = a[r * (N + 1) + c];
    __syncthreads();
    for (int k = 0; k < N; k++) {
        if (c == 0) f[r] = m[r][k] / m[k][k];
        __syncthreads();
        if (r > k) m[r][c] -= f[r] * m[k][c];
        __syncthreads();
    }
    a[r * (N + 1) + c] = m[r][c] + 2 * m[r][c > 0 ? c - 1 : 0];
}
int main() {
    float h[N * (N + 1)], *a;
    for (int i = 0; i < N * (N + 1); i++)
        h[i] = i % (N + 2) == 0 ? 10 : 1.f / (1 + i);
    cudaMalloc(&a, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    eliminate<<<1, dim3(N + 1, N)>>>(a);
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g\n", h[N]);
}
