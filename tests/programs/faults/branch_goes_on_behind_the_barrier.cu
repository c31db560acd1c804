// expect: divergent-barrier error - 13,16
// advice: end the branch before the __syncthreads(), and begin it again behind it
// never: move the __syncthreads() out
#include <cstdio>
__global__ void reverse(int *d)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    int v = d[t];
    if (t < 48)
    {
        s[t] = v;
        __syncthreads();
        v = s[47 - t];
    }
    __syncthreads();
    d[t] = v;
}
int main()
{
    int h[64], *d;
    for (int i = 0; i < 64; i++) h[i] = i;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    reverse<<<1, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[63]);
    cudaFree(d);
}
