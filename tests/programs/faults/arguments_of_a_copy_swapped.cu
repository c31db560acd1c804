// expect: launch-error warning - 11
// advice: look at the order of the arguments
#include <cstdio>
__global__ void inc(int *p) { p[threadIdx.x]++; }
int main()
{
    int h[32] = {0}, *d;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    inc<<<1, 32>>>(d);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
}
