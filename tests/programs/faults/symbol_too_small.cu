// expect: launch-error warning - 9
// advice: copy no more bytes than the variable has
#include <cstdio>
__constant__ int table[4];
__global__ void k(int *o) { o[threadIdx.x] = table[threadIdx.x & 3]; }
int main()
{
    int t[8] = {1, 2, 3, 4, 5, 6, 7, 8}, h[8], *d;
    cudaMemcpyToSymbol(table, t, sizeof t);
    cudaMalloc(&d, sizeof h);
    k<<<1, 8>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[3]);
    cudaFree(d);
}
