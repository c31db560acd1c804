// expect: none
// Neighbouring bytes of one word, members of one struct, two arrays in dynamic shared memory.
#include <cstdio>
#include <cuda_runtime.h>

struct Pair {
    short a;
    char b, c;
};

__global__ void mixed(int *out)
{
    extern __shared__ unsigned char pool[];
    __shared__ Pair pairs[32];
    unsigned char *bytes = pool;
    int *ints = (int *)(pool + 64);
    int t = threadIdx.x;
    bytes[t] = t;
    ints[t] = t * t;
    if (t < 32) pairs[t].a = t;
    else pairs[t - 32].b = 1;
    __syncthreads();
    out[t] = bytes[63 - t] + ints[(t + 1) % 64] + pairs[t % 32].a + pairs[t % 32].b;
}

int main()
{
    int host[64], *out;
    cudaMalloc(&out, sizeof host);
    mixed<<<1, 64, 64 + 64 * sizeof(int)>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[5]);
    return cudaGetLastError();
}
