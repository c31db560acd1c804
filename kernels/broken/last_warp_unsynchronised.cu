/* Broken: the last warp of a tree without synchronisation. (What is wrong here? Find it first.)
   Idea: when 32 threads are left they are one warp, which used to run in step, so old textbooks
   leave the barriers out and only say volatile.
   Hazard: since Volta (2017) each lane has a program counter of its own. volatile keeps values out
   of registers; it makes no lane wait for another.
   Watch: the turns of the last round, lane by lane. Shuffles as in tree_last_warp.cu mend it, or
   four steps in place of line 26: v = s[t + i], __syncwarp(), s[t] += v, __syncwarp(). */
#include <cstdio>

#define THREADS 256

__global__ static void total(const int *input, int *output)
{
    __shared__ int shared[THREADS];
    const int t = threadIdx.x;
    shared[t] = input[t];
    __syncthreads();
    for (int i = THREADS / 2; i > 32; i /= 2) {
        if (t < i)
            shared[t] += shared[t + i];
        __syncthreads();
    }
    if (t < 32) {
        volatile int *s = shared;
        for (int i = 32; i > 0; i /= 2)
            s[t] += s[t + i];
    }
    if (t == 0)
        *output = shared[0];
}

int main()
{
    int data[THREADS], *input, *output, gpu = 0, cpu = 0;
    for (int i = 0; i < THREADS; i++)
        cpu += data[i] = i % 10;
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
