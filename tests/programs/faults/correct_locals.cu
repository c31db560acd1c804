// expect: none
// Declared first and set later, in all the ways there are.
#include <cstdio>
#include <cooperative_groups.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;

#define EACH(i, n) for (i = 0; i < n; ++i)

struct padded { char kind; double value; int more; };
union both { float f; unsigned u; };

__device__ void split(int v, int *low, int &high) { *low = v % 4, high = v / 4; }

template <typename T, int N>
__device__ T last_of(const T (&list)[N], int n)
{
    T last;
    int i;
    EACH(i, n) last = list[i];
    return n > 0 ? last : T();
}

__host__ __device__ int on_both_sides(int n)
{
    int k, m;
    if (n & 1) k = 3;
    else k = 4;
    m = k * n;
    return m;
}

__global__ void all_ways(const int *in, int *out, padded *pads, float *sums, int n)
{
    unsigned t, w;
    t = threadIdx.x, w = t / 32;
    int low, high, i, j, *to;
    float s, c, angle;
    bool odd;
    both bits;
    struct inner { int a; float b; } pair;
    float rows[4][4], column[4];
    float4 v;
    long long clock_now;
    cg::thread_block block = cg::this_thread_block();
    to = &out[blockIdx.x * blockDim.x + t];
    angle = t * 0.1f;
    sincosf(angle, &s, &c);
    split(in[t], &low, high);
    for (i = 0; i < 4; i++)
        for (j = 0; j < 4; j++) rows[i][j] = i == j ? s : c;
    EACH(i, 4) { column[i] = 0; EACH(j, 4) column[i] += rows[i][j]; }
    switch (t % 3)
    {
        int kept;
    case 0: kept = 1; high += kept; break;
    case 1: kept = 2; high += kept; break;
    default: odd = false;
    }
    odd = t & 1;
    bits.f = s;
    pair.a = low, pair.b = c;
    v.x = v.y = v.z = s;
    float rest;
    if (t < n) rest = in[t];
    auto twice = [=](int x) { int y; y = 2 * x; return y; };
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    int shuffled;
    shuffled = __shfl_xor_sync(~0u, low, 1);
    clock_now = clock64();
    padded pad;
    pad.kind = 'a' + t % 4, pad.value = s;
    if (odd) pad.more = 7;
    else pad.more = (int)w;
    pads[t] = pad;
    float sum;
    if (t < n) sum = rest;
    else sum = 0;
    atomicAdd(sums + t % 2, sum * 0.37f);
    block.sync();
    *to = low + high + column[t % 4] + odd + (bits.u & 1) + pair.a + (int)(v.x + v.y) + twice(3) + (int)lane +
          shuffled + last_of({1, 2, 3}, (int)t % 4) + on_both_sides(t) + (clock_now == 0);
}

int main()
{
    int host[256], *in, *out;
    padded *pads, back[64];
    float *sums;
    cudaMalloc(&in, sizeof host), cudaMalloc(&out, sizeof host);
    cudaMalloc(&pads, sizeof back), cudaMalloc(&sums, 2 * sizeof *sums);
    cudaMemset(sums, 0, 2 * sizeof *sums);
    for (int i = 0; i < 256; i++) host[i] = i;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    all_ways<<<1, 64>>>(in, out, pads, sums, 50);
    cudaMemcpy(host, out, 64 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(back, pads, sizeof back, cudaMemcpyDeviceToHost);
    printf("%d %d %g %d\n", host[5], host[63], back[2].value, on_both_sides(5));
    return cudaGetLastError();
}
