/* Broken: a barrier inside an if. (What is wrong here? Find it first.)
   Idea: a tree over 256 slots in which only the threads that add something wait for each other.
   Hazard: __syncthreads() is for every thread of the block. Threads that skip it go on to the next
   barrier and take it for this one; from then on the block is out of step.
   Watch: rounds that end with threads on two different lines. */
#include <cstdio>

#define THREADS 256

__global__ static void total(const int *input, int *output)
{
    __shared__ int shared[THREADS];
    const int t = threadIdx.x;
    shared[t] = input[t];
    __syncthreads();
    for (int i = THREADS / 2; i > 0; i /= 2) {
        if (t < i) {
            shared[t] += shared[t + i];
            __syncthreads(); // only t < i come here
        }
    }
    __syncthreads();
    if (t == 0)
        *output = shared[0];
}

int main()
{
    int data[THREADS], *input, *output, gpu = 0, cpu = 0;
    for (int i = 0; i < THREADS; i++)
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
