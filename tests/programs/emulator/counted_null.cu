// A null pointer in a block that is not recorded.
// expect: diagnostic out-of-bounds error launch 0 block 70 .*thread 5 .*count 1: Thread 5 writes address 4, which is not device memory
// expect: ^launch-end 0 error 700 accesses
// expect: ^error 700$
#include <cstdio>

__global__ void write(int *a, int *none)
{
    a[blockIdx.x * 32 + threadIdx.x] = 1;
    if (blockIdx.x == 70 && threadIdx.x == 5) none[1] = 2;
}

int main()
{
    int *a;

    cudaMalloc(&a, 80 * 32 * sizeof *a);
    write<<<80, 32>>>(a, nullptr);
    printf("error %d\n", (int)cudaDeviceSynchronize());
}
