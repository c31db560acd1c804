// expect: none
// cuda::pipeline of a block in two stages: all fill and use; then half of the warps fill for the rest.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/pipeline>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;
__global__ void unified(const int *in, int *out, int batches)
{
    __shared__ int buffer[2][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    cg::thread_block block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int t = block.thread_rank(), sum = 0;
    pipe.producer_acquire();
    cuda::memcpy_async(block, buffer[0], in, sizeof(int) * 64, pipe);
    pipe.producer_commit();
    for (int i = 1; i < batches; i++) {
        pipe.producer_acquire();
        cuda::memcpy_async(block, buffer[i % 2], in + 64 * i, sizeof(int) * 64, pipe);
        pipe.producer_commit();
        pipe.consumer_wait();
        sum += buffer[(i - 1) % 2][63 - t];
        pipe.consumer_release();
    }
    pipe.consumer_wait();
    sum += buffer[(batches - 1) % 2][63 - t];
    pipe.consumer_release();
    out[t] = sum;
}
__global__ void halves(const int *in, int *out, int batches)
{
    __shared__ int buffer[2][32];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    cg::thread_block block = cg::this_thread_block();
    int t = block.thread_rank();
    auto role = t < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
    auto pipe = cuda::make_pipeline(block, &state, role);
    if (t < 32)
        for (int i = 0; i < batches; i++) {
            pipe.producer_acquire();
            cuda::memcpy_async(&buffer[i % 2][t], &in[32 * i + t], sizeof(int), pipe);
            pipe.producer_commit();
        }
    else {
        int sum = 0;
        for (int i = 0; i < batches; i++) {
            pipe.consumer_wait();
            sum += buffer[i % 2][63 - t];
            pipe.consumer_release();
        }
        out[t] = sum;
    }
}
int main()
{
    int host[256], result[64], *in, *out;
    for (int i = 0; i < 256; i++) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof result);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    unified<<<1, 64>>>(in, out, 4);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result[0]);
    halves<<<1, 64>>>(in, out, 8);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result[63]);
    return cudaGetLastError();
}
