/* The classic ladder, step 4: first addition during the load.
   Idea: each thread loads two elements and adds them on the way to shared memory: half as many
   blocks for the same work.
   Cost: the tree is the same, but it is paid for half as often.
   Hazard: as before.
   Watch: two global requests per warp before the first barrier. */
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

__global__ static void reduce(const int *input, int *output, int n)
{
    __shared__ int shared[THREADS];
    const unsigned t = threadIdx.x;
    const unsigned i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
    int sum = i < n ? input[i] : 0;
    if (i + blockDim.x < n)
        sum += input[i + blockDim.x];
    shared[t] = sum;
    __syncthreads();

    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s)
            shared[t] = sum = sum + shared[t + s];
        __syncthreads();
    }

    if (t == 0)
        output[blockIdx.x] = sum;
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
