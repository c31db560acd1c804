// Global memory, hundreds of megabytes before an array of 256 bytes.
// expect: out-of-bounds error data 8
#include <cstdio>

__global__ void far_away(int *data, long far)
{
    data[threadIdx.x] = 1;
    if (threadIdx.x == 5) data[far] = 7;
}

int main()
{
    int *data;
    cudaMalloc(&data, 64 * sizeof *data);
    far_away<<<1, 64>>>(data, -100000000);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
