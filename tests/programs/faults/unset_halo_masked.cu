// expect: uninitialised-read note s 11
#include <cstdio>
#include <cuda_runtime.h>
__global__ void blur(const float *in, float *out, int n)
{
    __shared__ float s[66];
    int t = threadIdx.x;
    s[t + 1] = in[t];
    __syncthreads();
    float l = 0, r = 0, a = s[t + 1];
    float left = s[t], right = s[t + 2];
    if (t > 0) l = left;
    if (t < n - 1) r = right;
    out[t] = a + l + r;
}

int main()
{
    float h[64], *a, *b;
    for (int i = 0; i < 64; i++) h[i] = i;
    cudaMalloc(&a, 256);
    cudaMalloc(&b, 256);
    cudaMemcpy(a, h, 256, cudaMemcpyHostToDevice);
    blur<<<1, 64>>>(a, b, 64);
    cudaMemcpy(h, b, 256, cudaMemcpyDeviceToHost);
    printf("%g\n", h[5]);
}
