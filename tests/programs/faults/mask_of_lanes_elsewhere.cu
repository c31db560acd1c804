// The mask of the shuffle names lanes that are at the barrier behind the if already: it is not the
// barrier that stands in a branch.
// expect: deadlock error - 15
// says: thread 0 waits here for lane 16 of its warp (mask 0xffffffff)
// says: line 19
// advice: let the mask name only lanes that make the call, or move the call out of the branch
// never: move the __syncthreads() out
#include <cstdio>
__global__ void lower(const int *in, int *out)
{
    __shared__ int sum[2];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, v = in[threadIdx.x];
    if (lane < 16) {
        for (int d = 8; d > 0; d /= 2)
            v += __shfl_xor_sync(0xffffffff, v, d);
        if (lane == 0)
            sum[warp] = v;
    }
    __syncthreads();
    out[threadIdx.x] = sum[warp];
}
int main()
{
    int h[64], *in, *out;
    for (int i = 0; i < 64; i++) h[i] = 3 * i + 1;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    lower<<<1, 64>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[63]);
    cudaFree(in);
    cudaFree(out);
}
