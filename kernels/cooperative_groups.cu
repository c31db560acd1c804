/* Cooperative groups.
   Idea: the block and its tiles of 32 threads are objects; block.sync() and tile.shfl_down() say
   who waits for whom, instead of leaving it to the reader.
   Cost: the same instructions as the shuffles before.
   Hazard: every thread of a group must reach its sync().
   Watch: the same rounds as for the shuffles: the words differ, the machine does not. */
#include <cstdio>
#include <cstdlib>
#include <cooperative_groups.h>

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

namespace cg = cooperative_groups;

__device__ static int tileSum(const cg::thread_block_tile<32> &tile, int value)
{
    for (int s = tile.size() / 2; s > 0; s /= 2)
        value += tile.shfl_down(value, s);
    return value;
}

__global__ static void reduce(const int *input, int *output, int n)
{
    __shared__ int warps[THREADS / 32];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);

    int sum = 0;
    for (int i = blockIdx.x * THREADS + block.thread_rank(); i < n; i += THREADS * BLOCKS)
        sum += input[i];

    sum = tileSum(tile, sum);
    if (tile.thread_rank() == 0)
        warps[tile.meta_group_rank()] = sum;
    block.sync();

    if (tile.meta_group_rank() == 0) {
        sum = tile.thread_rank() < tile.meta_group_size() ? warps[tile.thread_rank()] : 0;
        sum = tileSum(tile, sum);
        if (tile.thread_rank() == 0)
            output[blockIdx.x] = sum;
    }
}

#if THREADS % 32 != 0
#error "THREADS must be a multiple of 32: a tile has 32 threads"
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
