// What is printed is something else each time: nobody can tell whether the tail counts.
// expect: none
#include <chrono>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int *out, int n)
{
    if (threadIdx.x < n) out[threadIdx.x] = threadIdx.x;
}

int main()
{
    int host[64], *out;
    cudaMalloc(&out, sizeof host);
    fill<<<1, 64>>>(out, 60);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %lld\n", host[59],
           (long long)std::chrono::steady_clock::now().time_since_epoch().count());
    return cudaGetLastError();
}
