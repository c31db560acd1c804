// expect: race error p 21,22
// says: The host reads p[50] while add (launched in line 21) may still be writing it
// advice: cudaDeviceSynchronize()
//
// Managed memory is read before the kernel has ended: the launch returns at once.
#include <cstdio>

__global__ void add(int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] += 10;
}

int main()
{
    int n = 100, *p;
    cudaMallocManaged(&p, n * sizeof(int));
    for (int i = 0; i < n; i++)
        p[i] = i;

    add<<<1, 128>>>(p, n);
    printf("%d\n", p[50]);
    cudaDeviceSynchronize();
    cudaFree(p);
}
