// expect: race warning a 11,15
// expect: race warning a 12,14
// expect: race warning a 14,15
// expect: divergent-barrier warning - 17
// first: reach this barrier
// never: a __syncthreads() between
// findings: 4
#include <cstdio>
__device__ void order(int *a, int i)
{
    int low = a[i];
    int high = a[i + 1];
    if (low > high) {
        a[i] = high;
        a[i + 1] = low;
    }
    __syncthreads();
}
__global__ void order_all(int *a, int n)
{
    for (int phase = 0; phase < n; phase++) {
        int i = 2 * threadIdx.x + (phase & 1);
        if (i + 1 < n) order(a, i);
    }
}
int main()
{
    int h[128], *d, wrong = 0;
    for (int i = 0; i < 128; i++) h[i] = i * 53 % 128;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    order_all<<<1, 64>>>(d, 128);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 1; i < 128; i++) wrong += h[i - 1] > h[i];
    printf("%d %d, wrong %d\n", h[0], h[127], wrong);
    cudaFree(d);
}
