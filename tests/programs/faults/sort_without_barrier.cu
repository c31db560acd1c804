// expect: race error s 19,20
// expect: race? * s *
// advice: a __syncthreads() at the end of the loop, outside the if around line 19 and line 20, so that all 256 threads reach it.
// never: between line 19 and line 20, where
#include <cstdio>
__global__ void bitonic(int *v)
{
    __shared__ int s[256];
    unsigned t = threadIdx.x;
    s[t] = v[t];
    __syncthreads();
    for (unsigned k = 2; k <= blockDim.x; k <<= 1) {
        for (unsigned j = k >> 1; j > 0; j >>= 1) {
            unsigned p = t ^ j;
            if (p > t) {
                bool up = (t & k) == 0;
                if ((s[t] > s[p]) == up) {
                    int x = s[t];
                    s[t] = s[p];
                    s[p] = x;
                }
            }
        }
        __syncthreads();
    }
    v[t] = s[t];
}
int main()
{
    int h[256], *d;
    unsigned r = 12345;
    for (int i = 0; i < 256; i++) { r = r * 1664525u + 1013904223u; h[i] = r >> 20; }
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    bitonic<<<1, 256>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int i = 1; i < 256; i++) bad += h[i - 1] > h[i];
    printf("bad %d\n", bad);
    cudaFree(d);
    return 0;
}
