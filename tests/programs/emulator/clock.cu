// clock() within a round counts what the whole warp has accessed, by the model of the bars: sixteen
// loads of four sectors each are 16 x (400 + 3 x 32) clocks, and a few for each turn of the loop.
// expect: ^enough 1 not too much 1 same in both blocks 1$
// expect: launch-end 0 error 0
#include <cstdio>

__global__ void timed(const int *in, int *out, long long *clocks)
{
    long long begin = clock64();
    int sum = 0;
    for (int i = 0; i < 16; i++)
        sum += in[32 * i + threadIdx.x];
    long long end = clock64();
    out[threadIdx.x] = sum;
    if (threadIdx.x == 7)
        clocks[blockIdx.x] = end - begin;
}

int main()
{
    int *in, *out;
    long long *clocks, host[2];
    cudaMalloc(&in, 512 * sizeof *in);
    cudaMalloc(&out, 32 * sizeof *out);
    cudaMalloc(&clocks, sizeof host);
    cudaMemset(in, 0, 512 * sizeof *in);
    timed<<<2, 32>>>(in, out, clocks);
    cudaMemcpy(host, clocks, sizeof host, cudaMemcpyDeviceToHost);
    printf("enough %d not too much %d same in both blocks %d\n", host[0] >= 16 * 496,
           host[0] < 16 * 496 + 16 * 40, host[0] == host[1]);
}
