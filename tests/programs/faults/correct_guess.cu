// The plain read is a guess that the compare and swap checks, though the line does not say so.
// expect: none
#include <cstdio>
#define SWAP_IF(p, old, now) \
    atomicCAS(p, \
              old, now)

__global__ void largest(int *most, const int *in)
{
    int value = in[blockIdx.x * blockDim.x + threadIdx.x];
    int seen = *most, guess;
    do {
        guess = seen;
        if (guess >= value) break;
        seen = SWAP_IF(most, guess, value);
    } while (seen != guess);
}

int main()
{
    int *most, *in, host[128];
    for (int i = 0; i < 128; i++) host[i] = i * 37 % 128;
    cudaMalloc(&most, sizeof(int));
    cudaMalloc(&in, sizeof host);
    cudaMemset(most, 0, sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    largest<<<2, 64>>>(most, in);
    cudaMemcpy(host, most, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
}
