/* One atomic addition per block.
   Idea: after the tree, thread 0 adds the block's sum to a single result with atomicAdd. Nothing is
   left for the CPU to add.
   Cost: one atomic per block on one address; they queue up, but there are few of them.
   Hazard: the result must be cleared before each launch. Integers may be added in any order;
   floats would give another rounding every time.
   Watch: round 9 of each of 64 blocks: one word and no race, since every access to it is atomic. */
#include <cstdio>
#include <cstdlib>

#ifndef N
#define N 1048576
#endif
#ifndef THREADS
#define THREADS 256
#endif
#ifndef BLOCKS
#define BLOCKS 64
#endif

#define CHECK(call)                                                                     \
    do {                                                                                \
        cudaError_t status = (call);                                                    \
        if (status != cudaSuccess) {                                                    \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
            exit(1);                                                                    \
        }                                                                               \
    } while (0)

__global__ static void reduce(const int *input, int *output, int n)
{
    __shared__ int shared[THREADS];
    const unsigned t = threadIdx.x;
    int sum = 0;
    for (unsigned i = blockIdx.x * THREADS + t; i < n; i += THREADS * BLOCKS)
        sum += input[i];
    shared[t] = sum;
    __syncthreads();

    for (unsigned s = THREADS / 2; s > 0; s /= 2) {
        if (t < s)
            shared[t] += shared[t + s];
        __syncthreads();
    }

    if (t == 0)
        atomicAdd(output, shared[0]);
}

#if (THREADS & (THREADS - 1)) != 0
#error "THREADS must be a power of two: halving an odd number would leave a slot out"
#endif

int main()
{
    int *data = (int *)malloc(sizeof(int) * N);
    for (int i = 0; i < N; i++)
        data[i] = rand() & 255;

    int *input, *output;
    CHECK(cudaMalloc(&input, sizeof(int) * N));
    CHECK(cudaMalloc(&output, sizeof(int)));
    CHECK(cudaMemset(output, 0, sizeof(int)));
    CHECK(cudaMemcpy(input, data, sizeof(int) * N, cudaMemcpyHostToDevice));

    reduce<<<BLOCKS, THREADS>>>(input, output, N);
    CHECK(cudaGetLastError());

    int sum;
    CHECK(cudaMemcpy(&sum, output, sizeof(int), cudaMemcpyDeviceToHost));
    long long expected = 0;
    for (int i = 0; i < N; i++)
        expected += data[i];
    printf("GPU sum: %d  CPU sum: %lld\n", sum, expected);

    cudaFree(input);
    cudaFree(output);
    free(data);
    return sum == expected ? 0 : 1;
}
