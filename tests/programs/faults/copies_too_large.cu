// expect: out-of-bounds error data 22
// expect: out-of-bounds error back 24
// expect: out-of-bounds error small 26
// expect: out-of-bounds error data 27
// expect: out-of-bounds error data 28
// More bytes than the array on the device has, than the one on the host has; looked at or not.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
__global__ void twice(int *data)
{
    data[threadIdx.x] *= 2;
}
int main()
{
    const int n = 64;
    int *in = (int *)malloc(4 * n * sizeof(int)), back[32], *data;
    short *small = new short[n];
    for (int i = 0; i < n; i++) in[i] = i, small[i] = i;
    cudaMalloc((void **)&data, n * sizeof(int));
    cudaMemset(data, 0, n * sizeof(int));
    if (cudaMemcpy(data, in, 4 * n * sizeof(int), cudaMemcpyHostToDevice) != cudaSuccess)
        printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    cudaMemcpy(back, data, n * sizeof(int), cudaMemcpyDeviceToHost);
    twice<<<1, n>>>(data);
    cudaMemcpy(data, small, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(data, 0, n * n);
    cudaMemcpy(in, data + 1, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", back[1]);
    free(in);
    delete[] small;
    return 0;
}
