// expect: none
// Shifts to the sign's place, of negative numbers, of all bits but one: each has one meaning.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void masks(unsigned *out, int *marks, const int *in)
{
    int t = threadIdx.x;
    unsigned below = (1u << t) - 1, above = t == 31 ? 0 : ~0u << (t + 1);
    out[t] = below | above;
    marks[t] = (1 << t) ^ in[t] << 4;
    int hash = in[t];
    for (int i = 0; i < 4; i++) hash = (hash << 5) ^ (hash >> 2) ^ t;
    marks[t] ^= hash;
    out[t] ^= __funnelshift_l(below, above, t + 40) ^ __brev(below) ^ __byte_perm(below, above, 0x5410);
    out[t] ^= __ballot_sync(~0u, t & 1) >> t;
}

int main()
{
    unsigned host[32], *out;
    int first[32], *marks, *in;
    for (int i = 0; i < 32; i++) first[i] = i - 16;
    cudaMalloc(&out, sizeof host), cudaMalloc(&marks, sizeof first), cudaMalloc(&in, sizeof first);
    cudaMemcpy(in, first, sizeof first, cudaMemcpyHostToDevice);
    masks<<<1, 32>>>(out, marks, in);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(first, marks, sizeof first, cudaMemcpyDeviceToHost);
    printf("%u %d\n", host[31], first[31]);
    return cudaGetLastError();
}
