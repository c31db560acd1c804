// What thread 0 reads by another place of the text is where the rule of the others leads as well;
// where it is not, the thread is named.
// says 0 1: each of 64 threads reads a[t] and writes b[t] (line 12); 63 of them also read a[t-1].
// says 0 2: each of 64 threads writes out[t] (line 14); thread 0 reads b[9], the other 63 b[t].
#include <cstdio>
#include <cuda_runtime.h>
__global__ void step(const int *in, int *out) {
    __shared__ int a[64], b[64];
    int t = threadIdx.x;
    a[t] = in[t];
    __syncthreads();
    b[t] = t >= 1 ? a[t] + a[t - 1] : a[t];
    __syncthreads();
    out[t] = t == 0 ? b[9] : b[t];
}
int main() {
    int h[64], *a, *b;
    for (int i = 0; i < 64; i++) h[i] = 7 * i % 50;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    step<<<1, 64>>>(a, b);
    cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[3]);
    cudaFree(a);
    cudaFree(b);
}
