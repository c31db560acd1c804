/* Broken: slots of shared memory that nobody wrote. (What is wrong here? Find it first.)
   Idea: a tree over 256 slots for data that does not fill the block: 200 elements.
   Hazard: shared memory does not start at 0. Threads without an element write nothing, but the tree
   adds their slots all the same.
   Watch: the slots that are unset after round 0, from 200 on (press - twice to see all slots), and
   where they go in round 1. Writing 0 by the threads that have no element mends it. */
#include <cstdio>

#define N 200
#define THREADS 256

__global__ static void total(const int *input, int *output)
{
    __shared__ int shared[THREADS];
    const int t = threadIdx.x;
    if (t < N)
        shared[t] = input[t];
    __syncthreads();
    for (int i = THREADS / 2; i > 0; i /= 2) {
        if (t < i)
            shared[t] += shared[t + i];
        __syncthreads();
    }
    if (t == 0)
        *output = shared[0];
}

int main()
{
    int data[N], *input, *output, gpu = 0, cpu = 0;
    for (int i = 0; i < N; i++)
        cpu += data[i] = i;
    cudaMalloc(&input, sizeof data);
    cudaMalloc(&output, sizeof gpu);
    cudaMemcpy(input, data, sizeof data, cudaMemcpyHostToDevice);
    total<<<1, THREADS>>>(input, output);
    cudaMemcpy(&gpu, output, sizeof gpu, cudaMemcpyDeviceToHost);
    printf("GPU sum: %d  CPU sum: %d\n", gpu, cpu);
    cudaFree(input);
    cudaFree(output);
    return gpu != cpu;
}
