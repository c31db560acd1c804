// The C library reads managed memory, which nobody sees: what is there at cudaFree() counts.
// expect: uninitialised-read warning s 11
#include <cstdio>
#include <cuda_runtime.h>

__global__ void add(int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < n) s[t] = t;
    out[t] = s[t] + 1;
}

int main()
{
    int *managed;
    cudaMallocManaged(&managed, 64 * sizeof(int));
    add<<<1, 64>>>(managed, 50);
    cudaDeviceSynchronize();
    FILE *file = fopen("/dev/null", "wb");
    fwrite(managed, sizeof(int), 64, file);
    fclose(file);
    cudaFree(managed);
    printf("done\n");
    return cudaGetLastError();
}
