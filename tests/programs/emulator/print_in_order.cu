// expect: ^block 0 says 0.5 %$
// expect: ^hello$
#include <stdio.h>
__global__ void k()
{
    if (threadIdx.x == 0) {
        printf("block %d says %g %%\n", blockIdx.x, 0.5);
        printf("hello\n");
    }
}
int main()
{
    k<<<16, 32>>>();
    cudaDeviceSynchronize();
}
