// A line takes more operands than are told: those that are told have every thread's index, not the
// first one's.
// says 0 1: each of 64 threads reads tile[t], tile[t+1], tile[t+2], scale and others and writes out[t] (line 15)
#include <cstdio>
__global__ void average(const float *in, float *out)
{
    __shared__ float tile[66], scale, most;
    int t = threadIdx.x;
    tile[t + 1] = in[t];
    if (t < 2) tile[t * 65] = 0;
    if (t == 0) scale = 1.0f / 3, most = 50;
    __syncthreads();
    float sum = (tile[t] + tile[t + 1] + tile[t + 2]) * scale;
    if (sum > most) sum = most;
    out[t] = sum;
}
int main()
{
    float h[64], *in, *out;
    for (int i = 0; i < 64; i++) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    average<<<1, 64>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g\n", h[5]);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
