// expect: race * d 10,10
// expect: race * d 11,11
// expect: race * d 12,12
// expect: race * d 13,13
// expect: race * d 14,14
// expect: race * d 15,15
// expect: race * d 16,16
#include <cstdio>
#define SIXTH(p, v) by_macro(p, v)
__device__ void twice(int *p, int v) { *p = v; }
__device__ void own(int *p, int v) { *p = v; }
__device__ void changed(int *p, int v) { v += threadIdx.x; *p = v; }
__device__ void consts(int *p, int v) { *p = v; }
__device__ void by_pointer(int *p, int v) { *p = v; }
__device__ void by_macro(int *p, int v) { *p = v; }
template <int N> __device__ void one(int *p, int v) { *p = v; }
__device__ void a(int *p) { const int K = 1; consts(p, K); }
__device__ void b(int *p) { const int K = 2; consts(p, K); }
__global__ void k(int *d)
{
    int t = threadIdx.x;
    if (t & 1) twice(d, 1);
    else twice(d, 2);
    own(d + 1, t);
    changed(d + 2, 7);
    if (t & 1) a(d + 3);
    else b(d + 3);
    by_pointer(d + 4, 3);
    void (*f)(int *, int) = by_pointer;
    f(d + 4, t);
    by_macro(d + 5, 1);
    SIXTH(d + 5, t);
    one<1>(d + 6, t);
}
int main()
{
    int h[7], *d;
    cudaMalloc(&d, sizeof h);
    k<<<1, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 7; i++) printf("%d ", h[i]);
    printf("\n");
    cudaFree(d);
}
