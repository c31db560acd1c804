// expect: none
// Functions that return structs, right into shared arrays.
#include <cstdio>
#include <cuda_runtime.h>
struct Complex { double re, im; };
struct Big { float x,y,z; int n; double w; };
__device__ Complex polar(double r) { Complex c = {r, -r}; return c; }
__device__ Big big(int i) { Big b; b.x=i; b.y=i; b.z=1; b.n=2; b.w=3; return b; }
__device__ Complex operator*(Complex a, Complex b) { return Complex{a.re*b.re-a.im*b.im, a.re*b.im+a.im*b.re}; }
__global__ void k(double *out)
{
    __shared__ Complex s[64];
    __shared__ Big g[64];
    int t = threadIdx.x;
    s[t] = polar(t);
    g[t] = big(t);
    __syncthreads();
    Complex c = s[63 - t] * s[t];
    out[t] = c.re + g[63-t].w;
}
int main()
{
    double host[64], *out;
    cudaMalloc(&out, sizeof host);
    k<<<1, 64>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%g\n", host[1]);
    return cudaGetLastError();
}
