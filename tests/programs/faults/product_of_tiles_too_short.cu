// The tiled matrix product leaves out the last column of one tile and the last row of the other: all
// other slots are read by eight threads each.
// expect: unread-slot note a 16
// expect: unread-slot note b 17
#include <cstdio>

constexpr int N = 16, TILE = 8;

__global__ void product(const float *x, const float *y, float *z)
{
    __shared__ float a[TILE][TILE], b[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int column = blockIdx.x * TILE + tx, row = blockIdx.y * TILE + ty;
    float sum = 0;
    for (int m = 0; m < N; m += TILE) {
        a[ty][tx] = x[row * N + m + tx];
        b[ty][tx] = y[(m + ty) * N + column];
        __syncthreads();
        for (int k = 0; k < TILE - 1; k++)
            sum += a[ty][k] * b[k][tx];
        __syncthreads();
    }
    z[row * N + column] = sum;
}

int main()
{
    static float numbers[N * N];
    float *x, *y, *z;
    for (int i = 0; i < N * N; i++)
        numbers[i] = i % 7 + 1;
    cudaMalloc(&x, sizeof numbers);
    cudaMalloc(&y, sizeof numbers);
    cudaMalloc(&z, sizeof numbers);
    cudaMemcpy(x, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    cudaMemcpy(y, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    product<<<dim3(N / TILE, N / TILE), dim3(TILE, TILE)>>>(x, y, z);
    cudaMemcpy(numbers, z, sizeof numbers, cudaMemcpyDeviceToHost);
    printf("%g %g\n", numbers[0], numbers[N * N - 1]);
    cudaFree(x);
    cudaFree(y);
    cudaFree(z);
}
