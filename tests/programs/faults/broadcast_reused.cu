// expect: race error p 15,17
// expect: race? warning p 15,17
// advice: at the end of the loop, after line 17
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void pivot(const int *in, int *out)
{
    __shared__ int p;
    int t = threadIdx.x, acc = 0;
    for (int k = 0; k < 4; k++) {
        if (t == k) p = in[t];
        __syncthreads();
        acc += p;
        
    }
    out[t] = acc;
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
    
    pivot<<<1, 64>>>(d_in, d_out);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) { printf("%s\n", cudaGetErrorString(error)); return 1; }
    cudaMemcpy(out, d_out, M * sizeof *out, cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < M; i++) sum += out[i] * (i % 5 + 1);
    printf("%g\n", sum);
    cudaFree(d_in); cudaFree(d_out); free(in); free(out);
    return 0;
}
