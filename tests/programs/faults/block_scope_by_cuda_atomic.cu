// expect: race error total 9,9
// expect: race error out 10,11
// advice: cuda::thread_scope_device instead of cuda::thread_scope_block
#include <cstdio>
#include <cuda/atomic>
__global__ void sum(const int *in, int *total, int *flag)
{
    cuda::atomic_ref<int, cuda::thread_scope_block> all(*total);
    all.fetch_add(in[blockIdx.x * blockDim.x + threadIdx.x]);
    if (threadIdx.x == 0 && blockIdx.x == 0) atomicCAS_block(flag, 0, 1);
    if (threadIdx.x == 0 && blockIdx.x == 1) atomicExch(flag, 2);
}
int main()
{
    int h[64], r[2], *in, *out;
    for (int i = 0; i < 64; i++) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof r);
    cudaMemset(out, 0, sizeof r);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    sum<<<2, 32>>>(in, out, out + 1);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    printf("%d %d\n", r[0], r[1]);
    cudaFree(in);
    cudaFree(out);
}
