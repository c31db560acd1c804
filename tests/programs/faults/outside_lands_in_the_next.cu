// An index past the end of s lands in w, where it races: the index is the cause, and comes first.
// expect: out-of-bounds error s 11
// expect: race error * 11,13
// first: uses s[64]
#include <cstdio>
__global__ void shift(const int *in, int *out)
{
    __shared__ int s[64];
    __shared__ int w[4];
    int t = threadIdx.x;
    s[t + 1] = in[t];
    if (t == 0) s[0] = 0;
    if (t % 32 == 0) w[t / 32] = t;
    __syncthreads();
    out[t] = s[t] + w[t / 32];
}
int main()
{
    int h[64], *in, *out;
    for (int k = 0; k < 64; k++) h[k] = k;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    shift<<<1, 64>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[63]);
}
