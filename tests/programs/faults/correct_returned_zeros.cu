// A struct that a function returns right into its slot may be made of zeros.
// expect: none
#include <cstdio>
struct cell { double a, b; int n, m; };
__device__ cell make(int t) { cell c; c.a = t > 5 ? 1.0 : 0.0; c.b = 0; c.n = t > 5; c.m = 0; return c; }
__device__ cell none() { return cell{0, 0, 0, 0}; }
__global__ void k(int *o)
{
    __shared__ cell s[64], sums[64];
    int t = threadIdx.x;
    s[t] = make(t);
    sums[t] = none();
    __syncthreads();
    o[t] = s[63 - t].n + (int)s[63 - t].a + sums[63 - t].n + (int)sums[t].b;
}
int main()
{
    int *d, h[64];
    cudaMalloc(&d, sizeof h);
    k<<<1, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[3]);
    cudaFree(d);
}
