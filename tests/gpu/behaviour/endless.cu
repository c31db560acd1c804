// The second kernel never ends: what was recorded until then is kept.
#include <cstdio>

__global__ void fine(int *p) { p[threadIdx.x] = threadIdx.x; }

__global__ void endless(volatile int *p)
{
    __shared__ int part[64];
    part[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    while (p[64] == 0)
        ;
    p[threadIdx.x] = part[63 - threadIdx.x];
}

int main()
{
    int *p;
    cudaMalloc(&p, 65 * sizeof(int));
    cudaMemset(p, 0, 65 * sizeof(int));
    fine<<<1, 64>>>(p);
    endless<<<1, 64>>>(p);
    printf("%d\n", (int)cudaDeviceSynchronize());
}
