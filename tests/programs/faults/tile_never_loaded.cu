// Shared memory that no statement of the program writes: the compiler may not take it for 0.
// expect: uninitialised-read warning tile 22
// expect: uninitialised-read warning scale 22
// expect: uninitialised-read warning limits 23
// expect: uninitialised-read warning weights 29
// says: read of limits.high, which nobody has written
#include <cstdio>
#include <cuda_runtime.h>

struct range { float low, high; };
__shared__ int weights[32];
static __device__ int base;

__global__ void average(float *out)
{
    __shared__ float tile[66], scale;
    static __shared__ range limits;
    int t = threadIdx.x;
    // tile[t + 1] = in[t];
    __syncthreads();

    float sum = (tile[t] + tile[t + 1] + tile[t + 2]) * scale;
    if (sum > limits.high) sum = 1;
    out[t] = sum;
}

__global__ void weigh(int *out)
{
    out[threadIdx.x] = weights[threadIdx.x % 32] + base; // a device variable does start at 0
}

int main()
{
    float host[64], *out;
    int sums[64], *weighed;
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&weighed, sizeof sums);
    average<<<1, 64>>>(out);
    weigh<<<1, 64>>>(weighed);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(sums, weighed, sizeof sums, cudaMemcpyDeviceToHost);
    printf("%g %d\n", host[3], sums[3]);
    cudaFree(out);
    cudaFree(weighed);
    return 0;
}
