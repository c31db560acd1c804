// expect: none
//
// The host waits for a flag in mapped memory, which the kernel sets behind a fence; what the kernel
// wrote before it is there then.
#include <cstdio>

__global__ void work(int *result, volatile int *flag)
{
    result[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence_system();
        *flag = 1;
    }
}

int main()
{
    int *result, sum = 0;
    volatile int *flag;
    cudaHostAlloc(&result, 64 * sizeof *result, cudaHostAllocMapped);
    cudaHostAlloc((void **)&flag, sizeof *flag, cudaHostAllocMapped);
    *flag = 0;
    work<<<1, 64>>>(result, flag);
    while (*flag == 0) {
    }
    for (int i = 0; i < 64; i++) sum += result[i];
    printf("%d\n", sum);
    cudaDeviceSynchronize();
    cudaFreeHost(result);
    cudaFreeHost((void *)flag);
}
