// expect: race error b 7,8
// expect: race? * * 7,8
// advice: a __syncthreads() between what load() does on line 7 and what dot() does on line 8,
// advice: a __syncthreads() at the end of the loop around both, what load() does on line 7 and what dot() does on line 8,
#include <cstdio>
struct Tile { float v[16][16]; };
__device__ void load(Tile &t, const float *g, int ld) { t.v[threadIdx.y][threadIdx.x] = g[threadIdx.y * ld + threadIdx.x]; }
__device__ float dot(const Tile &a, const Tile &b) { float s = 0; for (int k = 0; k < 16; k++) s += a.v[threadIdx.y][k] * b.v[k][threadIdx.x]; return s; }
__global__ void gemm(const float *A, const float *B, float *C, int n)
{
    __shared__ Tile a, b;
    float s = 0;
    for (int k = 0; k < n; k += 16) {
        load(a, A + blockIdx.y * 16 * n + k, n);
        load(b, B + k * n + blockIdx.x * 16, n);
        s += dot(a, b);
        __syncthreads();
    }
    C[(blockIdx.y * 16 + threadIdx.y) * n + blockIdx.x * 16 + threadIdx.x] = s;
}
int main()
{
    const int n = 32;
    static float h[n * n];
    float *A, *B, *C;
    for (int i = 0; i < n * n; i++) h[i] = i % 4;
    cudaMalloc(&A, sizeof h); cudaMalloc(&B, sizeof h); cudaMalloc(&C, sizeof h);
    cudaMemcpy(A, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(B, h, sizeof h, cudaMemcpyHostToDevice);
    gemm<<<dim3(2, 2), dim3(16, 16)>>>(A, B, C, n);
    cudaMemcpy(h, C, sizeof h, cudaMemcpyDeviceToHost);
    printf("%f\n", h[3]);
    cudaFree(A); cudaFree(B); cudaFree(C);
}

