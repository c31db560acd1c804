/* The classic ladder, step 7: many elements per thread.
   Idea: few blocks, each thread adds up many elements in a register before the tree begins.
   Cost: the tree is paid once per block, and there are only as many blocks as the GPU can hold.
   With much data nearly all of the time goes into reading memory; a million ints are few for that.
   Hazard: the stride of the loop is the whole grid, so that requests stay coalesced.
   Watch: the source. For a million ints line 35 makes 32,768 requests, all other lines 1,472. */
#include <cstdio>
#include <cstdlib>

#ifndef N
#define N 1048576
#endif
#ifndef THREADS
#define THREADS 256
#endif
#ifndef BLOCKS
#define BLOCKS 64
#endif

#define CHECK(call)                                                                     \
    do {                                                                                \
        cudaError_t status = (call);                                                    \
        if (status != cudaSuccess) {                                                    \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
            exit(1);                                                                    \
        }                                                                               \
    } while (0)

__global__ static void reduce(const int *input, int *output, int n)
{
    __shared__ int shared[THREADS];
    const unsigned t = threadIdx.x;
    int sum = 0;
    for (unsigned i = blockIdx.x * THREADS + t; i < n; i += THREADS * BLOCKS)
        sum += input[i];
    shared[t] = sum;
    __syncthreads();

    for (unsigned s = THREADS / 2; s >= 32; s /= 2) {
        if (t < s)
            shared[t] = sum = sum + shared[t + s];
        __syncthreads();
    }

    if (t < 32) {
        for (int s = 16; s > 0; s /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, s);
        if (t == 0)
            output[blockIdx.x] = sum;
    }
}

#if THREADS < 64
#error "THREADS must be at least 64: the last warp takes over from 64 slots"
#endif

#if (THREADS & (THREADS - 1)) != 0
#error "THREADS must be a power of two: halving an odd number would leave a slot out"
#endif

int main()
{
    int *data = (int *)malloc(sizeof(int) * N);
    for (int i = 0; i < N; i++)
        data[i] = rand() & 255;

    int *input, *output;
    CHECK(cudaMalloc(&input, sizeof(int) * N));
    CHECK(cudaMalloc(&output, sizeof(int) * BLOCKS));
    CHECK(cudaMemcpy(input, data, sizeof(int) * N, cudaMemcpyHostToDevice));

    reduce<<<BLOCKS, THREADS>>>(input, output, N);
    CHECK(cudaGetLastError());

    int *partial = (int *)malloc(sizeof(int) * BLOCKS);
    CHECK(cudaMemcpy(partial, output, sizeof(int) * BLOCKS, cudaMemcpyDeviceToHost));
    long long sum = 0, expected = 0;
    for (int b = 0; b < BLOCKS; b++)
        sum += partial[b];
    for (int i = 0; i < N; i++)
        expected += data[i];
    printf("GPU sum: %lld  CPU sum: %lld\n", sum, expected);

    cudaFree(input);
    cudaFree(output);
    free(data);
    free(partial);
    return sum == expected ? 0 : 1;
}
