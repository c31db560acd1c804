// An index without a sign that goes below 0.
// expect: out-of-bounds error line 12
// says: uses line[4294967295], which does not exist: line has 64 elements, 0 to 63
// says: (unsigned, such as threadIdx.x) -1 becomes 4294967295.
#include <cstdio>

__global__ void shift(int *v)
{
    __shared__ int line[64];
    line[threadIdx.x] = v[threadIdx.x];
    __syncthreads();
    v[threadIdx.x] = line[threadIdx.x - 1];
}

int main(int argc, char **)
{
    int *v;

    cudaMalloc(&v, 64 * sizeof(int));
    cudaMemset(v, 0, 64 * sizeof(int));
    shift<<<1, 64>>>(v);
    cudaDeviceSynchronize();
    cudaFree(v);
    return argc < 1;
}
