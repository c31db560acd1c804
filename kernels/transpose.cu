/* Transpose through a tile, with and without padding.
   Idea: read rows, write rows, and turn the tile round in shared memory.
   Cost: a column of float tile[32][32] lies in one bank: 32 passes instead of one. One unused word
   per row (PAD 1) moves each row on by a bank.
   Hazard: the barrier between writing the tile and reading it the other way round.
   Watch: the banks view, PAD 0 beside PAD 1: in the lesson two stages, side by side with c. */
#include <cstdio>
#include <cstdlib>

#ifndef N
#define N 64
#endif
#ifndef PAD
#define PAD 0
#endif

#define CHECK(call)                                                                     \
    do {                                                                                \
        cudaError_t status = (call);                                                    \
        if (status != cudaSuccess) {                                                    \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
            exit(1);                                                                    \
        }                                                                               \
    } while (0)

__global__ static void transpose(const float *in, float *out, int n)
{
    __shared__ float tile[32][32 + PAD];
    const int x = blockIdx.x * 32 + threadIdx.x;
    const int y = blockIdx.y * 32 + threadIdx.y;
    if (x < n && y < n)
        tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();

    const int tx = blockIdx.y * 32 + threadIdx.x;
    const int ty = blockIdx.x * 32 + threadIdx.y;
    if (tx < n && ty < n)
        out[ty * n + tx] = tile[threadIdx.x][threadIdx.y];
}

int main()
{
    static float host[N][N], turned[N][N];
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            host[y][x] = (float)(y * N + x);

    float *in, *out;
    CHECK(cudaMalloc(&in, sizeof host));
    CHECK(cudaMalloc(&out, sizeof host));
    CHECK(cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice));
    const dim3 block(32, 32), grid((N + 31) / 32, (N + 31) / 32);
    transpose<<<grid, block>>>(in, out, N);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(turned, out, sizeof turned, cudaMemcpyDeviceToHost));

    int wrong = 0;
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            wrong += turned[x][y] != host[y][x];
    printf("%d x %d transposed, %d wrong\n", N, N, wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong ? 1 : 0;
}
