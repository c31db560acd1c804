// Two arrays; threads that leave before the first barrier.
// says 0 1: Only 100 of 128 threads reach this barrier; the others have left the kernel.
// draws 0 1: 63.125
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
__global__ void red(const float *in, float *out, int n)
{
    __shared__ float lo[128], hi[128];
    int t = threadIdx.x;
    if (t >= n) return;
    lo[t] = hi[t] = in[t];
    __syncthreads();
    for (int s = 64; s > 0; s /= 2) {
        if (t < s && t + s < n) {
            lo[t] = fminf(lo[t], lo[t + s]);
            hi[t] = hi[t] > hi[t + s] ? hi[t] : hi[t + s];
        }
        __syncthreads();
    }
    if (t == 0) { out[0] = lo[0]; out[1] = hi[0]; }
}
int main() { float h[128], *a, *b; for (int i = 0; i < 128; i++) h[i] = rand() % 1000 / 8.0f; cudaMalloc(&a, sizeof h); cudaMalloc(&b, 8);
 cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice); red<<<1, 128>>>(a, b, 100); cudaMemcpy(h, b, 8, cudaMemcpyDeviceToHost); printf("%g %g\n", h[0], h[1]); }
