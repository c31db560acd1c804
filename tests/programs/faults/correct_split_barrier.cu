// expect: none
// cuda::barrier: arrive, do something else, wait; producers that only arrive; threads that drop out.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/barrier>
#include <cuda_runtime.h>
#include <utility>
typedef cuda::barrier<cuda::thread_scope_block> Barrier;
__global__ void neighbours(const int *in, int *out)
{
    __shared__ int s[128];
    __shared__ Barrier bar;
    int t = threadIdx.x;
    if (t == 0) init(&bar, blockDim.x);
    __syncthreads();
    s[t] = in[t];
    Barrier::arrival_token token = bar.arrive();
    int own = in[t] * in[t]; // needs nobody
    bar.wait(std::move(token));
    out[t] = own + s[127 - t];
    bar.wait(bar.arrive());
    s[t] = own;
    bar.arrive_and_wait();
    out[t] += s[(t + 1) % 128];
}
__global__ void producers(const int *in, int *out)
{
    __shared__ int buffer[2][64];
    __shared__ Barrier ready[2], filled[2];
    int t = threadIdx.x;
    if (t < 2) {
        init(&ready[t], 128);
        init(&filled[t], 128);
    }
    __syncthreads();
    if (t < 64) { // fill
        for (int i = 0; i < 6; i++) {
            ready[i % 2].arrive_and_wait();
            buffer[i % 2][t] = in[(i * 64 + t) % 128];
            (void)filled[i % 2].arrive();
        }
    } else { // use
        int sum = 0;
        (void)ready[0].arrive();
        (void)ready[1].arrive();
        for (int i = 0; i < 6; i++) {
            filled[i % 2].arrive_and_wait();
            sum += buffer[i % 2][127 - t];
            (void)ready[i % 2].arrive();
        }
        out[t] = sum;
    }
}
__global__ void dropping(const int *in, int *out)
{
    __shared__ int s[128];
    __shared__ Barrier bar;
    int t = threadIdx.x;
    if (t == 0) init(&bar, 128);
    cooperative_groups::this_thread_block().sync();
    s[t] = in[t];
    if (t >= 64) {
        bar.arrive_and_drop();
        return;
    }
    bar.arrive_and_wait();
    s[t] += s[t + 64];
    bar.arrive_and_wait();
    out[t] = s[63 - t];
}
int main()
{
    int host[128], *in, *out;
    for (int i = 0; i < 128; i++) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    neighbours<<<1, 128>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d\n", host[1], host[127]);
    producers<<<1, 128>>>(in, out);
    dropping<<<1, 128>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d\n", host[1], host[127]);
    return cudaGetLastError();
}
