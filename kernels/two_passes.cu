/* Two launches: the second one reduces what the first one left.
   Idea: the end of a launch is a barrier for the whole grid. The first launch leaves one sum per
   block, the second one, a single block, adds these up.
   Cost: two launches, since a plain launch has no barrier for all of its blocks.
   Hazard: launches of one stream run one after another; nothing else has to be said.
   Watch: launches 0 and 1 ({ }, or right arrow at the end); 1 reads what 0 wrote. */
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
    for (unsigned i = blockIdx.x * THREADS + t; i < n; i += THREADS * gridDim.x)
        sum += input[i];
    shared[t] = sum;
    __syncthreads();

    for (unsigned s = THREADS / 2; s > 0; s /= 2) {
        if (t < s)
            shared[t] += shared[t + s];
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

    int *input, *partial, *output;
    CHECK(cudaMalloc(&input, sizeof(int) * N));
    CHECK(cudaMalloc(&partial, sizeof(int) * BLOCKS));
    CHECK(cudaMalloc(&output, sizeof(int)));
    CHECK(cudaMemcpy(input, data, sizeof(int) * N, cudaMemcpyHostToDevice));

    reduce<<<BLOCKS, THREADS>>>(input, partial, N);
    reduce<<<1, THREADS>>>(partial, output, BLOCKS);
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
