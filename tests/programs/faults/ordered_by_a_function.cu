// expect: race error a 13,15
// expect: race warning a 13,15
// expect: race error a 12,16
// expect: race warning a 12,16
// expect: race error a 15,16
// expect: race warning a 15,16
// advice: a __syncthreads() after each call of order(), outside any if around the call, so that nobody calls it again
// never: after line
#include <cstdio>
__device__ void order(int *a, int i)
{
    int low = a[i];
    int high = a[i + 1];
    if (low > high) {
        a[i] = high;
        a[i + 1] = low;
    }
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
