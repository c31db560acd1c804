// expect: race error tile 17,20
// expect: race? warning tile 17,20
#include <cstdio>
#include <cuda_runtime.h>

const int TILE = 16;

__global__ void columns(const float *in, float *out, int tiles)
{
    __shared__ float tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;
    for (int k = 0; k < tiles; k++)
    {
        // The barrier at the end of the loop has been forgotten.
        int at = k * TILE * TILE + y * TILE + x;
        tile[y][x] = in[at];
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += tile[i][x];
    }
    out[y * TILE + x] = sum;
}

int main()
{
    static float host[4 * TILE * TILE], result[TILE * TILE];
    float *in, *out;
    for (int i = 0; i < 4 * TILE * TILE; i++) host[i] = i % 7;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof result);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    columns<<<1, dim3(TILE, TILE)>>>(in, out, 4);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%g\n", result[0]);
    return cudaGetLastError();
}
