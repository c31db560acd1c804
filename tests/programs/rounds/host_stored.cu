// What the host stored over a kernel's results, in managed memory, is nobody's; what it stored before
// the launch, or beside what it reads, changes nothing.
// ends 0 1
// says 1 1: The CPU adds the 32 values of the threads (p) on line
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int *p) { p[threadIdx.x] = 2; }

static int total(const int *p, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += p[i];
    return sum;
}

int main()
{
    int *p, sum;
    cudaMallocManaged(&p, 64 * sizeof(int));
    fill<<<1, 64>>>(p);
    cudaDeviceSynchronize();
    for (int i = 63; i >= 0; i--)
        p[i] = 10;
    sum = total(p, 64);
    fill<<<1, 32>>>(p);
    cudaDeviceSynchronize();
    for (int i = 32; i < 64; i++)
        p[i] = 5;
    sum += total(p, 32);
    printf("%d\n", sum);
    return sum != 704;
}
