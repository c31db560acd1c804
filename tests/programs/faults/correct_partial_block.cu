// expect: none
// 100 threads of a block, 3-D, a last warp of 4 lanes; threads without data still reach barriers.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void smooth(const int *in, int *out, int n)
{
    __shared__ int s[102];
    int t = threadIdx.x + 5 * (threadIdx.y + 5 * threadIdx.z);
    int i = blockIdx.x * 100 + t;
    s[t + 1] = i < n ? in[i] : 0;
    if (t == 0) s[0] = i > 0 ? in[i - 1] : 0;
    if (t == 99) s[101] = i + 1 < n ? in[i + 1] : 0;
    __syncthreads();
    if (i < n) out[i] = s[t] + s[t + 1] + s[t + 2];
}

int main()
{
    int host[250], *in, *out;
    for (int i = 0; i < 250; i++) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    smooth<<<3, dim3(5, 5, 4)>>>(in, out, 250);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[249]);
    return cudaGetLastError();
}
