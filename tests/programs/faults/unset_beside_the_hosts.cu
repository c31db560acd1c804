// expect: uninitialised-read note s 9
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
__global__ void add(const int *in, int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x; if (t < n) s[t] = in[t]; __syncthreads();
    int v = s[t]; if (t < n) out[t] = v + 1;
}

int main()
{
    int *in, *out;
    cudaMallocManaged(&in, 256);
    cudaMallocManaged(&out, 256);
    memset(in, 0, 200);
    add<<<1, 64>>>(in, out, 50);
    cudaDeviceSynchronize();
    int sum = 0;
    for (int i = 0; i < 64; i++) sum += out[i];
    printf("%d\n", sum);
}
