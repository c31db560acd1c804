// A flag that one block polls as volatile and the other writes as a plain variable; then memory that is
// used after it was freed.
// expect: race error flag 13,15
// expect: race? error v *
// expect: out-of-bounds error v 22
// advice: let both sides be volatile or atomic, with a __threadfence() before it is written
// says: It is the memory of v.
#include <cuda_runtime.h>
__global__ void order(int *flag, int *v)
{
    if (blockIdx.x == 0) {
        v[0] = 42;
        *flag = 1;
    } else {
        while (*(volatile int *)flag == 0)
            ;
        v[1] = v[0];
    }
}
__global__ void again(int *v)
{
    v[2] = 7;
}
int main()
{
    int *flag, *v;
    cudaMalloc(&flag, sizeof *flag);
    cudaMalloc(&v, 4 * sizeof *v);
    cudaMemset(flag, 0, sizeof *flag);
    order<<<2, 1>>>(flag, v);
    cudaDeviceSynchronize();
    cudaFree(v);
    again<<<1, 1>>>(v);
    cudaDeviceSynchronize();
}
