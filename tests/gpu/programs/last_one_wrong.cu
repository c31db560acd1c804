// As last_one.cu, but the fences order for the own block only.
#include <cstdio>

enum { BLOCKS = 8, THREADS = 64 };
__device__ unsigned done;

__global__ void total(const int *in, int *parts, int *out)
{
    __shared__ int sums[THREADS];
    __shared__ bool last;
    const int t = threadIdx.x;
    sums[t] = in[blockIdx.x * THREADS + t];
    __syncthreads();
    for (int s = THREADS / 2; s > 0; s >>= 1) {
        if (t < s)
            sums[t] += sums[t + s];
        __syncthreads();
    }
    if (t == 0) {
        parts[blockIdx.x] = sums[0];
        __threadfence_block();
        last = atomicAdd(&done, 1u) == BLOCKS - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        __threadfence_block();
        int sum = 0;
        for (int b = 0; b < BLOCKS; b++)
            sum += parts[b];
        *out = sum;
    }
}

int main()
{
    static int h[BLOCKS * THREADS];
    int *in, *parts, *out, sum;
    for (int i = 0; i < BLOCKS * THREADS; i++)
        h[i] = i % 7;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&parts, BLOCKS * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    total<<<BLOCKS, THREADS>>>(in, parts, out);
    cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
    for (int i = 0; i < BLOCKS * THREADS; i++)
        sum -= h[i];
    printf("%d wrong\n", sum);
}
