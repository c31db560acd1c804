/* Matrix product without shared memory.
   Idea: a thread per element of C; each one reads a row of A and a column of B.
   Cost: A is read once per column of B, B once per row of A: all from global memory.
   Hazard: none; the bounds check covers the rest when n is not a multiple of the tile.
   Watch: in a warp the lanes read B side by side and A as a broadcast: why this is not as bad as
   it looks. */
#include <cstdio>
#include <cstdlib>

#ifndef N
#define N 64
#endif
#ifndef TILE
#define TILE 16
#endif

#define CHECK(call)                                                                     \
    do {                                                                                \
        cudaError_t status = (call);                                                    \
        if (status != cudaSuccess) {                                                    \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
            exit(1);                                                                    \
        }                                                                               \
    } while (0)

__global__ static void matMul(const float *A, const float *B, float *C, int n)
{
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || col >= n)
        return;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += A[row * n + k] * B[k * n + col];
    C[row * n + col] = sum;
}

int main()
{
    const size_t size = N * N * sizeof(float);
    float *a = (float *)malloc(size), *b = (float *)malloc(size), *c = (float *)malloc(size);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i * N + j] = (float)((i + j) % 10);
            b[i * N + j] = (float)((i + 2 * j) % 10);
        }

    float *dev_a, *dev_b, *dev_c;
    CHECK(cudaMalloc(&dev_a, size));
    CHECK(cudaMalloc(&dev_b, size));
    CHECK(cudaMalloc(&dev_c, size));
    CHECK(cudaMemcpy(dev_a, a, size, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(dev_b, b, size, cudaMemcpyHostToDevice));

    const dim3 block(TILE, TILE);
    const dim3 grid((N + TILE - 1) / TILE, (N + TILE - 1) / TILE);
    matMul<<<grid, block>>>(dev_a, dev_b, dev_c, N);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(c, dev_c, size, cudaMemcpyDeviceToHost));

    int wrong = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i * N + k] * b[k * N + j];
            wrong += sum != c[i * N + j];
        }
    printf("%d x %d matrix product, %d wrong\n", N, N, wrong);

    cudaFree(dev_a);
    cudaFree(dev_b);
    cudaFree(dev_c);
    free(a);
    free(b);
    free(c);
    return wrong ? 1 : 0;
}
