/* Broken: a sum that is too large for an int. (What is wrong here? Find it first.)
   Idea: the sum of cubes of numbers below 100 instead of below 10, in the same int as before.
   Hazard: an int ends at 2,147,483,647. A signed overflow is undefined behaviour; in practice the
   sum becomes negative, or looks right and is not.
   Watch: the slot that is negative although only positive numbers went into it. long long for the
   slots, and for output and gpu, which take the sum on to the CPU (%lld prints it), mends it. */
#include <cstdio>
#include <cstdlib>

#define N 16384
#define THREADS 256

__global__ static void total(const int *input, int *output)
{
    __shared__ int shared[THREADS];
    const int t = threadIdx.x;
    int mine = 0;
    for (int i = t; i < N; i += THREADS)
        mine += input[i] * input[i] * input[i];
    shared[t] = mine;
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
    static int data[N];
    int *input, *output, gpu = 0;
    long long cpu = 0;
    for (int i = 0; i < N; i++) {
        data[i] = rand() % 100;
        cpu += (long long)data[i] * data[i] * data[i];
    }
    cudaMalloc(&input, sizeof data);
    cudaMalloc(&output, sizeof gpu);
    cudaMemcpy(input, data, sizeof data, cudaMemcpyHostToDevice);
    total<<<1, THREADS>>>(input, output);
    cudaMemcpy(&gpu, output, sizeof gpu, cudaMemcpyDeviceToHost);
    printf("GPU sum: %d  CPU sum: %lld\n", gpu, cpu);
    cudaFree(input);
    cudaFree(output);
    return gpu != cpu;
}
