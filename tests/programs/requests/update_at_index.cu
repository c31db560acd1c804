// Where an element is updated whose index is read from memory, the index is read once: not once for
// its load and once for its store. What stands there twice is read twice.
// counts 21 global_load_requests 1
// counts 22 global_load_requests 1
// counts 23 global_load_requests 2
// counts 24 global_load_requests 2
// counts 25 global_load_requests 2
// counts 26 global_load_requests 2
// counts 27 global_load_requests 1
// counts 28 global_load_requests 3
// counts 21 shared_load_requests 1
// counts 21 shared_store_requests 1
#include <cstdio>
__global__ void k(const int *numbers, const unsigned char *bytes, int *out)
{
    __shared__ int counts[64], grid[8][8];
    int t = threadIdx.x;
    counts[t] = counts[t + 32] = 0;
    grid[t / 8][t % 8] = grid[t / 8 + 4][t % 8] = 0;
    __syncthreads();
    counts[numbers[t]] += 2;
    counts[numbers[t] % 64] -= t;
    grid[numbers[t] / 8][bytes[t] % 8] += 1;
    counts[numbers[t]] += numbers[t];
    counts[numbers[t]] = counts[numbers[t]] + 2;
    counts[numbers[t]] += 1, counts[numbers[t]] += 1;
    counts[bytes[t] >> 2]++;
    for (int i = 0; i < 3; i++) counts[numbers[t]] += i;
    out[t] = counts[t] + grid[t / 8][t % 8];
}
int main()
{
    int numbers[32], *n, *out;
    unsigned char bytes[32], *b;
    for (int i = 0; i < 32; i++) numbers[i] = 31 - i, bytes[i] = i * 4;
    cudaMalloc(&n, sizeof numbers);
    cudaMalloc(&out, sizeof numbers);
    cudaMalloc(&b, sizeof bytes);
    cudaMemcpy(n, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    cudaMemcpy(b, bytes, sizeof bytes, cudaMemcpyHostToDevice);
    k<<<1, 32>>>(n, b, out);
    cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost);
    printf("%d\n", numbers[3]);
    cudaFree(n);
    cudaFree(out);
    cudaFree(b);
    return 0;
}
