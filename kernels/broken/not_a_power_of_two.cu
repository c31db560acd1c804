/* Broken: a tree over a number of slots that is no power of two. (What is wrong here?)
   Idea: halve the number of slots until one is left, with 200 threads for 200 elements.
   Hazard: 200, 100, 50, 25, 12, 6, 3, 1: half of 25 is 12 and half of 3 is 1, and a slot is left
   out each time. Nothing crashes, every index is valid, and the sum is too small.
   Watch: which first slots the final value holds (v). Beginning at i = 128, as for 256 slots, and
   adding only where t < i && t + i < THREADS mends it. */
#include <cstdio>

#define THREADS 200

__global__ static void total(const int *input, int *output)
{
    __shared__ int shared[THREADS];
    const int t = threadIdx.x;
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
