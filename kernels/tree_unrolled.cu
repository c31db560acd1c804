/* The classic ladder, step 6: completely unrolled.
   Idea: the block size is a template parameter, so the compiler knows every round: no loop, no
   comparison that can be decided beforehand.
   Cost: fewer instructions between the additions.
   Hazard: every step still needs its barrier; the last warp uses shuffles.
   Watch: the source. Each if (SIZE >= ...) that holds, with its barrier, is a round of its own. */
#include <cstdio>
#include <cstdlib>

#ifndef N
#define N 1048576
#endif
#ifndef THREADS
#define THREADS 256
#endif
#ifndef BLOCKS
#define BLOCKS ((N + 2 * THREADS - 1) / (2 * THREADS))
#endif

#define CHECK(call)                                                                     \
    do {                                                                                \
        cudaError_t status = (call);                                                    \
        if (status != cudaSuccess) {                                                    \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
            exit(1);                                                                    \
        }                                                                               \
    } while (0)

template <unsigned SIZE>
__global__ void reduce(const int *input, int *output, int n)
{
    __shared__ int shared[SIZE];
    const unsigned t = threadIdx.x;
    const unsigned i = blockIdx.x * SIZE * 2 + t;
    int sum = i < n ? input[i] : 0;
    if (i + SIZE < n)
        sum += input[i + SIZE];
    shared[t] = sum;
    __syncthreads();

    if (SIZE >= 1024) {
        if (t < 512)
            shared[t] = sum = sum + shared[t + 512];
        __syncthreads();
    }
    if (SIZE >= 512) {
        if (t < 256)
            shared[t] = sum = sum + shared[t + 256];
        __syncthreads();
    }
    if (SIZE >= 256) {
        if (t < 128)
            shared[t] = sum = sum + shared[t + 128];
        __syncthreads();
    }
    if (SIZE >= 128) {
        if (t < 64)
            shared[t] = sum = sum + shared[t + 64];
        __syncthreads();
    }
    if (t < 32) {
        if (SIZE >= 64)
            sum += shared[t + 32];
        for (int s = 16; s > 0; s /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, s);
        if (t == 0)
            output[blockIdx.x] = sum;
    }
}

#if THREADS < 64
#error "THREADS must be at least 64: the last warp takes over from 64 slots"
#endif

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
    CHECK(cudaMalloc(&output, sizeof(int) * BLOCKS));
    CHECK(cudaMemcpy(input, data, sizeof(int) * N, cudaMemcpyHostToDevice));

    reduce<THREADS><<<BLOCKS, THREADS>>>(input, output, N);
    CHECK(cudaGetLastError());

    int *partial = (int *)malloc(sizeof(int) * BLOCKS);
    CHECK(cudaMemcpy(partial, output, sizeof(int) * BLOCKS, cudaMemcpyDeviceToHost));
    long long sum = 0, expected = 0;
    for (int b = 0; b < BLOCKS; b++)
        sum += partial[b];
    for (int i = 0; i < N; i++)
        expected += data[i];
    printf("GPU sum: %lld  CPU sum: %lld\n", sum, expected);

    cudaFree(input);
    cudaFree(output);
    free(data);
    free(partial);
    return sum == expected ? 0 : 1;
}
