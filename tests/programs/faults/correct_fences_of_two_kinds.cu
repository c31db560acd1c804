// Within the block its fence is enough; between blocks the thread that speaks for it has a wider
// one.
// expect: none
#include <cstdio>
#include <cuda_runtime.h>

__device__ volatile int flag;

__global__ void hand_over(int *data, int *out)
{
    __shared__ volatile int ready;
    int t = threadIdx.x;
    if (t == 0) ready = 0;
    __syncthreads();
    if (blockIdx.x == 0) {
        if (t == 32) {
            data[0] = 42;
            __threadfence_block();
            ready = 1;
        } else if (t == 0) {
            while (ready == 0)
                ;
            data[1] = data[0] + 1;
            __threadfence();
            flag = 1;
        }
    } else if (t == 0) {
        while (flag == 0)
            ;
        __threadfence();
        out[0] = data[0] + data[1];
    }
}

int main()
{
    int host, *data, *out;
    cudaMalloc(&data, 2 * sizeof host);
    cudaMalloc(&out, sizeof host);
    hand_over<<<2, 64>>>(data, out);
    cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host);
    return cudaGetLastError();
}
