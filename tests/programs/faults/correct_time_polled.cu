// expect: none
#include <cstdio>
__global__ void k(int *o) { o[threadIdx.x] = threadIdx.x; }
static void start(cudaEvent_t a, cudaEvent_t b, int *d)
{
    cudaEventRecord(a);
    k<<<1, 64>>>(d);
    cudaEventRecord(b);
}
static void turns(cudaEvent_t a, cudaEvent_t b, int *d)
{
    float ms;
    cudaError_t state;
    start(a, b, d);
    do
        state = cudaEventElapsedTime(&ms, a, b);
    while (state != cudaSuccess);
    start(a, b, d);
    for (;;) {
        cudaError_t error = cudaEventElapsedTime(&ms, a, b);
        if (error == cudaErrorNotReady) continue;
        break;
    }
    start(a, b, d);
    if (cudaEventElapsedTime(&ms, a, b) == cudaErrorNotReady) {
        cudaEventSynchronize(b);
        cudaEventElapsedTime(&ms, a, b);
    }
}
int main()
{
    int *d, h[64];
    cudaEvent_t a, b;
    float ms;
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    cudaMalloc(&d, sizeof h);
    start(a, b, d);
    while (cudaEventElapsedTime(&ms, a, b) == cudaErrorNotReady)
        ;
    turns(a, b, d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[63], ms >= 0);
    cudaEventDestroy(a);
    cudaEventDestroy(b);
    cudaFree(d);
}
