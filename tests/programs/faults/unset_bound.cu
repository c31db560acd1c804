// expect: uninitialised-read warning n 8
// With another value in it the loop goes on and on.
#include <cstdio>

__global__ void add(const int *numbers, int *sums)
{
    int t = threadIdx.x;
    int n;
    int sum = 0;
    if (t < 32)
        n = 4;
    for (int i = 0; i < n; i++)
        sum += numbers[(t + i) % 64];
    sums[t] = sum;
}

int main()
{
    int sums[64], *from, *to;
    cudaMalloc(&from, 64 * sizeof(int));
    cudaMalloc(&to, 64 * sizeof(int));
    cudaMemset(from, 1, 64 * sizeof(int));
    add<<<1, 64>>>(from, to);
    cudaMemcpy(sums, to, 64 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", sums[40]);
    cudaFree(from);
    cudaFree(to);
    return 0;
}
