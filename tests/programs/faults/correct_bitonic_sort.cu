// expect: none
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void sort(const int *in, int *out)
{
    __shared__ int key[256];
    int t = threadIdx.x;
    key[t] = in[t];
    for (int k = 2; k <= 256; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            int other = t ^ j;
            if (other > t) {
                int a = key[t], b = key[other];
                if ((t & k) == 0 ? a > b : a < b) {
                    key[t] = b;
                    key[other] = a;
                }
            }
        }
    __syncthreads();
    out[t] = key[t];
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
    
    sort<<<1, 256>>>(d_in, d_out);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) { printf("%s\n", cudaGetErrorString(error)); return 1; }
    cudaMemcpy(out, d_out, M * sizeof *out, cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < M; i++) sum += out[i] * (i % 5 + 1);
    printf("%g\n", sum);
    cudaFree(d_in); cudaFree(d_out); free(in); free(out);
    return 0;
}
