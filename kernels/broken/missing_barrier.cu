/* Broken: the barrier inside the tree is missing. (What is wrong here? Find it first.)
   Idea: each block adds up cubes in shared memory, then halves the number of slots again and again.
   Hazard: a slot is read by another thread than the one that wrote it, and nothing makes the
   reader wait: the result depends on which warp is faster.
   Watch: the dotted line between the turns of line 41, where a barrier should stand. Press o:
   another thread order, another sum. A right result by luck would not make it right. */
#include <cstdio>
#include <cstdlib>

#define DATA_SIZE 1048576
#define BLOCK_NUM 32
#define THREAD_NUM 256

static int data[DATA_SIZE];
static int sums[BLOCK_NUM];

static void generate_numbers(int *numbers, int size)
{
    for (int i = 0; i < size; i++)
        numbers[i] = rand() % 10;
}

__global__ static void sumCubes(const int *num, int *result)
{
    __shared__ int shared[THREAD_NUM];
    const int tid = threadIdx.x, bid = blockIdx.x;
    shared[tid] = 0;
    int i;
    for (i = bid * THREAD_NUM + tid; i < DATA_SIZE; i += BLOCK_NUM * THREAD_NUM)
        shared[tid] += num[i] * num[i] * num[i];

    // From here on every thread needs what others have written,
    // so all of them meet first. What about the rounds after that?

    __syncthreads();

    i = THREAD_NUM / 2;

    while (i > 0) {
        if (tid < i)
            shared[tid] += shared[tid + i];
        i /= 2;
    }
    if (tid == 0)
        result[bid] = shared[0];
}

int main()
{
    int *num, *result, gpu = 0, cpu = 0;
    generate_numbers(data, DATA_SIZE);
    cudaMalloc(&num, sizeof data);
    cudaMalloc(&result, sizeof sums);
    cudaMemcpy(num, data, sizeof data, cudaMemcpyHostToDevice);
    sumCubes<<<BLOCK_NUM, THREAD_NUM>>>(num, result);
    cudaMemcpy(sums, result, sizeof sums, cudaMemcpyDeviceToHost);
    for (int i = 0; i < BLOCK_NUM; i++)
        gpu += sums[i];
    for (int i = 0; i < DATA_SIZE; i++)
        cpu += data[i] * data[i] * data[i];
    printf("GPU sum: %d  CPU sum: %d\n", gpu, cpu);
    cudaFree(num);
    cudaFree(result);
    return gpu != cpu;
}
