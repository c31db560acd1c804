/* The classic ladder, step 2: interleaved addressing with a strided index.
   Idea: the first threads work, so warps drop out whole: no divergence.
   Cost: lane t reads slot 2 s t. Two lanes, then four, then eight meet in one bank, one pass after
   another.
   Hazard: one barrier after every round, outside the if.
   Watch: round 8 of the banks view (3): 12 reads so far cost 47 passes, as step 1 cost 47 warps. */
#include <cstdio>
#include <cstdlib>

#ifndef N
#define N 1048576
#endif
#ifndef THREADS
#define THREADS 256
#endif
#ifndef BLOCKS
#define BLOCKS ((N + THREADS - 1) / THREADS)
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
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    shared[t] = i < n ? input[i] : 0;
    __syncthreads();

    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        const unsigned index = 2 * s * t;
        if (index < blockDim.x)
            shared[index] += shared[index + s];
        __syncthreads();
    }

    if (t == 0)
        output[blockIdx.x] = shared[0];
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
