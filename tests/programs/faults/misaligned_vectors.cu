// expect: misaligned-address error in 8
// expect: launch-error? * - *
#include <cstdio>
#include <cuda_runtime.h>
__global__ void copy(const float *in, float *out, int shift)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 four = *(const float4 *)(in + shift + 4 * i);
    *(float4 *)(out + 4 * i) = four;
}
int main()
{
    static float host[260], *in, *out;
    for (int i = 0; i < 260; i++) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, 256 * sizeof(float));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    copy<<<1, 64>>>(in, out, 1);
    cudaMemcpy(host, out, 256 * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g\n", host[0]);
    return cudaGetLastError();
}
