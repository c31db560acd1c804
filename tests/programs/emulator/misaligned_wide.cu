// A float4 that is not at a multiple of 16: one finding, whatever the machine says of it.
// expect: ^launch-end 0 error 716 accesses
// expect: diagnostic error error launch 0 block 0 .*thread 0 .*: reads$
#include <cstdio>

__global__ void wide(const float *in, float4 *out)
{
    const float4 *p = reinterpret_cast<const float4 *>(in + 1);

    out[threadIdx.x] = p[threadIdx.x];
}

int main()
{
    float *a;
    float4 *b;

    cudaMalloc(&a, 136 * sizeof *a);
    cudaMalloc(&b, 32 * sizeof *b);
    cudaMemset(a, 0, 136 * sizeof *a);
    wide<<<1, 32>>>(a, b);
    cudaDeviceSynchronize();
}
