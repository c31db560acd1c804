// Partial masks, lanes that left, a warp of 16 lanes.
// expect: ^496 120 52 27$
// expect: total .* shuffle - requests 5 accesses 160$
// expect: total .* shuffle - requests 4 accesses 64$
// expect: total .* shuffle - requests 1 accesses 5$
#include <stdio.h>
__device__ __noinline__ int sum(unsigned mask, int v)
{
    for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(mask, v, o);
    return v;
}
__device__ __noinline__ int half(unsigned mask, int v)
{
    for (int o = 8; o > 0; o /= 2) v += __shfl_xor_sync(mask, v, o);
    return v;
}
__global__ void k(int *out)
{
    int t = threadIdx.x;
    if (t < 32) {
        int v = sum(0xffffffff, t);
        if (t == 0) out[0] = v;
    } else if (t < 48) {
        int v = half(0x0000ffff, t - 32);
        if (t == 32) out[1] = v;
    } else if (t < 64) {
        if (t >= 53) return;
        int v = __shfl_sync(0xffff0000, t, 20);
        if (t == 50) out[2] = v;
    } else {
        int most = __reduce_max_sync(0xffffffff, t - 64 + 12);
        if (t == 64) out[3] = most;
    }
}
int main()
{
    int *out, r[4];
    cudaMalloc(&out, 256);
    k<<<1, 80>>>(out);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", r[0], r[1], r[2], r[3]);
}
