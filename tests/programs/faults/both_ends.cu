// One access leaves each array at both ends.
// expect: out-of-bounds error s 18
// expect: out-of-bounds error in 20
// says: s[-2], which does not exist
// says: At the other end, too: s[32]
// says: in[-1], which does not exist
// says: At the other end, too: in[32]
#include <cstdio>
#include <cuda_runtime.h>

__global__ void smooth(const int *in, int *out)
{
    __shared__ int s[32];
    int t = threadIdx.x, sum = 0;
    s[t] = t;
    __syncthreads();
    for (int i = -2; i <= 2; i += 4)
        sum += s[t + i];
    for (int i = -1; i <= 1; i++)
        sum += in[t + i];
    out[t] = sum;
}

int main()
{
    int host[32] = {0}, *in, *out;
    cudaMalloc(&in, sizeof host), cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    smooth<<<1, 32>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[9]);
    return cudaGetLastError();
}
