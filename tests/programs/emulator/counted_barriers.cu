// Blocks 64 on are counted: threads that wait at barriers, or for their warp, go on and end.
// expect: ^launch-end 0 error 0 accesses [0-9]+ blocks 70$
// expect: ^launch-end 1 error 0 accesses [0-9]+ blocks 70$
// expect: ^17920 17920$
#include <cstdio>

const int blocks = 70, threads = 256;

__global__ void tree(int *sums, const int *in)
{
    __shared__ int s[threads];
    int t = threadIdx.x;

    s[t] = in[blockIdx.x * threads + t];
    __syncthreads();
    for (int d = threads / 2; d; d >>= 1) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) sums[blockIdx.x] = s[0];
}

__global__ void warps(int *sum, const int *in)
{
    int value = in[blockIdx.x * threads + threadIdx.x];

    for (int d = 16; d; d >>= 1)
        value += __shfl_down_sync(0xffffffff, value, d);
    __syncwarp();
    if (threadIdx.x % 32 == 0) atomicAdd(sum, value);
}

int main()
{
    static int host[blocks * threads];
    int *in, *out, back[blocks + 1], sum = 0;

    for (int i = 0; i < blocks * threads; i++) host[i] = 1;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof back);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof back);
    tree<<<blocks, threads>>>(out, in);
    warps<<<blocks, threads>>>(out + blocks, in);
    cudaMemcpy(back, out, sizeof back, cudaMemcpyDeviceToHost);
    for (int i = 0; i < blocks; i++) sum += back[i];
    printf("%d %d\n", sum, back[blocks]);
}
