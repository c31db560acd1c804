/* Dot product.
   Idea: a[i] = i, b[i] = 2 i. Each thread goes round several times (a grid-stride loop: there are
   fewer threads than elements), puts its sum into cache[t], and a halving tree adds up the block.
   Cost: as for the sequential tree. One partial sum per block is left to the CPU.
   Hazard: the barrier belongs outside the if, where all threads reach it.
   Watch: the pairs [0,128] [1,129] ..., then [0,64] ..., at last [0,1]. Each block has its own cache:
   block 1 cannot see what block 0 has in it. */
#include <cstdio>
#include <cstdlib>

#ifndef N
#define N (33 * 1024)
#endif
#ifndef THREADS
#define THREADS 256
#endif

#define CHECK(call)                                                                     \
    do {                                                                                \
        cudaError_t status = (call);                                                    \
        if (status != cudaSuccess) {                                                    \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
            exit(1);                                                                    \
        }                                                                               \
    } while (0)

__global__ static void dot(const float *a, const float *b, float *c)
{
    __shared__ float cache[THREADS];
    const int t = threadIdx.x;

    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < N; i += blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    cache[t] = sum;
    __syncthreads();

    int i = blockDim.x / 2;
    while (i != 0) {
        if (t < i)
            cache[t] += cache[t + i];
        __syncthreads();
        i /= 2;
    }

    if (t == 0)
        c[blockIdx.x] = cache[0];
}

#if (THREADS & (THREADS - 1)) != 0
#error "THREADS must be a power of two: halving an odd number would leave a slot out"
#endif

int main()
{
    const int blocks = (N + THREADS - 1) / THREADS < 32 ? (N + THREADS - 1) / THREADS : 32;
    float *a = (float *)malloc(N * sizeof(float));
    float *b = (float *)malloc(N * sizeof(float));
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = 2 * i;
    }

    float *dev_a, *dev_b, *dev_c, partial[32];
    CHECK(cudaMalloc(&dev_a, N * sizeof(float)));
    CHECK(cudaMalloc(&dev_b, N * sizeof(float)));
    CHECK(cudaMalloc(&dev_c, blocks * sizeof(float)));
    CHECK(cudaMemcpy(dev_a, a, N * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(dev_b, b, N * sizeof(float), cudaMemcpyHostToDevice));

    dot<<<blocks, THREADS>>>(dev_a, dev_b, dev_c);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(partial, dev_c, blocks * sizeof(float), cudaMemcpyDeviceToHost));

    float sum = 0;
    for (int i = 0; i < blocks; i++)
        sum += partial[i];

    const double n = N;
    const double expected = 2 * (n - 1) * n * (2 * n - 1) / 6;
    printf("GPU dot product: %.6g  closed form: %.6g\n", sum, expected);

    cudaFree(dev_a);
    cudaFree(dev_b);
    cudaFree(dev_c);
    free(a);
    free(b);
    const double off = sum / expected - 1;
    return off < 1e-4 && off > -1e-4 ? 0 : 1;
}
