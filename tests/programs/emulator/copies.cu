// memcpy, assignment of a struct, a vector: the accesses nvcc's code makes.
// expect: total .* load global requests 3 accesses 96$
// expect: total .* load global requests 1 accesses 32$
#include <string.h>
struct three { int a, b, c; };
__global__ void k(three *from, three *to, float4 *v, float4 *w)
{
    int t = threadIdx.x;
    to[t] = from[t];
    w[t] = v[t];
    memcpy(&to[t], &from[t], sizeof(three));
}
int main()
{
    three *a, *b;
    float4 *v, *w;
    cudaMalloc(&a, 384);
    cudaMalloc(&b, 384);
    cudaMalloc(&v, 512);
    cudaMalloc(&w, 512);
    cudaMemset(a, 0, 384);
    cudaMemset(v, 0, 512);
    k<<<1, 32>>>(a, b, v, w);
    return cudaDeviceSynchronize();
}
