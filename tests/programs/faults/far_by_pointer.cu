// The same in a function that only has a pointer: no bounds are known where it is used.
// expect: out-of-bounds error s 9
// expect: unread-slot? note s *
// expect: uninitialised-read? warning * *
#include <cstdio>

__device__ __noinline__ void put(int *s, int i)
{
    s[i] = 7;
}

__global__ void far_away(int far)
{
    __shared__ int s[64];
    s[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 5) put(s, far);
}

int main()
{
    far_away<<<1, 64>>>(-40000);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
