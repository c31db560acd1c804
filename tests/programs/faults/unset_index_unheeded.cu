// With other left-overs in memory the unset byte becomes an index far outside, and the kernel dies;
// the program does not look, and prints the same.
// expect: uninitialised-read warning n 8
#include <cstdio>
#include <cuda_runtime.h>
__global__ void scatter(const unsigned char *n, int *out)
{
    unsigned char v = n[0];
    out[v & 0x40 ? 100000000 : 0] = v;
}
int main()
{
    unsigned char *n;
    int *out, host;
    cudaMalloc(&n, 16);
    cudaMalloc(&out, 16);
    scatter<<<1, 1>>>(n, out);
    cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
    puts("done");
}
