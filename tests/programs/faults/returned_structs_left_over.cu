// Structs of zeros that a function returns, of which some slots get none: from those something is
// read all the same.
// expect: uninitialised-read warning s 18
// expect: uninitialised-read warning sums 17
// says: Also s[0], s[1], s[2], s[3].
// says: Also 31 others between sums[0] and sums[62].
#include <cstdio>
struct cell { double a, b; int n, m; };
__device__ cell make(int t) { cell c; c.a = 0; c.b = t > 50; c.n = t > 50; c.m = 0; return c; }
__global__ void k(int *o)
{
    __shared__ cell s[64], sums[64];
    int t = threadIdx.x;
    if (t > 4) s[t] = make(t);
    if (t % 2) sums[t] = make(0);
    __syncthreads();
    int sum = sums[t].n;
    sum += s[63 - t].n;
    o[t] = sum;
}
int main()
{
    int *d, h[64];
    cudaMalloc(&d, sizeof h);
    k<<<1, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[60]);
    cudaFree(d);
}
