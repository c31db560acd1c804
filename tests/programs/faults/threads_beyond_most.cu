// expect: launch-error error - 12
// advice: a block has at most 1024 threads, this one would have 2048.
#include <cstdio>
__global__ void neg(int *p) { p[threadIdx.y * blockDim.x + threadIdx.x] *= -1; }
int main()
{
    static int h[64 * 32];
    int *d;
    for (int i = 0; i < 64 * 32; i++) h[i] = i;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    neg<<<1, dim3(64, 32)>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[5]);
    cudaFree(d);
}
