// A block size that is no multiple of 32, three dimensions, a warp that nobody but lane 0 is in.
// expect: ^(.*) \1$
// expect: total .* load global requests 4 accesses 105$
#include <stdio.h>
__global__ void k(const int *in, int *out)
{
    __shared__ int s[105];
    int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    s[t] = in[t];
    __syncthreads();
    if (t == 0) {
        int sum = 0;
        for (int i = 0; i < 105; i++) sum += s[i];
        *out = sum;
    }
}
int main()
{
    int *in, *out, h[105], r, sum = 0;
    for (int i = 0; i < 105; i++) sum += h[i] = i * i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, 4);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, dim3(3, 5, 7)>>>(in, out);
    cudaMemcpy(&r, out, 4, cudaMemcpyDeviceToHost);
    printf("%d %d\n", r, sum);
}
