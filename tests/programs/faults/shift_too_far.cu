// expect: integer-overflow warning - 14
// expect: integer-overflow warning - 15
// says: 'int' is shifted by 32 places, where 0 to 31 are defined: thread 2 of block 1 in round 1
// says: 'long long int' is shifted by -1 places, where 0 to 63 are defined: thread 0 of block 0
// advice: look at the number of places
#include <cstdio>
#include <cuda_runtime.h>

__global__ void powers(const int *in, int *out, long long *wide)
{
    int t = threadIdx.x;
    __syncthreads();
    int at = 32 * blockIdx.x + t;
    out[at] = in[at] * (1 << (t + 30 * blockIdx.x));
    wide[at] = 1LL << (t - 1);
}

int main()
{
    int host[64], *in, *out;
    long long *wide;
    for (int i = 0; i < 64; i++) host[i] = i % 32 < 3 ? 0 : i % 32 == 3 ? 1 : 0;
    cudaMalloc(&in, sizeof host), cudaMalloc(&out, sizeof host);
    cudaMalloc(&wide, 64 * sizeof *wide);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    powers<<<2, 32>>>(in, out, wide);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[3]);
    return cudaGetLastError();
}
