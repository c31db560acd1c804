// expect: out-of-bounds error - 8
// says: address 0x123456789abc, where there is no memory at all
// never: o[
#include <cstdio>
#include <cuda_runtime.h>
__global__ void wild(int *o, long *table)
{
    o[threadIdx.x] = *(int *)(table[1]);
}

int main()
{
    long host[2] = {0, 0x123456789abc}, *table;
    int *o;
    cudaMalloc(&o, 128);
    cudaMalloc(&table, sizeof host);
    cudaMemcpy(table, host, sizeof host, cudaMemcpyHostToDevice);
    wild<<<1, 32>>>(o, table);
    printf("%d\n", cudaDeviceSynchronize() == cudaSuccess);
}
