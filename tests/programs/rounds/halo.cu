// Tiles with a rim, loaded in a loop: at the edge some threads read nothing, and some go round twice.
// says 0 0: each of 64 threads writes s[t] (line 20); 60 of them read in[t-4]; 8 of them write in several places.
// lacks 0 0 each of 64 threads reads
// says 1 0: each of 64 threads writes tile[ty][tx] (line 35); 49 of them read in[16ty+tx-17]; 28 of them write in several places.
// lacks 1 0 each of 64 threads reads
// says 2 0: each of 32 threads copies in[t] to s[t] (line 48) and so on, 4 times.
// says 2 1: each of 32 threads copies s[t] to out[t] (line 51) and so on, 4 times.
// says 3 0: thread 0 writes s[0] (line 57) and so on, 4 times.
#include <cstdio>
#include <cuda_runtime.h>
#define B 64
#define R 4
__global__ void halo(const int *in, int *out, int n)
{
    __shared__ int s[B + 2 * R];
    int t = threadIdx.x;
    int base = blockIdx.x * B - R;
    for (int i = t; i < B + 2 * R; i += B) {
        int g = base + i;
        s[i] = g >= 0 && g < n ? in[g] : 0;
    }
    __syncthreads();
    int sum = 0;
    for (int k = 0; k <= 2 * R; k++)
        sum += s[t + k];
    out[blockIdx.x * B + t] = sum;
}
__global__ void blur(const int *in, int *out, int w)
{
    __shared__ int tile[10][10];
    int tx = threadIdx.x, ty = threadIdx.y;
    for (int y = ty; y < 10; y += 8)
        for (int x = tx; x < 10; x += 8) {
            int gx = blockIdx.x * 8 + x - 1, gy = blockIdx.y * 8 + y - 1;
            tile[y][x] = gx >= 0 && gx < w && gy >= 0 && gy < w ? in[gy * w + gx] : 0;
        }
    __syncthreads();
    int sum = 0;
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 3; x++)
            sum += tile[ty + y][tx + x];
    out[(blockIdx.y * 8 + ty) * w + blockIdx.x * 8 + tx] = sum;
}
__global__ void strides(const int *in, int *out)
{
    __shared__ int s[128];
    for (int i = threadIdx.x; i < 128; i += 32)
        s[i] = in[i];
    __syncthreads();
    for (int i = threadIdx.x; i < 128; i += 32)
        out[i] = s[i];
}
__global__ void one(int *out)
{
    __shared__ int s[4];
    for (int i = 0; i < 4 && threadIdx.x == 0; i++)
        s[i] = i;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x % 4];
}
int main()
{
    int *in, *out;
    cudaMalloc(&in, 256 * 4);
    cudaMalloc(&out, 256 * 4);
    cudaMemset(in, 1, 256 * 4);
    halo<<<2, B>>>(in, out, 128);
    blur<<<dim3(2, 2), dim3(8, 8)>>>(in, out, 16);
    strides<<<1, 32>>>(in, out);
    one<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
