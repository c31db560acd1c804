// expect: race error data 13,13
// expect: race? * data *
// advice: read from one array and write to another
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void jacobi(int *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) data[i] = (data[i - 1] + data[i + 1]) / 2;
}
int main()
{
    const int N = 1024, M = 256;
    int *in = (int *)malloc(N * sizeof *in), *out = (int *)malloc(M * sizeof *out), *d_in, *d_out;
    for (int i = 0; i < N; i++) in[i] = (i * 7 + 3) % 64;
    cudaMalloc(&d_in, N * sizeof *in);
    cudaMalloc(&d_out, M * sizeof *out);
    cudaMemcpy(d_in, in, N * sizeof *in, cudaMemcpyHostToDevice);
    cudaMemset(d_out, 0, M * sizeof *out);
    
    cudaMemcpy(d_out, in, M * sizeof(int), cudaMemcpyHostToDevice); jacobi<<<4, 64>>>(d_out, M);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) { printf("%s\n", cudaGetErrorString(error)); return 1; }
    cudaMemcpy(out, d_out, M * sizeof *out, cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < M; i++) sum += out[i] * (i % 5 + 1);
    printf("%g\n", sum);
    cudaFree(d_in); cudaFree(d_out); free(in); free(out);
    return 0;
}
