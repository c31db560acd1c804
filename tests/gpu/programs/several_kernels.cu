// Strides, odd block sizes, 2-D tiles with and without padding, templates, __constant__ and device
// variables, several kernels and device functions in one file; compared with the hardware's counters.
#include <cstdio>

__constant__ float weights[25];
__device__ unsigned histogram[16];

template <typename T, int STRIDE> __global__ void strided(const T *in, T *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[(i * STRIDE) % n];
}

template <int TILE, int PAD> __global__ void transposed(const float *in, float *out, int width, int height)
{
    __shared__ float tile[TILE][TILE + PAD];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    if (x < height && y < width)
        out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

__device__ __noinline__ float clamped(const float *in, int width, int height, int x, int y)
{
    x = x < 0 ? 0 : x >= width ? width - 1 : x;
    y = y < 0 ? 0 : y >= height ? height - 1 : y;
    return in[y * width + x];
}

__global__ void convolve(const float *in, float *out, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    if (x >= width || y >= height)
        return;
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++)
            sum += weights[(dy + 2) * 5 + dx + 2] * clamped(in, width, height, x + dx, y + dy);
    out[y * width + x] = sum;
}

struct particle {
    float x, y, z;
    int kind;
};

__global__ void move(particle *p, const double2 *push, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const double2 d = push[n - 1 - i];
    p[i].x += (float)d.x;
    p[i].z += (float)d.y;
    if (p[i].kind == 3)
        p[i].kind = 4;
}

__global__ void count(const unsigned char *bytes, int n)
{
    __shared__ unsigned local[16];
    if (threadIdx.x < 16)
        local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[bytes[i] & 15], 1u);
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(&histogram[threadIdx.x], local[threadIdx.x]);
}

int main()
{
    const int n = 6000, width = 75, height = 53;
    float host_weights[25], *a, *b;
    unsigned char bytes[n];
    for (int i = 0; i < 25; i++)
        host_weights[i] = 1.0f / (i + 1);
    for (int i = 0; i < n; i++)
        bytes[i] = (unsigned char)(i * 37 >> 3);
    cudaMalloc(&a, n * 16);
    cudaMalloc(&b, n * 16);
    cudaMemset(a, 0, n * 16);
    cudaMemset(b, 0, n * 16);
    cudaMemcpyToSymbol(weights, host_weights, sizeof weights);
    strided<char, 1><<<19, 333>>>((char *)a, (char *)b, n);
    strided<short, 3><<<19, 333>>>((short *)a, (short *)b, n);
    strided<float, 8><<<24, 250>>>(a, b, n);
    strided<double, 33><<<63, 96>>>((double *)a, (double *)b, n);
    strided<float4, 2><<<61, 99>>>((float4 *)a, (float4 *)b, n);
    transposed<16, 0><<<dim3(5, 4), dim3(16, 16)>>>(a, b, width, height);
    transposed<32, 1><<<dim3(3, 2), dim3(32, 32)>>>(a, b, width, height);
    transposed<7, 2><<<dim3(11, 5), dim3(7, 7)>>>(a, b, width, 35);
    convolve<<<dim3(6, 8), dim3(13, 7)>>>(a, b, width, height);
    move<<<50, 121>>>((particle *)a, (double2 *)b, n);
    cudaMemcpy(a, bytes, n, cudaMemcpyHostToDevice);
    count<<<7, 211>>>((unsigned char *)a, n);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
