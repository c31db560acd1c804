// For unrecorded.sh: 33,685,504 accesses without a barrier (products), and 8,388,608 meetings of a
// thread with a barrier (with an argument), in blocks of 256 threads, 8 launches of 64 blocks each.
#include <cstdio>

__global__ void products(const float *a, const float *b, float *c, int n)
{
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

__global__ void meetings(float *c)
{
    for (int i = 0; i < 64; i++) __syncthreads();
    c[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

int main(int argc, char **argv)
{
    const int n = 128;
    float *a, *b, *c;
    cudaMalloc(&a, n * n * sizeof *a);
    cudaMalloc(&b, n * n * sizeof *b);
    cudaMalloc(&c, n * n * sizeof *c);
    cudaMemset(a, 0, n * n * sizeof *a);
    cudaMemset(b, 0, n * n * sizeof *b);
    for (int i = 0; i < 8; i++) {
        if (argc > 1)
            meetings<<<64, 256>>>(c);
        else
            products<<<dim3(8, 8), dim3(16, 16)>>>(a, b, c, n);
    }
    return cudaDeviceSynchronize();
}
