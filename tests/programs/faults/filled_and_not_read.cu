// The next block's first number is kept behind the block's own, and the index never gets there: the
// thread that keeps it goes on to write its result.
// expect: unread-slot note s 16
// says: s[64] is written and never read again: thread 0 writes it (line 16) in round 0, block 1
#include <cstdio>

constexpr int T = 64;

__global__ void rotate(int *numbers)
{
    __shared__ int s[T + 1];
    int t = threadIdx.x;
    int *mine = numbers + blockIdx.x * T;
    s[t] = mine[t];
    if (t == 0)
        s[T] = mine[0]; // 0 in block 0
    __syncthreads();
    mine[t] = s[(t + 1) % T];
}

int main()
{
    int numbers[2 * T], *device;
    for (int i = 0; i < 2 * T; i++)
        numbers[i] = i;
    cudaMalloc(&device, sizeof numbers);
    cudaMemcpy(device, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    rotate<<<2, T>>>(device);
    cudaMemcpy(numbers, device, sizeof numbers, cudaMemcpyDeviceToHost);
    printf("%d %d\n", numbers[0], numbers[2 * T - 1]);
    cudaFree(device);
}
