/* Rows that begin at good addresses.
   Idea: cudaMallocPitch makes every row of a 2-D array begin at a multiple of 512 bytes or so; rows
   are `pitch` bytes apart, not width * sizeof(float).
   Cost: some bytes at the end of each row lie idle.
   Hazard: the pitch is in bytes. Step with a char pointer, then cast.
   Watch: the padding in the access view; and that every thread walks all rows, so that a warp reads
   one element 32 times over: a broadcast. */
#include <cstdio>
#include <cstdlib>

#ifndef WIDTH
#define WIDTH 64
#endif
#ifndef HEIGHT
#define HEIGHT 64
#endif
#ifndef BLOCKS
#define BLOCKS 100
#endif
#ifndef THREADS
#define THREADS 512
#endif

#define CHECK(call)                                                                     \
    do {                                                                                \
        cudaError_t status = (call);                                                    \
        if (status != cudaSuccess) {                                                    \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
            exit(1);                                                                    \
        }                                                                               \
    } while (0)

__global__ static void sumRows(const char *base, size_t pitch, int width, int height, float *sums)
{
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int r = 0; r < height; r++) {
        const float *row = (const float *)(base + r * pitch);
        for (int c = 0; c < width; c++)
            sum += row[c];
    }
    sums[thread] = sum;
}

int main()
{
    static float host[HEIGHT][WIDTH], sums[BLOCKS * THREADS];
    float expected = 0;
    for (int r = 0; r < HEIGHT; r++)
        for (int c = 0; c < WIDTH; c++)
            expected += host[r][c] = (float)((r + c) % 8);

    char *rows;
    float *dev_sums;
    size_t pitch;
    CHECK(cudaMallocPitch((void **)&rows, &pitch, WIDTH * sizeof(float), HEIGHT));
    CHECK(cudaMalloc(&dev_sums, sizeof sums));
    CHECK(cudaMemcpy2D(rows, pitch, host, sizeof host[0], sizeof host[0], HEIGHT,
                       cudaMemcpyHostToDevice));
    printf("a row of %d floats takes %zu bytes\n", WIDTH, pitch);

    sumRows<<<BLOCKS, THREADS>>>(rows, pitch, WIDTH, HEIGHT, dev_sums);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(sums, dev_sums, sizeof sums, cudaMemcpyDeviceToHost));

    int wrong = 0;
    for (int i = 0; i < BLOCKS * THREADS; i++)
        wrong += sums[i] != expected;
    printf("sum of all rows: %g  expected: %g  wrong threads: %d\n", sums[0], expected, wrong);
    cudaFree(rows);
    cudaFree(dev_sums);
    return wrong ? 1 : 0;
}
