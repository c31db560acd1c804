// The barrier stands between write and read already; the next turn of the outer loop writes again.
// expect: race error sums 14,18
// advice: a __syncthreads() at the end of the loop, after line 18
// never: between line 14 and line 18
#include <cstdio>
#include <cuda_runtime.h>

__global__ void scan(int *out)
{
    __shared__ int sums[8];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, value = 1;
    for (int i = 0; i < 2; i++) {
        if (lane == 31)
            sums[warp] = value;
        __syncthreads();
        int before = 0;
        for (int j = 0; j < warp; j++)
            before += sums[j];
        value += before;
    }
    out[t] = value;
}

int main()
{
    int host[256], *out;
    cudaMalloc(&out, sizeof host);
    scan<<<1, 256>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[255]);
    return cudaGetLastError();
}
