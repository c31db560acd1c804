/* The last warp of a reduction, in step without __syncwarp: wrong since Volta, and yet what it gives
 * on a GPU. Then a flag that another thread raises. */
#include <stdio.h>

__device__ void last_warp(volatile int *s, int t)
{
    s[t] += s[t + 32];
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
}

__global__ void sum(const int *in, int *out)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = in[t] + in[t + 128];
    __syncthreads();
    if (t < 64)
        s[t] += s[t + 64];
    __syncthreads();
    if (t < 32)
        last_warp(s, t);
    if (t == 0)
        *out = s[0];
}

__global__ void hand_over(volatile int *flag, int *out)
{
    if (threadIdx.x == 0) {
        while (*flag == 0)
            continue;
        *out = *flag;
    } else if (threadIdx.x == 32) {
        *flag = 7;
    }
}

int main()
{
    int *in, *out, *flag, expected = 0;
    cudaMallocManaged(&in, 256 * sizeof(int));
    cudaMallocManaged(&out, 2 * sizeof(int));
    cudaMallocManaged(&flag, sizeof(int));
    for (int i = 0; i < 256; i++)
        expected += in[i] = i * i % 1000;
    *flag = 0;
    sum<<<1, 128>>>(in, out);
    hand_over<<<1, 64>>>(flag, out + 1);
    cudaDeviceSynchronize();
    printf("%s %d\n", out[0] == expected ? "equal" : "different", out[1]);
    return 0;
}
