// expect: launch-error warning - 13
// advice: free each allocation once
#include <cstdio>
__global__ void k(int *p) { p[threadIdx.x] = 1; }
int main()
{
    int *d, h[32];
    cudaMalloc(&d, sizeof h);
    k<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
    cudaFree(d);
}
