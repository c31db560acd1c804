// Some of the wild indices into the matrix end up nearer to the factors, which lie behind it.
// expect: out-of-bounds error m 11
// says: Thread (4,0) of block (1,0) uses m[900]
// never: uses factor
#include <cstdio>
__global__ void scale_rows(float *m, const float *factor, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols)
        m[col * cols + row] *= factor[row];
}
int main()
{
    const int rows = 20, cols = 45;
    float h[rows * cols], f[rows], *m, *factor;
    for (int i = 0; i < rows * cols; i++) h[i] = 1;
    for (int i = 0; i < rows; i++) f[i] = i + 1;
    cudaMalloc(&m, sizeof h);
    cudaMalloc(&factor, sizeof f);
    cudaMemcpy(m, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(factor, f, sizeof f, cudaMemcpyHostToDevice);
    scale_rows<<<dim3(3, 2), dim3(16, 16)>>>(m, factor, rows, cols);
    cudaMemcpy(h, m, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g %g\n", h[0], h[1]);
    cudaFree(m);
    cudaFree(factor);
}
