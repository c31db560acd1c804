// expect: race error Bs 20,22
// expect: race? warning As 19,22
// expect: race? error As 19,22
// expect: race? warning Bs 20,22
// advice: at the end of the loop, after line 22, so that everybody has read
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

#define TS 16
__global__ void mul(const float *A, float *C, int n)
{
    __shared__ float As[TS][TS], Bs[TS][TS];
    int row = blockIdx.y * TS + threadIdx.y, col = blockIdx.x * TS + threadIdx.x;
    float acc = 0;
    for (int m = 0; m < n / TS; m++) {
        As[threadIdx.y][threadIdx.x] = A[row * n + m * TS + threadIdx.x];
        Bs[threadIdx.y][threadIdx.x] = A[(m * TS + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < TS; k++) acc += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        
    }
    C[row * n + col] = acc;
}
int main()
{
    const int N = 1024, M = 1024;
    float *in = (float *)malloc(N * sizeof *in), *out = (float *)malloc(M * sizeof *out), *d_in, *d_out;
    for (int i = 0; i < N; i++) in[i] = (i * 7 + 3) % 64;
    cudaMalloc(&d_in, N * sizeof *in);
    cudaMalloc(&d_out, M * sizeof *out);
    cudaMemcpy(d_in, in, N * sizeof *in, cudaMemcpyHostToDevice);
    cudaMemset(d_out, 0, M * sizeof *out);
    
    mul<<<dim3(2, 2), dim3(16, 16)>>>(d_in, d_out, 32);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) { printf("%s\n", cudaGetErrorString(error)); return 1; }
    cudaMemcpy(out, d_out, M * sizeof *out, cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < M; i++) sum += out[i] * (i % 5 + 1);
    printf("%g\n", sum);
    cudaFree(d_in); cudaFree(d_out); free(in); free(out);
    return 0;
}
