// expect: none
// Threads without an element in the last block put in what changes no minimum.
#include <climits>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void minimum(const int *in, int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;

    s[t] = i < n ? in[i] : INT_MAX;
    __syncthreads();
    for (int k = 32; k; k /= 2) {
        if (t < k) s[t] = min(s[t], s[t + k]);
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

int main()
{
    const int n = 100;
    int host[n], least[2], *in, *out;
    for (int i = 0; i < n; i++) host[i] = i % 40 - 15;
    cudaMalloc(&in, sizeof host), cudaMalloc(&out, sizeof least);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    minimum<<<2, 64>>>(in, out, n);
    cudaMemcpy(least, out, sizeof least, cudaMemcpyDeviceToHost);
    printf("%d\n", least[0] < least[1] ? least[0] : least[1]);
    return cudaGetLastError();
}
