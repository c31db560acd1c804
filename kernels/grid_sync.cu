/* One launch, one barrier for the whole grid.
   Idea: grid.sync() waits for all threads of all blocks. Then block 0 adds up the partial sums.
   Cost: all blocks must be on the GPU at the same time: a cooperative launch, refused when the
   grid is too large for that.
   Hazard: a plain launch cannot do it; a grid that does not fit is an error, not a dead lock.
   Watch: what block 0 reads after the grid's barrier was written by the others before it. */
#include <cstdio>
#include <cstdlib>
#include <cooperative_groups.h>

#ifndef N
#define N 262144
#endif
#ifndef THREADS
#define THREADS 256
#endif
#ifndef BLOCKS
#define BLOCKS 16
#endif

#define CHECK(call)                                                                     \
    do {                                                                                \
        cudaError_t status = (call);                                                    \
        if (status != cudaSuccess) {                                                    \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
            exit(1);                                                                    \
        }                                                                               \
    } while (0)

namespace cg = cooperative_groups;

__device__ static int blockSum(int *shared, int value)
{
    const unsigned t = threadIdx.x;
    shared[t] = value;
    __syncthreads();
    for (unsigned s = THREADS / 2; s > 0; s /= 2) {
        if (t < s)
            shared[t] += shared[t + s];
        __syncthreads();
    }
    return shared[0];
}

__global__ static void reduce(const int *input, int *partial, int *output, int n)
{
    __shared__ int shared[THREADS];
    cg::grid_group grid = cg::this_grid();
    int sum = 0;
    for (int i = grid.thread_rank(); i < n; i += grid.size())
        sum += input[i];
    sum = blockSum(shared, sum);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;

    grid.sync();

    if (blockIdx.x == 0) {
        sum = 0;
        for (unsigned b = threadIdx.x; b < gridDim.x; b += THREADS)
            sum += partial[b];
        sum = blockSum(shared, sum);
        if (threadIdx.x == 0)
            *output = sum;
    }
}

#if (THREADS & (THREADS - 1)) != 0
#error "THREADS must be a power of two: halving an odd number would leave a slot out"
#endif

int main()
{
    int *data = (int *)malloc(sizeof(int) * N);
    for (int i = 0; i < N; i++)
        data[i] = rand() & 255;

    int *input, *partial, *output;
    CHECK(cudaMalloc(&input, sizeof(int) * N));
    CHECK(cudaMalloc(&partial, sizeof(int) * BLOCKS));
    CHECK(cudaMalloc(&output, sizeof(int)));
    CHECK(cudaMemcpy(input, data, sizeof(int) * N, cudaMemcpyHostToDevice));

    int n = N;
    void *arguments[] = {&input, &partial, &output, &n};
    CHECK(cudaLaunchCooperativeKernel((void *)reduce, BLOCKS, THREADS, arguments, 0, 0));

    int sum;
    CHECK(cudaMemcpy(&sum, output, sizeof(int), cudaMemcpyDeviceToHost));
    long long expected = 0;
    for (int i = 0; i < N; i++)
        expected += data[i];
    printf("GPU sum: %d  CPU sum: %lld\n", sum, expected);

    cudaFree(input);
    cudaFree(partial);
    cudaFree(output);
    free(data);
    return sum == expected ? 0 : 1;
}
