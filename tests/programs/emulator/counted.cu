// Blocks 64 on are not recorded: they are counted, and what is wrong in them is found all the same.
// expect: ^launch-end 0 error 0 accesses 25600 blocks 80$
// expect: ^launch-end 1 error 0 accesses 10242 blocks 80$
// expect: ^launch-end 2 error 0 accesses 10368 blocks 80$
// expect: ^launch-end 3 error 0 accesses 25600 blocks 80$
// expect: ^launch-end 4 error 716 accesses
// expect: diagnostic out-of-bounds .*launch 1 block 70 .*thread 3 .*Thread 3 writes 8 bytes past
// expect: diagnostic uninitialised-read .*launch 2 block 75
// expect: diagnostic error error launch 4 block 79 .*thread 1
// expect: ^sums 1 1 1
#include <cstdio>
#include <cstring>

struct pair {
    int first, second;
};

__global__ void fine(int *a, const pair *pairs, int *sum)
{
    __shared__ int s[64];
    int local[4], t = threadIdx.x, i = blockIdx.x * 64 + t;

    memcpy(local, &pairs[i], sizeof(pair)); // local is a thread's own: only the reads count
    s[t] = local[t % 2];
    __syncthreads();
    a[i] = s[63 - t];
    if (a[i] < 0) *sum = 1;
}

__global__ void beyond(int *a, int n)
{
    int i = blockIdx.x * 64 + threadIdx.x;

    a[i] += 1;
    if (blockIdx.x == 70 && threadIdx.x == 3) a[n + 2] = a[n - 1];
}

__global__ void unset(const int *never, int *a)
{
    int i = blockIdx.x * 64 + threadIdx.x;

    a[i] = a[i] + 1;
    if (blockIdx.x == 75) a[i] = never[i];
}

__global__ void odd(int *a)
{
    char *at = (char *)&a[blockIdx.x * 64];

    if (threadIdx.x == 1) *(int *)(at + (blockIdx.x == 79)) = 1;
}

int main()
{
    const int n = 80 * 64;
    static int host[n];
    int *a, *never, *sum;
    pair *pairs;
    int ones = 0;

    cudaMalloc(&a, n * sizeof *a);
    cudaMalloc(&never, n * sizeof *never);
    cudaMalloc(&sum, sizeof *sum);
    cudaMalloc(&pairs, n * sizeof *pairs);
    cudaMemset(pairs, 0, n * sizeof *pairs);
    fine<<<80, 64>>>(a, pairs, sum);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) ones += host[i] == 0;
    beyond<<<80, 64>>>(a, n);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    unset<<<80, 64>>>(never, a);
    fine<<<80, 64>>>(a, pairs, sum);
    odd<<<80, 64>>>(a);
    cudaDeviceSynchronize();
    printf("sums %d %d %d\n", ones == n, host[0], host[n - 1]);
}
