// expect: none
// The same with everything loaded; an array that nobody uses and device variables at 0 are no fault.
#include <cstdio>
#include <cuda_runtime.h>

struct range { float low, high; };
__shared__ int weights[32];
static __device__ int base;
__device__ int bases[64];
__constant__ int offsets[64];

__global__ void average(const float *in, float *out)
{
    __shared__ float tile[66], scale, unused[1 << 16];
    static __shared__ range limits;
    int t = threadIdx.x;
    tile[t + 1] = in[t];
    if (t < 2) tile[t * 65] = 0;
    if (t == 0) {
        scale = 1.0f / 3;
        limits.high = 50;
    }
    __syncthreads();
    float sum = (tile[t] + tile[t + 1] + tile[t + 2]) * scale;
    if (sum > limits.high) sum = limits.high;
    out[t] = sum;
}

__global__ void weigh(int *out)
{
    int t = threadIdx.x;
    if (t < 32) weights[t] = t;
    __syncthreads();
    out[t] = weights[t % 32] + base + bases[t] + offsets[t];
}

int main()
{
    float host[64], *in, *out;
    int sums[64], *weighed;
    for (int i = 0; i < 64; i++) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&weighed, sizeof sums);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    average<<<1, 64>>>(in, out);
    weigh<<<1, 64>>>(weighed);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(sums, weighed, sizeof sums, cudaMemcpyDeviceToHost);
    printf("%g %d\n", host[3], sums[3]);
    cudaFree(in);
    cudaFree(out);
    cudaFree(weighed);
    return 0;
}
