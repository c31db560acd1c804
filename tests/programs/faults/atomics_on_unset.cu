// Nobody sets the bins, the maximum and the lock that several threads update by atomics: the first
// update of each reads what nobody has written.
// expect: uninitialised-read warning bins 16
// expect: uninitialised-read warning best 17
// expect: uninitialised-read warning mine 23
// says: Also from bins[0] to bins[15]
#include <cstdio>
#include <cuda_runtime.h>

__global__ void count(const int *in, int *out, int n)
{
    __shared__ int bins[16], best;
    int t = threadIdx.x;

    for (int i = t; i < n; i += blockDim.x)
        atomicAdd(&bins[in[i] & 15], 1);
    atomicMax(&best, -in[t] - 1);
    // A sum of one's own making, in a 64-bit word.
    __shared__ unsigned long long mine;
    unsigned long long assumed, old = 0;
    do {
        assumed = old;
        old = atomicCAS(&mine, assumed, assumed + in[t]);
    } while (old != assumed);
    __syncthreads();
    if (t < 16) out[t] = bins[t];
    if (t == 16) out[t] = best;
    if (t == 17) out[t] = mine;
}

int main()
{
    int host[256], *in, *out;
    for (int i = 0; i < 256; i++) host[i] = i * 5;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, 18 * sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    count<<<1, 64>>>(in, out, 256);
    cudaMemcpy(host, out, 18 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 18; i++) printf("%d ", host[i]);
    printf("\n");
    cudaFree(in);
    cudaFree(out);
    return 0;
}
