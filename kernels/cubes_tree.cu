/* Tree sum, interleaved addressing.
   Idea: neighbours add up in pairs, then pairs of pairs: 256 slots become one in 8 rounds.
   Cost: every round halves the threads at work, but not the warps: a warp is issued as a
   whole as long as one of its lanes works. 47 warps are issued where 12 would do.
   Hazard: without the barrier a thread may read a slot before its neighbour has added to it.
   Watch: the distance of the partners 1, 2, 4 ... 128 and, in the grid, the warps that have
   nothing left to add and only wait. */
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
    for (int i = bid * THREAD_NUM + tid;
         i < DATA_SIZE;
         i += BLOCK_NUM * THREAD_NUM) {
        shared[tid] += num[i] * num[i] * num[i];
    }

    // From here on every thread needs
    // what other threads have written.
    __syncthreads();

    int offset = 1;
    int mask = 1;
    while (offset < THREAD_NUM) {
        if ((tid & mask) == 0)
            shared[tid] += shared[tid + offset];
        offset += offset;
        mask = offset + mask;
        __syncthreads();
    }

    if (tid == 0)
        result[bid] = shared[0];
}

#if (THREAD_NUM & (THREAD_NUM - 1)) != 0
#error "THREAD_NUM must be a power of two: at other sizes a slot has no partner in some rounds"
#endif

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
