// expect: ^sum 496$
// expect: launch-end 0 error 0
#include <stdio.h>
#include <stdlib.h>
__global__ void k(int *out)
{
    int *mine = (int *)malloc(sizeof(int) * 4), *other = new int[2];
    mine[1] = threadIdx.x;
    other[1] = mine[1];
    atomicAdd(out, other[1]);
    free(mine);
    delete[] other;
}
int main()
{
    int *out, r;
    cudaMalloc(&out, 4);
    cudaMemset(out, 0, 4);
    k<<<1, 32>>>(out);
    cudaMemcpy(&r, out, 4, cudaMemcpyDeviceToHost);
    printf("sum %d\n", r);
}
