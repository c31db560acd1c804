// A pixel of four bytes of which the fourth is never set nor looked at: copied along, no warning.
// expect: uninitialised-read? note pixels *
#include <cstdio>
#include <cuda_runtime.h>

__global__ void turn(unsigned char *out)
{
    __shared__ uchar4 pixels[64];
    int t = threadIdx.x;
    pixels[t].x = t;
    pixels[t].y = 2 * t;
    pixels[t].z = 3 * t;
    __syncthreads();
    uchar4 pixel = pixels[63 - t];
    out[t] = (pixel.x + pixel.y + pixel.z) / 3;
}

int main()
{
    unsigned char host[64], *out;
    cudaMalloc(&out, sizeof host);
    turn<<<1, 64>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[3]);
    return cudaGetLastError();
}
