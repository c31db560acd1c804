// A kernel that waits for the host, which goes on only when the launch returns.
#include <cstdio>

__global__ void waits(volatile int *flag, int *out)
{
    while (*flag == 0)
        ;
    out[threadIdx.x] = *flag;
}

int main()
{
    int *flag, *out, host = 0;
    cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocMapped);
    cudaMalloc(&out, 32 * sizeof(int));
    *(volatile int *)flag = 0;
    waits<<<1, 32>>>(flag, out);
    *(volatile int *)flag = 7;
    cudaMemcpy(&host, out + 31, sizeof host, cudaMemcpyDeviceToHost);
    printf("%s\n", host == 7 ? "right" : "WRONG");
}
