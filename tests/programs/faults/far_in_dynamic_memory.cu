// Dynamic shared memory, far behind its end.
// expect: out-of-bounds error more 10
#include <cstdio>

__global__ void far_away(int *out, int far)
{
    extern __shared__ int more[];
    more[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 5) more[far] = 7;
    out[threadIdx.x] = more[threadIdx.x];
}

int main()
{
    int *out;
    cudaMalloc(&out, 64 * sizeof *out);
    far_away<<<1, 64, 64 * sizeof(int)>>>(out, 70000);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
