// expect: ^55555555 ffffffff$
#include <stdio.h>
__global__ void k(unsigned *out)
{
    int t = threadIdx.x;
    if (t % 2 == 0) out[0] = __activemask();
    unsigned all = __activemask();
    if (t == 5) out[1] = all;
}
int main()
{
    unsigned *out, r[2];
    cudaMalloc(&out, 256);
    k<<<1, 32>>>(out);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    printf("%x %x\n", r[0], r[1]);
}
