/* Single pass: the last block finishes.
   Idea: each block writes its partial sum, then takes a ticket with atomicInc. Whoever draws the
   last ticket knows that all the others are done and adds up their sums.
   Cost: one launch, no second pass, no work for the CPU.
   Hazard: __threadfence() between the partial sum and the ticket: without it the last block could
   see the ticket before it sees the sum.
   Watch: the last block, 63 on the emulator (:block 63): it has 20 rounds, the others 11. */
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

__device__ static unsigned tickets;

__device__ static int blockSum(int *shared, int value)
{
    const unsigned t = threadIdx.x;
    shared[t] = value;
    __syncthreads();
    for (unsigned s = THREADS / 2; s > 0; s /= 2) {
        if (t < s)
            shared[t] += shared[t + s];
        __syncthreads();
    }
    return shared[0];
}

__global__ static void reduce(const int *input, volatile int *partial, int *output, int n)
{
    __shared__ int shared[THREADS];
    __shared__ bool last;
    const unsigned t = threadIdx.x;
    int sum = 0;
    for (unsigned i = blockIdx.x * THREADS + t; i < n; i += THREADS * BLOCKS)
        sum += input[i];
    sum = blockSum(shared, sum);

    if (t == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();
        last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();

    if (last) {
        sum = 0;
        for (unsigned b = t; b < gridDim.x; b += THREADS)
            sum += partial[b];
        sum = blockSum(shared, sum);
        if (t == 0)
            *output = sum;
    }
}

#if (THREADS & (THREADS - 1)) != 0
#error "THREADS must be a power of two: halving an odd number would leave a slot out"
#endif

int main()
{
    int *data = (int *)malloc(sizeof(int) * N);
    for (int i = 0; i < N; i++)
        data[i] = rand() & 255;

    int *input, *partial, *output;
    CHECK(cudaMalloc(&input, sizeof(int) * N));
    CHECK(cudaMalloc(&partial, sizeof(int) * BLOCKS));
    CHECK(cudaMalloc(&output, sizeof(int)));
    CHECK(cudaMemcpy(input, data, sizeof(int) * N, cudaMemcpyHostToDevice));

    reduce<<<BLOCKS, THREADS>>>(input, partial, output, N);
    CHECK(cudaGetLastError());

    int sum;
    CHECK(cudaMemcpy(&sum, output, sizeof(int), cudaMemcpyDeviceToHost));
    long long expected = 0;
    for (int i = 0; i < N; i++)
        expected += data[i];
    printf("GPU sum: %d  CPU sum: %lld\n", sum, expected);

    cudaFree(input);
    cudaFree(partial);
    cudaFree(output);
    free(data);
    return sum == expected ? 0 : 1;
}
