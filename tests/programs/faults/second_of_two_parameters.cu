// Two parameters point into one allocation; the raced element is the second one's, its index the allocation's.
// expect: race error memory 10,10
// says: on memory[64]
// never: counts
// never: totals
#include <cstdio>

__global__ void add(int *counts, int *totals)
{
    if (threadIdx.x == 0) totals[0] = totals[0] + counts[blockIdx.x];
}

int main()
{
    int *memory;
    cudaMalloc(&memory, 512);
    cudaMemset(memory, 0, 512);
    add<<<2, 32>>>(memory, memory + 64);
    cudaDeviceSynchronize();
}
