// Where all threads read, as many warps are needed as there are, however few threads then write.
// says 0 1: 16 of 64 threads write a[63-t] (line 11), 8 lanes in each of 2 warps.
// lacks 0 1: where one would do
#include <cstdio>
__global__ void clip(int *a)
{
    int t = threadIdx.x, v = a[t];
    __syncthreads();
    int w = a[63 - t];
    if (w % 4 == 0)
        a[63 - t] = w / 2;
    __syncthreads();
    a[t] += v;
}
int main()
{
    int h[64], *a;
    for (int i = 0; i < 64; i++) h[i] = i;
    cudaMalloc(&a, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    clip<<<1, 64>>>(a);
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[8]);
    cudaFree(a);
    return 0;
}
