// expect: race error s 6,6
// expect: race warning s 6,6
// advice: a __syncthreads() after each call of add(), outside any if around the call
// never: after line
#include <cstdio>
__device__ void add(int *s, int t, int by) { s[t] += s[t + by]; }
__global__ void sum(int *total)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    for (int by = 64; by; by /= 2)
        if (t < by) add(s, t, by);
    if (t == 0) *total = s[0];
}
int main()
{
    int h, *d;
    cudaMalloc(&d, 4);
    sum<<<1, 128>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(d);
}
