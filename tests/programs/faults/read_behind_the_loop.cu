// expect: race error s 12,15
// expect: race warning s 12,15
// advice: a __syncthreads() between line 12 and line 15,
#include <cstdio>
__global__ void norm(float *v)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    s[t] = v[t] * v[t];
    __syncthreads();
    for (int k = blockDim.x / 2; k > 0; k >>= 1) {
        if (t < k) s[t] += s[t + k];
        if (k > 1) __syncthreads();
    }
    v[t] /= sqrtf(s[0]);
}
int main()
{
    float h[128], *d;
    for (int i = 0; i < 128; i++) h[i] = i % 5;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    norm<<<1, 128>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%f\n", h[3]);
    cudaFree(d);
}
