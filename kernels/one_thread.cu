/* One thread sums everything.
   Idea: the program of a CPU, put on a GPU as it is. It is right, and it is the slowest of all.
   Cost: one lane of one warp of one multiprocessor works; each load waits for the one before it.
   Hazard: none. A single thread has nobody to race with.
   Watch: 1 of 32 lanes in every request, 4 of the 32 bytes of every sector. GB/s in the
   ladder (6) say how far this is from what the memory could deliver. */
#include <cstdio>
#include <cstdlib>

#ifndef DATA_SIZE
#define DATA_SIZE 1048576
#endif

__global__ static void sumCubes(const int *num, int *result)
{
    int sum = 0;
    for (int i = 0; i < DATA_SIZE; i++)
        sum += num[i] * num[i] * num[i];
    *result = sum;
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
    CHECK(cudaMalloc(&result, sizeof(int) * 1));
    CHECK(cudaMemcpy(num, data, sizeof(int) * DATA_SIZE, cudaMemcpyHostToDevice));

    sumCubes<<<1, 1>>>(num, result);
    CHECK(cudaGetLastError());

    int sum;
    CHECK(cudaMemcpy(&sum, result, sizeof(int), cudaMemcpyDeviceToHost));
    cudaFree(num);
    cudaFree(result);

    int expected = 0;
    for (int i = 0; i < DATA_SIZE; i++)
        expected += data[i] * data[i] * data[i];
    printf("GPU sum: %d  CPU sum: %d\n", sum, expected);
    return sum == expected ? 0 : 1;
}
