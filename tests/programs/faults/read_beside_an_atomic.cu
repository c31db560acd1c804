// The counter is read without an atomic while others count. CAST and SCAN are no compare and swap,
// whatever letters they have.
// expect: race error counter 11,12
// expect: race warning counter 11,12
#include <cstdio>
#define CAST(x) ((int)(x))

__global__ void count(int *counter, int *out)
{
    int t = threadIdx.x;
    int seen = *counter;
    atomicAdd(counter, CAST(1.0f)); /* SCAN, CAS */
    out[blockIdx.x * 64 + t] = seen;
}

int main()
{
    int *counter, *out;
    cudaMalloc(&counter, sizeof(int));
    cudaMalloc(&out, 128 * sizeof(int));
    cudaMemset(counter, 0, sizeof(int));
    count<<<1, 64>>>(counter, out);
    cudaDeviceSynchronize();
}
