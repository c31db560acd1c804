// The second launch goes on with what the first one left, a value from each block.
// draws 1 0: in is memory that launch 0 wrote (line 14), element i by block i
// draws 1 0: 28       92
// says 1 3: thread 0
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sum(const int *in, int *out)
{
    __shared__ int s[8];
    s[threadIdx.x] = in[blockIdx.x * 8 + threadIdx.x];
    __syncthreads();
    for (int k = 4; k > 0; k /= 2) { if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k]; __syncthreads(); }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

int main()
{
    int h[64], *a, *b, *c, total;
    for (int i = 0; i < 64; i++)
        h[i] = i;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, 8 * sizeof(int));
    cudaMalloc(&c, sizeof(int));
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    sum<<<8, 8>>>(a, b);
    sum<<<1, 8>>>(b, c);
    cudaMemcpy(&total, c, sizeof total, cudaMemcpyDeviceToHost);
    printf("%d\n", total);
    return total != 64 * 63 / 2;
}
