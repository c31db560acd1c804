// expect: race error ready 13,15
// expect: race error data 12,16
// advice: line 12 and line 16 stand in two branches: end the first before the second begins,
#include <cstdio>
__global__ void produce(int *out)
{
    __shared__ int data[32];
    __shared__ volatile int ready;
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    if (threadIdx.x < 32) {
        data[threadIdx.x] = threadIdx.x * threadIdx.x;
        if (threadIdx.x == 31) ready = 1;
    } else {
        while (ready == 0) ;
        out[threadIdx.x - 32] = data[threadIdx.x - 32];
    }
}
int main()
{
    int h[32], *d;
    cudaMalloc(&d, sizeof h);
    produce<<<1, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) printf("%d ", h[i]);
    puts("");
    cudaFree(d);
}
