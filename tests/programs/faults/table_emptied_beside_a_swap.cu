// expect: race error table 13,14
// expect: race warning table 13,14
// advice: a __syncthreads() between line 13 and line 14
// never: give the lock back
#include <cstdio>
// A table that is emptied without a barrier before it is filled: no lock, a barrier mends it.
__global__ void fill(int *out)
{
    __shared__ int table[64];
    int t = threadIdx.x;
    int place = (t + 40) % 64;

    table[t] = -1;
    int old = atomicCAS(&table[place], -1, t);
    __syncthreads();
    out[t] = old + table[t];
}
int main()
{
    int h[64], *out;
    cudaMalloc(&out, sizeof h);
    fill<<<1, 64>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    long sum = 0;
    for (int i = 0; i < 64; i++) sum += h[i];
    printf("%ld\n", sum);
    cudaFree(out);
}
