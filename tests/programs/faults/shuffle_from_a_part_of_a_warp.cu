// Lanes 16 to 23 ask lanes 24 to 31, which the block does not have: thread 16 is the first.
// expect: uninitialised-read warning - 9
// says: Thread 16 reads by shuffle from lane 24
// findings: 1
#include <cstdio>
__global__ void largest(const int *in, int *out)
{
    int v = in[threadIdx.x];
    v = max(v, __shfl_xor_sync(0xffffff, v, 8, 16));
    out[threadIdx.x] = v;
}

int main()
{
    int h[24], *in, *out;
    for (int i = 0; i < 24; i++) h[i] = i * 13 % 97;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    largest<<<1, 24>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 24; i++) printf("%d ", h[i]);
    printf("\n");
    cudaFree(in);
    cudaFree(out);
}
