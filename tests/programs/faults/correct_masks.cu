// expect: none
// Partial warps with masks of their own; lanes that leave before a shuffle of the whole warp.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void sums(const int *in, int n, int *out)
{
    int t = threadIdx.x, lane = t % 32;
    unsigned mask = __ballot_sync(0xffffffff, t < n);
    if (t < n) {
        int value = in[t], count = __popc(mask);
        for (int d = 16; d > 0; d /= 2) {
            int from = lane + d < count ? lane + d : lane;
            int other = __shfl_sync(mask, value, from);
            if (lane + d < count) value += other;
        }
        if (lane == 0) out[t / 32] = value;
    }
    if (t >= 32) return;
    int last = __shfl_sync(0xffffffff, t, 31);
    __syncwarp();
    if (t == 0) out[4] = last;
}
__global__ void leave(int *out)
{
    int t = threadIdx.x;
    if (t >= 24) return;
    int value = t;
    for (int d = 4; d > 0; d /= 2) value += __shfl_xor_sync(0x00ffffff, value, d);
    __syncwarp(); // lanes that have left need not come
    if (t % 8 == 0) out[t / 8] = value;
}
int main()
{
    int host[100], result[5], *in, *out;
    for (int i = 0; i < 100; i++) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof result);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sums<<<1, 128>>>(in, 100, out);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", result[0], result[3], result[4]);
    leave<<<1, 32>>>(out);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result[2]);
    return cudaGetLastError();
}
