// expect: none
#include <cstdio>
__global__ void copy(const float *a, float *b, int n) { for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) b[i] = a[i]; }
int main()
{
    const int n = 1 << 14;
    float *a, *b, ms;
    cudaEvent_t e0, e1;
    cudaMalloc(&a, n * sizeof(float)); cudaMalloc(&b, n * sizeof(float));
    cudaMemset(a, 0, n * sizeof(float));
    cudaEventCreate(&e0); cudaEventCreate(&e1);
    cudaEventRecord(e0);
    copy<<<32, 128>>>(a, b, n);
    cudaEventRecord(e1);
    cudaEventSynchronize(e1);
    cudaEventElapsedTime(&ms, e0, e1);
    copy<<<32, 128>>>(b, a, n);
    cudaEventRecord(e0);
    while (cudaEventQuery(e0) != cudaSuccess) ;
    cudaEventElapsedTime(&ms, e1, e0);
    copy<<<32, 128>>>(b, a, n);
    cudaEventRecord(e1);
    float first;
    cudaMemcpy(&first, a, sizeof first, cudaMemcpyDeviceToHost);
    cudaEventElapsedTime(&ms, e0, e1);
    printf("%.1f GB/s\n", 2.0 * n * sizeof(float) / ms / 1e6 > 0 ? 1.0 : 0.0);
    cudaEventDestroy(e0); cudaEventDestroy(e1);
    cudaFree(a); cudaFree(b);
}
