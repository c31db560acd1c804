// expect: diagnostic out-of-bounds error .* thread 0 .* cannot use a pointer to the host's memory
// expect: launch-end 0 error 700
// expect: diagnostic out-of-bounds error launch -1 .* The host reads device memory
#include <stdlib.h>
#include <stdio.h>
__global__ void k(int *out)
{
    out[threadIdx.x] = 1;
}
int main()
{
    int *host = (int *)malloc(4096), *device;
    cudaMalloc(&device, 4096);
    printf("%d\n", device[3]);
    k<<<1, 32>>>(host);
    free(host);
}
