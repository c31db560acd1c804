// expect: uninitialised-read warning s 9
#include <cstdio>
#include <cuda_runtime.h>
#include <thrust/device_vector.h>
#include <thrust/sequence.h>
__global__ void add(const int *in, int *out, int n)
{
    __shared__ int s[64]; int t = threadIdx.x; if (t < n) s[t] = in[t]; __syncthreads();
    int v = s[t]; out[t] = v + 1;
}

int main()
{
    thrust::device_vector<int> a(64), b(64);
    thrust::sequence(a.begin(), a.end());
    add<<<1, 64>>>(thrust::raw_pointer_cast(a.data()), thrust::raw_pointer_cast(b.data()), 50);
    int h[64];
    cudaMemcpy(h, thrust::raw_pointer_cast(b.data()), 256, cudaMemcpyDeviceToHost);
    printf("%d\n", h[3]);
}
