// expect: none
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void scan(const int *in, int *out)
{
    __shared__ int sums[8];
    int t = threadIdx.x, lane = t & 31, w = t >> 5, v = in[t];
    for (int d = 1; d < 32; d *= 2) {
        int u = __shfl_up_sync(~0u, v, d);
        if (lane >= d) v += u;
    }
    if (lane == 31) sums[w] = v;
    __syncthreads();
    if (w == 0) {
        int s = lane < 8 ? sums[lane] : 0;
        for (int d = 1; d < 8; d *= 2) {
            int u = __shfl_up_sync(~0u, s, d);
            if (lane >= d) s += u;
        }
        if (lane < 8) sums[lane] = s;
    }
    __syncthreads();
    out[t] = v + (w ? sums[w - 1] : 0);
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
    
    scan<<<1, 256>>>(d_in, d_out);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) { printf("%s\n", cudaGetErrorString(error)); return 1; }
    cudaMemcpy(out, d_out, M * sizeof *out, cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < M; i++) sum += out[i] * (i % 5 + 1);
    printf("%g\n", sum);
    cudaFree(d_in); cudaFree(d_out); free(in); free(out);
    return 0;
}
