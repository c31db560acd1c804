/* 32 blocks of 256 threads.
   Idea: one block runs on one multiprocessor. More blocks put more multiprocessors to work, and
   give each of them other warps to run while one waits for memory.
   Cost: 8,192 partial sums go back to the CPU, which adds them up.
   Hazard: clock() counts the cycles of one multiprocessor. Differences within a block mean
   something; differences between blocks on different multiprocessors do not.
   Watch: which blocks run side by side (4); in the access view (2) still 4 sectors a request. */
#include <cstdio>
#include <cstdlib>
#include <ctime>

#ifndef DATA_SIZE
#define DATA_SIZE 1048576
#endif
#ifndef BLOCK_NUM
#define BLOCK_NUM 32
#endif
#ifndef THREAD_NUM
#define THREAD_NUM 256
#endif

__global__ static void sumCubes(const int *num, int *result, clock_t *time)
{
    const int tid = threadIdx.x;
    const int bid = blockIdx.x;
    if (tid == 0)
        time[bid] = clock();
    int sum = 0;
    for (int i = bid * THREAD_NUM + tid; i < DATA_SIZE; i += BLOCK_NUM * THREAD_NUM)
        sum += num[i] * num[i] * num[i];
    result[bid * THREAD_NUM + tid] = sum;
    if (tid == 0)
        time[bid + BLOCK_NUM] = clock();
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
    clock_t *time;
    CHECK(cudaMalloc(&num, sizeof(int) * DATA_SIZE));
    CHECK(cudaMalloc(&result, sizeof(int) * BLOCK_NUM * THREAD_NUM));
    CHECK(cudaMalloc(&time, sizeof(clock_t) * BLOCK_NUM * 2));
    CHECK(cudaMemcpy(num, data, sizeof(int) * DATA_SIZE, cudaMemcpyHostToDevice));

    sumCubes<<<BLOCK_NUM, THREAD_NUM>>>(num, result, time);
    CHECK(cudaGetLastError());

    int partial[BLOCK_NUM * THREAD_NUM];
    CHECK(cudaMemcpy(partial, result, sizeof partial, cudaMemcpyDeviceToHost));
    int sum = 0;
    for (int b = 0; b < BLOCK_NUM * THREAD_NUM; b++)
        sum += partial[b];
    clock_t stamps[BLOCK_NUM * 2], total = 0;
    CHECK(cudaMemcpy(stamps, time, sizeof stamps, cudaMemcpyDeviceToHost));
    for (int b = 0; b < BLOCK_NUM; b++)
        total += stamps[b + BLOCK_NUM] - stamps[b];
    printf("clocks per block, average: %ld\n", (long)(total / BLOCK_NUM));
    cudaFree(time);
    cudaFree(num);
    cudaFree(result);

    int expected = 0;
    for (int i = 0; i < DATA_SIZE; i++)
        expected += data[i] * data[i] * data[i];
    printf("GPU sum: %d  CPU sum: %d\n", sum, expected);
    return sum == expected ? 0 : 1;
}
