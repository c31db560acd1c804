/* Warp shuffles instead of shared memory.
   Idea: each warp adds up its 32 values with __shfl_down_sync; the first lane of every warp puts
   its sum into shared memory, and the first warp adds these up, again by shuffles.
   Cost: one barrier instead of one after every round, 8 slots instead of 256.
   Hazard: all lanes of the mask must take part; a lane that has left the loop may not be named.
   Watch: the tree view shows lanes in place of slots. */
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

__device__ static int warpSum(int value)
{
    for (int s = 16; s > 0; s /= 2)
        value += __shfl_down_sync(0xffffffffu, value, s);
    return value;
}

__global__ static void reduce(const int *input, int *output, int n)
{
    __shared__ int warps[THREADS / 32];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    int sum = 0;
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += THREADS * BLOCKS)
        sum += input[i];

    sum = warpSum(sum);
    if (lane == 0)
        warps[warp] = sum;
    __syncthreads();

    if (warp == 0) {
        sum = lane < THREADS / 32 ? warps[lane] : 0;
        sum = warpSum(sum);
        if (lane == 0)
            output[blockIdx.x] = sum;
    }
}

#if THREADS % 32 != 0
#error "THREADS must be a multiple of 32: a shuffle names all 32 lanes of the warp"
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

    reduce<<<BLOCKS, THREADS>>>(input, output, N);
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
