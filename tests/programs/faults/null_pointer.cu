// A null pointer, beside one that is right.
// expect: out-of-bounds error data 7
#include <cstdio>

__global__ void copy(const int *data, int *out)
{
    out[threadIdx.x] = data[threadIdx.x + 3];
}

int main()
{
    int *out;
    cudaMalloc(&out, 64 * sizeof *out);
    copy<<<1, 64>>>(nullptr, out);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
