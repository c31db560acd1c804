// Two blocks meet at a barrier in device memory: the first block, too, sees what the second wrote.
// expect: none
#include <cstdio>
#include <cuda/barrier>
#include <cuda_runtime.h>
__device__ cuda::barrier<cuda::thread_scope_device> bar;
__global__ void start(int threads)
{
    init(&bar, threads);
}
__global__ void mirror(int *from, int *to)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    from[i] = i;
    bar.arrive_and_wait();
    to[i] = from[n - 1 - i];
}
int main()
{
    int *from, *to, host[64];
    cudaMalloc(&from, sizeof host);
    cudaMalloc(&to, sizeof host);
    start<<<1, 1>>>(64);
    mirror<<<2, 32>>>(from, to);
    cudaMemcpy(host, to, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d\n", host[0], host[63]);
}
