// Sizes given in elements where bytes are meant: of a copy, and of dynamic shared memory.
// expect: uninitialised-read warning in 13
// expect: out-of-bounds error s 13
// expect: out-of-bounds error s 15
// advice: the copy or fill before it was given: it wrote only the first 256 of 1024 bytes
// advice: the bytes of dynamic shared memory (here 256)
#include <cstdio>
#include <cuda_runtime.h>
__global__ void reverse(const int *in, int *out)
{
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    out[t] = s[blockDim.x - 1 - t];
}
int main()
{
    const int n = 256;
    int h[n], *a, *b;
    for (int i = 0; i < n; i++)
        h[i] = i;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMemcpy(a, h, n, cudaMemcpyHostToDevice);
    reverse<<<1, n, n>>>(a, b);
    cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[3]);
}
