// An index without a sign that goes below 0 ends 2^32 elements further on: x is meant, not out. In
// the first launch the two point the other way round.
// expect: out-of-bounds error x 13
// says: uses x[4294967295], which does not exist: x has 64 elements, 0 to 63
// says: (unsigned, such as threadIdx.x) -1 becomes 4294967295.
// never: no allocation holds
#include <cstdio>

__global__ void differences(const float *x, float *out, unsigned first)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= first)
        out[i] = x[i] - x[i - 1];
}

int main(int argc, char **)
{
    float h[64] = {0}, *a, *b;

    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
    differences<<<1, 64>>>(a, b, 1);
    differences<<<1, 64>>>(b, a, 0);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(b);
    return argc < 1;
}
