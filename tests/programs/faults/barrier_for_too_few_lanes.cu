// expect: race warning s 8,10
// advice: the barrier on line 9 is for fewer lanes and does not join these two
#include <cstdio>
__global__ void pairs(int *a)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncwarp(t < 16 ? 0x0000ffff : 0xffff0000);
    a[t] = s[31 - t];
}
int main()
{
    int h[32], *a;
    for (int i = 0; i < 32; i++) h[i] = i;
    cudaMalloc(&a, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    pairs<<<1, 32>>>(a);
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(a);
}
