// An index so far outside that what it meets is some other thing's memory, or none.
// expect: out-of-bounds error s 10
// expect: unread-slot? note s 10
#include <cstdio>

__global__ void far_away(int far)
{
    __shared__ int s[64];
    int i = threadIdx.x == 5 ? far : threadIdx.x;
    s[i] = 7;
}

int main()
{
    far_away<<<1, 64>>>(100000000);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
