// expect: none
// Each thread stores the same, by way of a function's parameter: the slot gets it, whoever is last.
#include <cstdio>
#define MOST 5
struct box
{
    int *at;
    __device__ void fill(int v) { *at = v; }
};
__device__ void set(int *p, int v) { *p = v; }
__device__ void mark(int &slot, bool yes) { slot = yes; }
__device__ void keep(int *p, const int i, const int v)
{
    p[i] = v;
}
__global__ void k(int *d)
{
    int t = threadIdx.x;
    box b{d};
    b.fill(MOST);
    set(d + 1, 7);
    if (t < 5) mark(d[2], true);
    if (t > 60) mark(d[2], true);
    keep(d, 3, blockDim.x);
}
int main()
{
    int h[4], *d;
    cudaMalloc(&d, sizeof h);
    k<<<2, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]);
    cudaFree(d);
}
