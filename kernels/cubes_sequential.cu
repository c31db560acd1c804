/* Tree sum, sequential addressing.
   Idea: the same tree, but the threads at work are always the first ones: thread t adds slot
   t + 128, then t + 64 ... so the partners come closer instead of moving apart.
   Cost: half of the warps drop out in each round until one is left, whole warps at a time: 12
   warps are issued for the tree instead of 47.
   Hazard: the same barrier is needed after every round.
   Watch: round 3 beside the interleaved tree (c): one full warp here, eight warps there, of each
   of which one lane in eight works. */
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

    for (int i = THREAD_NUM / 2; i > 0; i /= 2) {
        if (tid < i)
            shared[tid] += shared[tid + i];
        __syncthreads();
    }

    if (tid == 0)
        result[bid] = shared[0];
}

#if (THREAD_NUM & (THREAD_NUM - 1)) != 0
#error "THREAD_NUM must be a power of two: halving an odd number would leave a slot out"
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
