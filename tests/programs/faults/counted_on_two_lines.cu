// Counts without atomics, on two lines: a barrier between them would not help, and none is asked for.
// expect: race error local 18,19
// expect: race warning local 18,19
// expect: race error local 19,19
// expect: race warning local 19,19
// expect: race error bins 23,24
// expect: race error bins 24,24
// says: both change what they have read, so one change may be lost
// never: a __syncthreads()
#include <cuda_runtime.h>
__global__ void hist(const int *in, int *bins, int n)
{
    __shared__ int local[8];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t < 8) local[t] = 0;
    __syncthreads();
    if (i < n) {
        int old = local[in[i] % 8];
        local[in[i] % 8] = old + 1;
    }
    __syncthreads();
    if (t < 8) {
        int old = bins[t];
        bins[t] = old + local[t];
    }
}
int main()
{
    const int n = 256;
    int h[n], *a, *b, r[8];
    for (int i = 0; i < n; i++) h[i] = i * i % 31;
    cudaMalloc(&a, sizeof h); cudaMalloc(&b, sizeof r);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(b, 0, sizeof r);
    hist<<<2, 128>>>(a, b, n);
    cudaMemcpy(r, b, sizeof r, cudaMemcpyDeviceToHost);
    printf("%d\n", r[1]);
}
