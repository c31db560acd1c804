// expect: race error total 22,23
// says: The host reads total while count (launched in line 22) may still be writing it
//
// A managed variable is read before the kernel has ended, then after it: only the first is wrong.
#include <cstdio>

__managed__ int total;
__managed__ int limit = 40;
__device__ int seen;

__global__ void count()
{
    if ((int)threadIdx.x < limit) {
        atomicAdd(&total, 1);
        atomicAdd(&seen, 1);
    }
}

int main()
{
    int copy;
    count<<<1, 64>>>();
    printf("%d of %d\n", total, limit);
    cudaMemcpyFromSymbol(&copy, seen, sizeof copy);
    printf("%d %d\n", copy, total);
    total = 0;
}
