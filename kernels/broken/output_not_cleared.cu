/* Broken: the output is not cleared between two launches. (What is wrong here? Find it first.)
   Idea: all threads add to one total by an atomic; the kernel runs twice, the first time to warm up
   the GPU before the time is taken.
   Hazard: the second launch adds to what the first one left: device memory keeps its contents. With
   either launch alone nothing is wrong: no tool complains. cudaMemset() before each mends it.
   Watch: the output (7), twice the CPU's sum. Nobody reads total in between: no view shows it. */
#include <cstdio>

#define N 1024
#define THREADS 256

__global__ static void sum(const int *input, int *total)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(total, input[i]);
}

int main()
{
    static int data[N];
    int *input, *total, gpu = 0, cpu = 0;
    for (int i = 0; i < N; i++)
        cpu += data[i] = i % 10;
    cudaMalloc(&input, sizeof data);
    cudaMalloc(&total, sizeof gpu);
    cudaMemcpy(input, data, sizeof data, cudaMemcpyHostToDevice);
    cudaMemset(total, 0, sizeof gpu);
    sum<<<N / THREADS, THREADS>>>(input, total); // to warm up
    sum<<<N / THREADS, THREADS>>>(input, total); // to be timed
    cudaMemcpy(&gpu, total, sizeof gpu, cudaMemcpyDeviceToHost);
    printf("GPU sum: %d  CPU sum: %d\n", gpu, cpu);
    cudaFree(input);
    cudaFree(total);
    return gpu != cpu;
}
