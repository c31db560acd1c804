// expect: divergent-barrier warning - 11
// expect: divergent-barrier warning - 13
// advice: or a loop that some leave earlier.
#include <cstdio>
__global__ void acc(const int *a, int *out, int n)
{
    __shared__ int s[64];
    int sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        s[threadIdx.x] = a[i];
        __syncthreads();
        sum += s[(threadIdx.x + 1) % 64];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
int main()
{
    const int n = 200;
    int h[n], o[64], *a, *b;
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMalloc(&a, sizeof h); cudaMalloc(&b, sizeof o);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    acc<<<1, 64>>>(a, b, n);
    cudaMemcpy(o, b, sizeof o, cudaMemcpyDeviceToHost);
    printf("%d\n", o[3]);
    cudaFree(a); cudaFree(b);
}
