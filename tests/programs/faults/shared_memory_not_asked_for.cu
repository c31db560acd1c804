// expect: launch-error error - 10
// expect: uninitialised-read? warning o 11
// advice: a block may have 49152 bytes, this one wants 65536.
#include <cstdio>
__global__ void big(float *o) { extern __shared__ float s[]; s[threadIdx.x] = threadIdx.x; __syncthreads(); o[threadIdx.x] = s[31 - threadIdx.x]; }
int main()
{
    float h[32], *d;
    cudaMalloc(&d, sizeof h);
    big<<<1, 32, 64 * 1024>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%f\n", h[0]);
    cudaFree(d);
}
