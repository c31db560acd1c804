// expect: race error a 10,10
// expect: race warning a 10,10
// advice: read the slot into a variable first, then a __syncthreads() by all 64 threads, then write.
// never: atomicAdd
#include <cstdio>
__global__ void shift_left(int *a, int n)
{
    int i = threadIdx.x;
    if (i < n - 1)
        a[i] = a[i + 1];
}
int main()
{
    const int n = 64;
    int h[n], *d;
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    shift_left<<<1, n>>>(d, n);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[n - 1]);
    cudaFree(d);
}
