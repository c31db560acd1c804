// expect: out-of-bounds error * 13
// says: The host reads device memory (d)
#include <cstdio>
__global__ void fill(int *p) { p[threadIdx.x] = threadIdx.x; }
int main()
{
    int *d, h[32];
    cudaMalloc(&d, sizeof h);
    fill<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    int sum = 0;
    for (int i = 0; i < 32; i++)
        sum += d[i];
    printf("%d\n", sum);
    cudaFree(d);
}
