// Whoever draws the last number touches the counter otherwise: by a flag, a helper, an early return.
// expect: none
#include <cstdio>
#include <cuda_runtime.h>

__device__ int draw(int *counter)
{
    return atomicAdd(counter, 1);
}

__device__ bool is_last(int *counter, int of)
{
    int mine = atomicAdd(counter, 1);
    bool last = mine == of - 1;
    return last;
}

__global__ void by_flag(int *counters, int *out)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        __threadfence();
        int ticket = atomicAdd(&counters[0], 1);
        last = ticket == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        out[0] = counters[0];
        counters[0] = 0;
    }
}

__global__ void by_helper(int *counters, int *out)
{
    if (threadIdx.x) return;
    int ticket = draw(&counters[1]);
    if (ticket != gridDim.x - 1) return;
    out[1] = counters[1];
    counters[1] = 0;
}

__global__ void by_question(int *counters, int *out)
{
    if (threadIdx.x == 0 && is_last(counters + 2, gridDim.x)) {
        out[2] = counters[2];
        counters[2] = 0;
    }
}

__global__ void in_a_block(int *out)
{
    __shared__ int drawn;
    if (threadIdx.x == 0) drawn = 0;
    __syncthreads();
    int old = atomicAdd(&drawn, 1);
    if (old + 1 < blockDim.x) return;
    out[3] = drawn;
}

__global__ void by_value(int *counters, int *out)
{
    unsigned ticket = atomicInc((unsigned *)&counters[3], 1000);
    out[4 + blockIdx.x] = ticket == gridDim.x - 1 ? counters[3] : 0;
}

int main()
{
    int result[8], *counters, *out;
    cudaMalloc(&counters, 4 * sizeof(int));
    cudaMalloc(&out, sizeof result);
    cudaMemset(counters, 0, 4 * sizeof(int));
    cudaMemset(out, 0, sizeof result);
    by_flag<<<4, 32>>>(counters, out);
    by_helper<<<4, 32>>>(counters, out);
    by_question<<<4, 32>>>(counters, out);
    in_a_block<<<1, 96>>>(out);
    by_value<<<4, 1>>>(counters, out);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", result[0], result[1], result[2], result[3]);
    return cudaGetLastError();
}
