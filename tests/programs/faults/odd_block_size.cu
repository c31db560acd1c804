// expect: unread-slot note s 13
#include <cstdio>
#include <cuda_runtime.h>

__global__ void total(const int *in, int *out)
{
    __shared__ int s[96];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0) *out = s[0];
}

int main()
{
    int host[96], result, *in, *out;
    for (int i = 0; i < 96; i++) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof result);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    total<<<1, 96>>>(in, out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    return cudaGetLastError();
}
