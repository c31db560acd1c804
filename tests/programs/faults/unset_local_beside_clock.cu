// expect: uninitialised-read warning sum 10
// The program prints its time: only what the device hands the host is the same each time.
#include <chrono>
#include <cstdio>
#include <vector>

__global__ void add(const int *numbers, int *sums)
{
    int t = threadIdx.x;
    int sum;
    for (int i = 0; i < 8; i++)
        sum += numbers[t * 8 + i];
    sums[t] = sum;
}

int main()
{
    std::vector<int> numbers(512), sums(64);
    int *from, *to;
    for (int i = 0; i < 512; i++)
        numbers[i] = i;
    cudaMalloc(&from, 512 * sizeof(int));
    cudaMalloc(&to, 64 * sizeof(int));
    cudaMemcpy(from, numbers.data(), 512 * sizeof(int), cudaMemcpyHostToDevice);
    auto start = std::chrono::steady_clock::now();
    add<<<1, 64>>>(from, to);
    cudaDeviceSynchronize();
    auto end = std::chrono::steady_clock::now();
    cudaMemcpy(sums.data(), to, 64 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%lld ns\n", (long long)(end - start).count());
    cudaFree(from);
    cudaFree(to);
    return 0;
}
