/* Memory access patterns: 512 threads side by side.
   Idea: i = tid, tid + 512, tid + 1024 ...: what counts is what neighbouring threads read at the
   same time, not what one thread reads over time.
   Cost: 4 sectors for the 32 values of a warp: nothing is moved in vain.
   Hazard: none.
   Watch: the same line: thread 0 now reads 0, 512, 1024 ..., and neighbouring indices are read by
   neighbouring threads. */
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
    int sum = 0;
    for (int i = tid; i < DATA_SIZE; i += THREAD_NUM)
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
