// What comes back holds a time and addresses: it differs in every run, and not for the unset slots.
// expect: uninitialised-read note s 12
#include <chrono>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void copy(long *out, long now, const void *host, int n)
{
    __shared__ long s[64];
    int t = threadIdx.x;
    if (t < n) s[t] = now;
    long value = s[t];
    if (t < n) out[t] = t % 2 ? value : (long)host;
}

int main()
{
    long host[50], *out;
    cudaMalloc(&out, sizeof host);
    long now = std::chrono::steady_clock::now().time_since_epoch().count();
    copy<<<1, 64>>>(out, now, host, 50);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[0] == (long)host);
    return cudaGetLastError();
}
