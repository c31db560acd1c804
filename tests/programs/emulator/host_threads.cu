// Host threads launch side by side.
// expect: ^400 400$
#include <stdio.h>
#include <thread>
__global__ void add(int *d)
{
    __shared__ int s[64];
    s[threadIdx.x] = d[threadIdx.x];
    __syncthreads();
    d[threadIdx.x] = s[threadIdx.x] + 2;
}
static void work(int *out)
{
    int *d;
    cudaMalloc(&d, 256);
    cudaMemset(d, 0, 256);
    for (int i = 0; i < 200; i++) add<<<1, 64>>>(d);
    cudaMemcpy(out, d, 4, cudaMemcpyDeviceToHost);
    cudaFree(d);
}
int main()
{
    int a = 0, b = 0;
    std::thread one(work, &a), two(work, &b);
    one.join();
    two.join();
    printf("%d %d\n", a, b);
}
