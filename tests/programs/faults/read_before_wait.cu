// expect: race error s 20,22
// expect: race? warning s 20,22
// expect: race error other 31,33
// expect: race? warning other 31,33
#include <cstdio>
#include <cuda/barrier>
#include <cuda_runtime.h>
#include <utility>
typedef cuda::barrier<cuda::thread_scope_block> Barrier;
__global__ void early(const int *in, int *out)
{
    __shared__ int s[64], other[64];
    __shared__ Barrier bar;
    int t = threadIdx.x;
    if (t == 0) init(&bar, blockDim.x);
    __syncthreads();



    s[t] = in[t];
    auto first = bar.arrive();
    out[t] = s[63 - t]; // the wait comes too late
    bar.wait(std::move(first));




    other[t] = s[(t + 1) % 64];
    auto second = bar.arrive();
    // behind the arrival: the others that have waited may see it or not
    other[t] = in[t];
    bar.wait(std::move(second));
    out[t] += other[63 - t];
}
int main()
{
    int host[64], *in, *out;
    for (int i = 0; i < 64; i++) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    early<<<1, 64>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[1]);
    return cudaGetLastError();
}
