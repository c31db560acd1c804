// The same for the first dimension.
// expect: out-of-bounds error tile 14
// says: uses index 16 in dimension 1 of tile[16][16], which has 16 there: 0 to 15
#include <cstdio>

constexpr int W = 32, H = 16, TILE = 16;

__global__ void transpose(const int *in, int *out)
{
    __shared__ int tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * TILE + x;
    tile[y][x] = in[y * W + column];
    __syncthreads();
    out[(blockIdx.x * TILE + y) * H + x] = tile[x + 1][y];
}

int main()
{
    static int numbers[W * H];
    int *in, *out;
    for (int i = 0; i < W * H; i++)
        numbers[i] = i;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof numbers);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    transpose<<<W / TILE, dim3(TILE, TILE)>>>(in, out);
    cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost);
    printf("%d\n", numbers[1]);
    cudaFree(in);
    cudaFree(out);
}
