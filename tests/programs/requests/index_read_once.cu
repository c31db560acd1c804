// An index that is read from memory is read once, however often the compiler's check of it looks:
// by each of two warps. What stands there twice is read twice.
// counts 26 global_load_requests 2
// counts 27 global_load_requests 2
// counts 28 global_load_requests 2
// counts 28 shared_load_requests 2
// counts 29 global_load_requests 4
// counts 30 global_load_requests 4
// counts 31 global_load_requests 4
// counts 32 global_load_requests 4
// counts 33 global_load_requests 6
// counts 34 global_load_requests 2
// counts 35 global_load_requests 2
// counts 36 global_load_requests 4
// counts 37 global_load_requests 4
// counts 38 global_load_requests 2
#include <cstdio>
struct pair { int a, b; };
__device__ int both(int a, int b) { return a + b; }
__global__ void k(const int *numbers, const unsigned char *bytes, int *out, const pair *pairs)
{
    __shared__ int counts[64], other[64], grid[8][8];
    int t = threadIdx.x;
    counts[t] = other[t] = grid[t / 8][t % 8] = 0;
    __syncthreads();
    atomicAdd(&counts[bytes[t] >> 2], 1);
    other[numbers[t] % 64] = t;
    out[t] = other[numbers[t]];
    atomicAdd(&grid[numbers[t] / 8][bytes[t] % 8], 1);
    out[t] = numbers[t] * numbers[t];
    out[t] = both(numbers[t], numbers[t]);
    other[numbers[t] % 64] = counts[numbers[t] % 64];
    for (int i = 0; i < 3; i++) atomicAdd(&counts[numbers[0]], 1);
    while (numbers[t] < 0) t++;
    other[pairs[t].a % 64] = 1;
    out[t] = other[numbers[t] * 2 + numbers[t] / 2];
    other[numbers[numbers[t]]] = 1;
    other[*numbers]++;
}
int main()
{
    int n[64], *numbers, *out;
    unsigned char b[64], *bytes;
    pair p[64], *pairs;
    for (int i = 0; i < 64; i++) n[i] = i % 16, b[i] = i, p[i] = {i, i};
    cudaMalloc(&numbers, sizeof n);
    cudaMalloc(&out, sizeof n);
    cudaMalloc(&bytes, sizeof b);
    cudaMalloc(&pairs, sizeof p);
    cudaMemcpy(numbers, n, sizeof n, cudaMemcpyHostToDevice);
    cudaMemcpy(bytes, b, sizeof b, cudaMemcpyHostToDevice);
    cudaMemcpy(pairs, p, sizeof p, cudaMemcpyHostToDevice);
    k<<<1, 64>>>(numbers, bytes, out, pairs);
    cudaMemcpy(n, out, sizeof n, cudaMemcpyDeviceToHost);
    printf("%d\n", n[3]);
}
