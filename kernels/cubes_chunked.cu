/* 256 threads, a chunk each.
   Idea: cut the data into 256 pieces of neighbouring elements, as one would for 256 CPU cores.
   Cost: at any moment the 32 lanes of a warp read 32 addresses that lie 16 KB apart: every one of
   them needs a sector of its own, of which 4 bytes in 32 are used.
   Hazard: none; each thread has its own elements and its own result.
   Watch: the access view. 32 sectors per request; compare with the next stage. */
#include <cstdio>
#include <cstdlib>

#ifndef DATA_SIZE
#define DATA_SIZE 1048576
#endif
#ifndef THREAD_NUM
#define THREAD_NUM 256
#endif

__global__ static void sumCubes(const int *num, int *result)
{
    const int tid = threadIdx.x;
    const int size = (DATA_SIZE + THREAD_NUM - 1) / THREAD_NUM;
    int sum = 0;
    for (int i = tid * size; i < (tid + 1) * size && i < DATA_SIZE; i++)
        sum += num[i] * num[i] * num[i];
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

    sumCubes<<<1, THREAD_NUM>>>(num, result);
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
        expected += data[i] * data[i] * data[i];
    printf("GPU sum: %d  CPU sum: %d\n", sum, expected);
    return sum == expected ? 0 : 1;
}
