// What a library makes of an unset slot reaches the host, though nobody sees the library write.
// expect: uninitialised-read warning s 14
#include <cstdio>
#include <cuda_runtime.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/transform.h>

__global__ void add(int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < n) s[t] = t;
    out[t] = s[t] + 1;
}

int main()
{
    int host[64];
    thrust::device_vector<int> a(64), b(64);
    add<<<1, 64>>>(thrust::raw_pointer_cast(a.data()), 50);
    thrust::transform(a.begin(), a.end(), b.begin(), thrust::negate<int>());
    cudaMemcpy(host, thrust::raw_pointer_cast(b.data()), sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[3]);
    return cudaGetLastError();
}
