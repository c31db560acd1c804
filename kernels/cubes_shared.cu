/* One thread of each block adds up its block.
   Idea: each thread keeps its sum in its own slot of shared memory; after a barrier thread 0 adds
   up the 256 slots. Only 32 sums go back to the CPU.
   Cost: one thread adds, slot by slot, 255 times in a row; the other 255 have nothing to do.
   Hazard: without the barrier thread 0 would read slots that are not finished.
   Watch: round 1. One lane of one warp works; seven warps have left. */
#include <cstdio>
#include <cstdlib>

#ifndef DATA_SIZE
#define DATA_SIZE 1048576
#endif
#ifndef BLOCK_NUM
#define BLOCK_NUM 32
#endif
#ifndef THREAD_NUM
#define THREAD_NUM 256
#endif

__global__ static void sumCubes(const int *num, int *result)
{
    __shared__ int shared[THREAD_NUM];
    const int tid = threadIdx.x;
    const int bid = blockIdx.x;
    shared[tid] = 0;
    for (int i = bid * THREAD_NUM + tid; i < DATA_SIZE; i += BLOCK_NUM * THREAD_NUM)
        shared[tid] += num[i] * num[i] * num[i];

    __syncthreads();

    if (tid == 0) {
        for (int i = 1; i < THREAD_NUM; i++)
            shared[0] += shared[i];
        result[bid] = shared[0];
    }
}

#define CHECK(call)                                                                     \
    do {                                                                                \
        cudaError_t status = (call);                                                    \
        if (status != cudaSuccess) {                                                    \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
            exit(1);                                                                    \
        }                                                                               \
    } while (0)

int main()
{
    static int data[DATA_SIZE];
    for (int i = 0; i < DATA_SIZE; i++)
        data[i] = rand() % 10;

    int *num, *result;
    CHECK(cudaMalloc(&num, sizeof(int) * DATA_SIZE));
    CHECK(cudaMalloc(&result, sizeof(int) * BLOCK_NUM));
    CHECK(cudaMemcpy(num, data, sizeof(int) * DATA_SIZE, cudaMemcpyHostToDevice));

    sumCubes<<<BLOCK_NUM, THREAD_NUM>>>(num, result);
    CHECK(cudaGetLastError());

    int partial[BLOCK_NUM];
    CHECK(cudaMemcpy(partial, result, sizeof partial, cudaMemcpyDeviceToHost));
    int sum = 0;
    for (int b = 0; b < BLOCK_NUM; b++)
        sum += partial[b];
    cudaFree(num);
    cudaFree(result);

    int expected = 0;
    for (int i = 0; i < DATA_SIZE; i++)
        expected += data[i] * data[i] * data[i];
    printf("GPU sum: %d  CPU sum: %d\n", sum, expected);
    return sum == expected ? 0 : 1;
}
