// As an H200 does it: all bits set, no error.
// expect: ^ffffffff ffffffff 7 ffffffffffffffff 80000000$
// expect: diagnostic integer-overflow warning launch 0 .* thread 0 .* divides an integer by zero
// expect: launch-end 0 error 0
#include <stdio.h>
struct numbers { int a; unsigned b; int c; long long d; int e; };
__global__ void k(numbers *out, int *zero, unsigned none, long long *nothing, int least, int minus)
{
    out->a = 7 / *zero;
    out->b = 9u / none;
    out->c = 7 % zero[0];
    out->d = -5ll / nothing[0];
    out->e = least / minus;
}
int main()
{
    numbers *out, h;
    long long *zero;
    cudaMalloc(&out, sizeof h);
    cudaMalloc(&zero, 64);
    cudaMemset(zero, 0, 64);
    k<<<1, 1>>>(out, (int *)zero, 0, zero, -2147483647 - 1, -1);
    cudaMemcpy(&h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%x %x %x %llx %x\n", h.a, h.b, h.c, h.d, h.e);
}
