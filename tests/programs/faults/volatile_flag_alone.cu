// A volatile flag tells the other block that data is complete, without a fence before it. Flag and data
// lie in one allocation behind two parameters.
// expect: race error flag 17,17
// expect: race? error data 17,17
// says: a __threadfence() before it is written
// says: on flag[0]
// never: second launch
#include <cstdio>

__global__ void tell(volatile int *flag, int *data, int *out)
{
    bool writer = blockIdx.x == 0;
    if (threadIdx.x) return;
    /* on one line, as it is often written: */
    /* clang-format off */

    if (writer) { data[0] = 5; *flag = 1; } else { while (*flag == 0) {} out[0] = data[0]; }
    /* clang-format on */
}

int main()
{
    int *memory, *out, host;
    cudaMalloc(&memory, 512);
    cudaMalloc(&out, sizeof host);
    cudaMemset(memory, 0, 512);
    tell<<<2, 32>>>(memory, memory + 8, out);
    cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host);
}
