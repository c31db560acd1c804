// The first look at the slot is also stored, though the compare and swap may find another value;
// and in the second kernel it is stored before the loop that checks it.
// expect: race error seen 14,16
// expect: race? warning seen 14,16
// expect: race error most 23,28
// expect: race? warning most 23,28
#include <cstdio>
#include <cuda_runtime.h>

__global__ void once(int *out)
{
    __shared__ int seen;
    if (threadIdx.x == 0) seen = 0; __syncthreads();
    int x = seen;
    out[threadIdx.x] = x;
    atomicCAS(&seen, x, x + 1);
}

__global__ void loop(int *most, const int *in, int *first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = in[i];
    int old = *most, guess;
    first[i] = old;
    do {
        guess = old;
        if (guess >= value) break;
        old = atomicCAS(most, guess, value);
    } while (old != guess);
}

int main()
{
    int host[64], *in, *out, *most;
    for (int i = 0; i < 64; i++) host[i] = i * 37 % 64;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&most, sizeof(int));
    cudaMemset(most, 0, sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    once<<<1, 64>>>(out);
    loop<<<1, 64>>>(most, in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[63]);
    return cudaGetLastError();
}
