// expect: none
// Atomics of block scope on what is the block's own, in its turn, or before the whole grid meets.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/atomic>
__global__ void count(const int *in, int *total, int *of_block, int *all, int *system, int *last, int *ticket)
{
    __shared__ int here, most;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t == 0) here = most = 0;
    __syncthreads();
    atomicAdd_block(&here, in[i]);
    atomicMax_block(&most, in[i]);
    atomicCAS_block(&of_block[blockIdx.x * 2 + 1], 0, 7);
    cuda::atomic_ref<int, cuda::thread_scope_block>(of_block[blockIdx.x * 2]).fetch_add(in[i]);
    atomicAdd(all, 1);
    atomicAdd_system(system, 1);
    cuda::atomic_ref<int, cuda::thread_scope_device>(all[1]).fetch_max(i);
    __syncthreads();
    if (t == 0) {
        atomicAdd(total, here + most);
        __threadfence();
        if (atomicAdd(ticket, 1) == gridDim.x - 1) {
            __threadfence();
            for (int b = 0; b < gridDim.x; b++) *last += atomicAdd_block(&of_block[2 * b], 0);
        }
    }
}
__global__ void in_turn(int *slot)
{
    if (blockIdx.x == 0) atomicAdd_block(slot, 1);
    cooperative_groups::this_grid().sync();
    if (blockIdx.x == 1) atomicAdd_block(slot, 1);
}
__global__ void under_a_lock(int *lock, int *slot)
{
    if (threadIdx.x) return;
    while (atomicCAS(lock, 0, 1)) {
    }
    __threadfence();
    atomicAdd_block(slot, 1);
    __threadfence();
    atomicExch(lock, 0);
}
int main()
{
    int h[128], r[16], *in, *out;
    for (int i = 0; i < 128; i++) h[i] = i % 5;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof r);
    cudaMemset(out, 0, sizeof r);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    count<<<2, 64>>>(in, out, out + 1, out + 5, out + 8, out + 9, out + 10);
    int *slot = out + 12;
    void *arguments[] = {&slot};
    cudaLaunchCooperativeKernel((void *)in_turn, dim3(2), dim3(32), arguments, 0, 0);
    under_a_lock<<<3, 32>>>(out + 13, out + 14);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 13; i++) printf("%d ", r[i]);
    printf("\n");
    cudaFree(in);
    cudaFree(out);
}
