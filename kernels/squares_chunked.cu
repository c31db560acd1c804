/* Memory access patterns: a chunk for each of 512 threads.
   Idea: thread 0 takes elements 0 to 2047, thread 511 takes 1,046,528 to 1,048,575.
   Cost: lanes of a warp read addresses 8 KB apart: 32 sectors for 32 values.
   Hazard: none.
   Watch: the line above the access view, which indices thread 0 has read so far, and what 32
   neighbouring threads read at the same time. */
#include <cstdio>
#include <cstdlib>

#ifndef DATA_SIZE
#define DATA_SIZE 1048576
#endif
#ifndef THREAD_NUM
#define THREAD_NUM 512
#endif

__global__ static void sumSquares(const int *num, int *result)
{
    const int tid = threadIdx.x;
    const int size = (DATA_SIZE + THREAD_NUM - 1) / THREAD_NUM;
    int sum = 0;
    for (int i = tid * size; i < (tid + 1) * size && i < DATA_SIZE; i++)
        sum += num[i] * num[i];
    result[tid] = sum;
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
    CHECK(cudaMalloc(&result, sizeof(int) * THREAD_NUM));
    CHECK(cudaMemcpy(num, data, sizeof(int) * DATA_SIZE, cudaMemcpyHostToDevice));

    sumSquares<<<1, THREAD_NUM>>>(num, result);
    CHECK(cudaGetLastError());

    int partial[THREAD_NUM];
    CHECK(cudaMemcpy(partial, result, sizeof partial, cudaMemcpyDeviceToHost));
    int sum = 0;
    for (int b = 0; b < THREAD_NUM; b++)
        sum += partial[b];
    cudaFree(num);
    cudaFree(result);

    int expected = 0;
    for (int i = 0; i < DATA_SIZE; i++)
        expected += data[i] * data[i];
    printf("GPU sum: %d  CPU sum: %d\n", sum, expected);
    return sum == expected ? 0 : 1;
}
