/* Broken: more threads per block than there can be, and nobody notices. (What is wrong here?)
   Idea: one block with a thread for each of 2,048 elements.
   Hazard: a block has at most 1,024 threads. The launch is refused, the kernel does not run at all,
   and a launch returns nothing that could be looked at: the error waits in cudaGetLastError().
   Watch: there is no round to step through, and the output is what it was before. Two blocks of
   1,024, t = blockIdx.x * blockDim.x + threadIdx.x, and a check after each launch, mend it. */
#include <cstdio>

#define N 2048

__global__ static void square(const int *input, int *output)
{
    const int t = threadIdx.x;
    output[t] = input[t] * input[t];
}

int main()
{
    static int data[N], result[N];
    int *input, *output, wrong = 0;
    for (int i = 0; i < N; i++)
        data[i] = i;
    cudaMalloc(&input, sizeof data);
    cudaMalloc(&output, sizeof result);
    cudaMemcpy(input, data, sizeof data, cudaMemcpyHostToDevice);
    cudaMemset(output, 0, sizeof result);
    square<<<1, N>>>(input, output);
    cudaMemcpy(result, output, sizeof result, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        wrong += result[i] != data[i] * data[i];
    printf("elements that differ from the CPU's: %d\n", wrong);
    cudaFree(input);
    cudaFree(output);
    return wrong != 0;
}
