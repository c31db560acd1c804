// Values of the blocks (no sums: the kernels add nothing) that the CPU adds up, in two of the ways people write it; a launch whose
// results are only checked; and managed memory, read where it is.
// says 0 1: The CPU adds the 4 values of the blocks (partial, copied back on line 49) on line 52. Together they are 36.
// draws 0 1: copied back on line 49, added on line 52
// draws 0 1: sum    36  = 9 + 9 + … + 9
// draws 0 0: Then the kernel ends.
// says 1 1: The CPU adds the 8 values of the threads (out, copied back on line 57) on line 60. Together they are 28.
// says 3 1: The CPU adds the 4 values of the blocks (partial) on line 72. Together they are 36.
// draws 3 1: read by the CPU where it is, added on line 72
#include <cstdio>
#include <cuda_runtime.h>

__global__ void perBlock(float *partial)
{
    if (threadIdx.x == 0) partial[blockIdx.x] = 9;
}

__global__ void perThread(int *out)
{
    out[threadIdx.x] = threadIdx.x;
}

__global__ void twice(int *out)
{
    out[threadIdx.x] *= 2;
}

__global__ void fill(int *partial)
{
    if (threadIdx.x == 1) partial[blockIdx.x] = 9;
}

int main()
{
    float *sums, host[4], total = 0;
    int *numbers, back[8], n = 0, right = 0;










    cudaMalloc(&sums, sizeof host);
    perBlock<<<4, 8>>>(sums);
    cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost);

    for (int b = 0; b < 4; b++)
        total += host[b];

    cudaMalloc(&numbers, sizeof back);

    perThread<<<1, 8>>>(numbers);
    cudaMemcpy(back, numbers, sizeof back, cudaMemcpyDeviceToHost);

    for (int i = 0; i < 8; i++) {
        n = n + back[i];
    }
    twice<<<1, 8>>>(numbers);
    cudaMemcpy(back, numbers, sizeof back, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++)
        right += back[i] == 2 * i; // counts, and does not add what was read

    int *managed, sum = 0;
    cudaMallocManaged(&managed, 4 * sizeof(int));
    managed[2] = 0;
    fill<<<4, 8>>>(managed);
    cudaDeviceSynchronize();
    for (int b = 0; b < 4; b++) sum += managed[b];

    printf("%g %d %d %d\n", total, n, right, sum);
    return total == 36 && n == 28 && right == 8 && sum == 36 ? 0 : 1;
}
