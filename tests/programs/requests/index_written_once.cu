// An index that is read from memory is read as often as it is written: by a macro that names its
// argument twice, within another index, where an element is updated, in a condition, in functions.
// counts 52 global_load_requests 2
// counts 52 shared_load_requests 2
// counts 53 global_load_requests 2
// counts 53 shared_load_requests 2
// counts 54 global_load_requests 2
// counts 54 shared_load_requests 0
// counts 55 global_load_requests 2
// counts 55 shared_load_requests 1
// counts 55 shared_store_requests 1
// counts 56 global_load_requests 2
// counts 56 shared_load_requests 1
// counts 57 global_load_requests 4
// counts 57 shared_load_requests 2
// counts 58 global_load_requests 2
// counts 58 shared_load_requests 1
// counts 59 global_load_requests 1
// counts 59 shared_load_requests 1
// counts 60 global_load_requests 3
// counts 60 shared_load_requests 3
// counts 40 global_load_requests 1
// counts 40 shared_load_requests 1
// counts 44 global_load_requests 1
// counts 44 shared_load_requests 1
// counts 63 global_load_requests 1
// counts 63 shared_load_requests 2
// counts 63 shared_store_requests 2
// counts 64 global_load_requests 2
// counts 64 shared_atomic_requests 1
// counts 65 global_load_requests 1
// counts 65 shared_load_requests 1
#include <cstdio>
#define SUB(a) ((a) / 3 - (a) % 5)
struct pair { int a, i; };
__device__ int table[32];
__shared__ int s[64];
__device__ int element(const int *d, int t)
{
    return s[d[t]];
}
template <class T> __device__ T chosen(const T *d, int t)
{
    return s[d[t]];
}
__global__ void k(const int *d, const pair *p, int *o)
{
    __shared__ int tile[8][8];
    int t = threadIdx.x, i = 0;
    table[t] = s[t] = s[t + 32] = tile[t / 8][t % 8] = tile[t / 8 + 4][t % 8] = t;
    __syncthreads();
    o[t] = SUB(s[d[t]]);
    o[t] = s[d[t]] / 3 - s[d[t]] % 5;
    o[t] = d[t] * d[t];
    s[d[d[t]]] += 2;
    o[t] = s[table[d[t]]];
    o[t] = SUB(s[table[d[t]]]);
    o[t] = tile[d[t] / 8][p[t].a % 8];
    o[t] = s[p->i];
    while (i < 3 && s[d[t]] >= 0) i++;
    o[t] = element(d, t);
    o[t] = chosen(d, t);
    (s[d[t]] += 1) -= 1;
    atomicAdd(&s[d[d[t]]], 1);
    if (s[*d] == 77) o[t] = 1;
}
int main()
{
    int h[32], *d, *o;
    pair pairs[32], *p;
    for (int i = 0; i < 32; i++) h[i] = 31 - i, pairs[i] = {i, 31 - i};
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&o, sizeof h);
    cudaMalloc(&p, sizeof pairs);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(p, pairs, sizeof pairs, cudaMemcpyHostToDevice);
    k<<<1, 32>>>(d, p, o);
    cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
}
