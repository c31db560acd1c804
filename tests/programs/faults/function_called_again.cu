// expect: race error warp_sums 11,14
// expect: race warning warp_sums 11,14
// advice: a __syncthreads() after each call of block_sum(), outside any if around the call, so that nobody calls it again before the others have come back from it
// never: at the end of the loop
#include <cstdio>
__device__ float block_sum(float v)
{
    __shared__ float warp_sums[32];
    int lane = threadIdx.x % 32, w = threadIdx.x / 32;
    for (int o = 16; o; o /= 2) v += __shfl_down_sync(0xffffffffu, v, o);
    if (lane == 0) warp_sums[w] = v;
    __syncthreads();
    float s = 0;
    for (int i = 0; i < blockDim.x / 32; i++) s += warp_sums[i];
    return s;
}
__global__ void softnorm(float *x, int n)
{
    float v = x[threadIdx.x];
    float mean = block_sum(v) / n;
    float var = block_sum((v - mean) * (v - mean)) / n;
    x[threadIdx.x] = (v - mean) * rsqrtf(var + 1e-5f);
}
int main()
{
    float h[128], *d;
    for (int i = 0; i < 128; i++) h[i] = i;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    softnorm<<<1, 128>>>(d, 128);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%f %f\n", h[0], h[127]);
    cudaFree(d);
}
