/* Matrix product, tile by tile.
   Idea: a block loads a 16 x 16 tile of A and of B into shared memory; then each element is read
   16 times from there instead of from global memory.
   Cost: two barriers per tile; global loads fall to one in 16.
   Hazard: the first barrier waits for the tile to be complete, the second for all to be done with
   it before it is overwritten. Both are needed.
   Watch: banks (3), round 1: As gives a warp two words (a broadcast), Bs sixteen: one pass each. */
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
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE + ty;
    const int col = blockIdx.x * TILE + tx;
    float sum = 0;
    for (int m = 0; m < n; m += TILE) {
        As[ty][tx] = row < n && m + tx < n ? A[row * n + m + tx] : 0;
        Bs[ty][tx] = m + ty < n && col < n ? B[(m + ty) * n + col] : 0;
        __syncthreads();

        for (int k = 0; k < TILE; k++)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < n && col < n)
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
