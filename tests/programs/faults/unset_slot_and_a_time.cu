// The upper half of s is read unset, and nothing comes of it; but the program prints a time, so that
// no two runs print the same: no proof of anything.
// expect: uninitialised-read note s 13
// says: so whether the value matters cannot be told
#include <cstdio>
#include <ctime>

__global__ void half(int *out)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    if (t < 64) s[t] = t;
    __syncthreads(); int value = s[t];
    out[t] = t < 64 ? value : 0;
}

int main()
{
    int *out, host[128];
    timespec now;
    cudaMalloc(&out, sizeof host);
    half<<<1, 128>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    clock_gettime(CLOCK_REALTIME, &now);
    printf("%d at %ld.%09ld\n", host[5], (long)now.tv_sec, now.tv_nsec);
}
