// An index cannot be wrapped here: what stands in brackets behind the if is a lambda's.
#include <cstdio>
struct point { int x; };
__global__ void k(const point *p, const int *d, int *o)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    s[d[t]] = t;
    __syncthreads();
    if (t < 32) [v = p->x, o, t]() { o[t] = v; }();
    o[t] += s[d[t]];
}
int main()
{
    int h[32], *d, *o;
    point *p;
    for (int i = 0; i < 32; i++) h[i] = 31 - i;
    cudaMalloc(&d, 128), cudaMalloc(&o, 128), cudaMalloc(&p, 4);
    cudaMemset(p, 0, 4);
    cudaMemcpy(d, h, 128, cudaMemcpyHostToDevice);
    k<<<1, 32>>>(p, d, o);
    cudaMemcpy(h, o, 128, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[5]);
}
