// expect: race error pool 14,15
// advice: do two arrays overlap?
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void two(const int *in, int *out)
{
    extern __shared__ int pool[];
    int *a = pool, *b = pool + 32;
    int t = threadIdx.x;
    a[t] = in[t];
    b[t] = in[t] * 2;
    __syncthreads();
    out[t] = a[63 - t] + b[63 - t];
}
int main()
{
    const int N = 1024, M = 64;
    int *in = (int *)malloc(N * sizeof *in), *out = (int *)malloc(M * sizeof *out), *d_in, *d_out;
    for (int i = 0; i < N; i++) in[i] = (i * 7 + 3) % 64;
    cudaMalloc(&d_in, N * sizeof *in);
    cudaMalloc(&d_out, M * sizeof *out);
    cudaMemcpy(d_in, in, N * sizeof *in, cudaMemcpyHostToDevice);
    cudaMemset(d_out, 0, M * sizeof *out);
    
    two<<<1, 64, 2 * 64 * sizeof(int)>>>(d_in, d_out);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) { printf("%s\n", cudaGetErrorString(error)); return 1; }
    cudaMemcpy(out, d_out, M * sizeof *out, cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < M; i++) sum += out[i] * (i % 5 + 1);
    printf("%g\n", sum);
    cudaFree(d_in); cudaFree(d_out); free(in); free(out);
    return 0;
}
