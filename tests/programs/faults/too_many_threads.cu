// expect: launch-error error - *
#include <cstdio>
#include <cuda_runtime.h>

__global__ void one(int *out)
{
    *out = 1;
}

int main()
{
    int result = 0, *out;
    cudaMalloc(&out, sizeof result);
    cudaMemset(out, 0, sizeof result);
    one<<<1, 1025>>>(out); // and nobody asks whether it ran
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    return 0;
}
