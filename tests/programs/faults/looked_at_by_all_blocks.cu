// A maximum of all blocks that is looked at and then written, and one variable that all write.
// expect: race error most 19,19
// expect: race warning most 19,19
// expect: race? * most 19,19
// expect: race error last 20,20
// expect: race warning last 20,20
// expect: race? * last 20,20
// says: Also between blocks, where no barrier helps
// advice: an atomic such as atomicMax()
// advice: give each block an element of its own
// never: read from one array and write to another
#include <cstdio>
#include <cuda_runtime.h>
__device__ int most, last;

__global__ void maximum(const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > most) most = in[i];
    last = i;
}

int main()
{
    const int n = 256;
    int h[n], *in;
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    maximum<<<2, n / 2>>>(in, n);
    cudaMemcpyFromSymbol(h, most, sizeof(int));
    printf("%d\n", h[0]);
    cudaFree(in);
}
