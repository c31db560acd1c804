/* Broken: an index past the end of a shared array. (What is wrong here? Find it first.)
   Idea: every thread adds its neighbours to the left and to the right; a shared array holds the
   block's elements.
   Hazard: the outermost threads have no neighbour in the array. What lies there belongs to another
   array or to nothing; no error is raised, the sum is just wrong now and then.
   Watch: thread 0 reads shared[-1], thread 127 reads shared[128]. A slot more at either end that
   holds 0, or an if for either neighbour, mends it. */
#include <cstdio>

#define THREADS 128

__global__ static void smooth(const int *input, int *output)
{
    __shared__ int shared[THREADS];
    const int t = threadIdx.x;
    shared[t] = input[t];
    __syncthreads();
    output[t] = shared[t - 1] + shared[t] + shared[t + 1];
}

int main()
{
    int data[THREADS], result[THREADS], *input, *output, wrong = 0;
    for (int i = 0; i < THREADS; i++)
        data[i] = i;
    cudaMalloc(&input, sizeof data);
    cudaMalloc(&output, sizeof data);
    cudaMemcpy(input, data, sizeof data, cudaMemcpyHostToDevice);
    smooth<<<1, THREADS>>>(input, output);
    cudaMemcpy(result, output, sizeof result, cudaMemcpyDeviceToHost);
    for (int i = 0; i < THREADS; i++) {
        int left = i > 0 ? data[i - 1] : 0, right = i + 1 < THREADS ? data[i + 1] : 0;
        wrong += result[i] != left + data[i] + right;
    }
    printf("elements that differ from the CPU's: %d\n", wrong);
    cudaFree(input);
    cudaFree(output);
    return wrong != 0;
}
