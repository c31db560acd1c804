// expect: launch-error note - 11
// advice: use smaller blocks
// never: And call cudaGetLastError()
#include <cstdio>
__global__ void add_one(int *a) { a[threadIdx.x] += 1; }
int main()
{
    int h[256] = {1, 2, 3}, *d;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    add_one<<<1, 2048>>>(d);
    if (cudaGetLastError() != cudaSuccess) add_one<<<1, 256>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[255]);
    cudaFree(d);
}
