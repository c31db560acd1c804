// expect: uninitialised-read warning s 11
#include <cstdio>
#include <cuda_runtime.h>

__global__ void rows(char *out, size_t pitch)
{
    __shared__ int s[8][9];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = x * y;
    __syncthreads();
    ((int *)(out + y * pitch))[x] = s[y][x + 1];
}

int main()
{
    int host[64];
    char *out;
    size_t pitch;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocPitch(&out, &pitch, 8 * sizeof(int), 8);
    rows<<<1, dim3(8, 8), 0, stream>>>(out, pitch);
    cudaMemcpy2DAsync(host, 8 * sizeof(int), out, pitch, 8 * sizeof(int), 8, cudaMemcpyDeviceToHost,
                      stream);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    printf("%d\n", host[9]);
    return cudaGetLastError();
}
