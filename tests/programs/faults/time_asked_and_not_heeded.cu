// What the call returns is kept or looked at, but nobody asks again; a while further down and a
// query of something else do not help.
// expect: launch-error warning - 22
// expect: launch-error warning - 26
// expect: launch-error warning - 30
#include <cstdio>
#include <cstdlib>
#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) exit(1); } while (0)
__global__ void k(int *o) { o[threadIdx.x] = threadIdx.x; }
int main()
{
    int *d, h[64], i = 0;
    cudaEvent_t a, b, c;
    float ms;
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    cudaEventCreate(&c);
    cudaMalloc(&d, sizeof h);
    cudaEventRecord(a);
    k<<<1, 64>>>(d);
    cudaEventRecord(b);
    cudaError_t error = cudaEventElapsedTime(&ms, a, b);
    if (error != cudaSuccess) puts("no time");
    k<<<1, 64>>>(d);
    cudaEventRecord(b);
    CHECK(cudaEventElapsedTime(&ms, a, b));
    while (i < 3) i++;
    k<<<1, 64>>>(d);
    cudaEventRecord(b);
    if (cudaEventElapsedTime(&ms, a, b) != cudaSuccess) return 1;
    while (cudaEventQuery(b) == cudaErrorNotReady)
        ;
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[63] + i);
    cudaEventDestroy(a);
    cudaEventDestroy(b);
    cudaEventDestroy(c);
    cudaFree(d);
}
