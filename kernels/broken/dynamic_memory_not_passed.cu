/* Broken: the size of dynamic shared memory is not passed. (What is wrong here? Find it first.)
   Idea: an extern __shared__ array, whose size is chosen by whoever launches the kernel: the third
   launch argument, in bytes.
   Hazard: left out, it is 0. The program compiles, the array exists, it just has no elements.
   Watch: every access is outside. <<<1, THREADS, THREADS * sizeof(int)>>> mends it. */
#include <cstdio>

#define THREADS 128

__global__ static void reverse(const int *input, int *output)
{
    extern __shared__ int shared[];
    const int t = threadIdx.x;
    shared[t] = input[t];
    __syncthreads();
    output[t] = shared[THREADS - 1 - t];
}

int main()
{
    int data[THREADS], result[THREADS] = {0}, *input, *output, wrong = 0;
    for (int i = 0; i < THREADS; i++)
        data[i] = i;
    cudaMalloc(&input, sizeof data);
    cudaMalloc(&output, sizeof data);
    cudaMemcpy(input, data, sizeof data, cudaMemcpyHostToDevice);
    reverse<<<1, THREADS>>>(input, output);
    cudaMemcpy(result, output, sizeof result, cudaMemcpyDeviceToHost);
    for (int i = 0; i < THREADS; i++)
        wrong += result[i] != data[THREADS - 1 - i];
    printf("elements that differ from the CPU's: %d\n", wrong);
    cudaFree(input);
    cudaFree(output);
    return wrong != 0;
}
