// An index that would hit the thread's control block ends the kernel, not the emulator.
// expect: diagnostic out-of-bounds error .* index 18000 
// expect: diagnostic out-of-bounds error .* far outside the block's shared memory
// expect: launch-end 0 error 700
// expect: exit 1
#include <stdio.h>
__global__ void k(int *out, int at)
{
    __shared__ int s[32];
    for (int i = 0; i < 4000; i++) s[at + i] = i;
    out[0] = s[1];
}
int main()
{
    int *out;
    cudaMalloc(&out, 128);
    k<<<1, 1>>>(out, 20000 - 2000);
    return cudaDeviceSynchronize() != cudaSuccess;
}
