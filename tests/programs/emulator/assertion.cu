// expect: diagnostic assertion error .* thread 3 .*threadIdx.x != 3
// expect: launch-end 0 error 710
// expect: exit 198
#include <assert.h>
__global__ void k()
{
    assert(threadIdx.x != 3);
}
int main()
{
    k<<<1, 32>>>();
    return cudaDeviceSynchronize() & 255;
}
