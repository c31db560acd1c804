// What numbers would explain by chance is not said: a parity is no difference, one of two registers
// is not both of them, a mean on a straight line is not a copy of its middle.
// says 0 1 32 of 64 threads read s[t] and s[t+32] and write s[t] (line 20)
// says 0 3 8 of 64 threads read s[t] and s[t+8] and write s[t] (line 20)
// lacks 0 2 difference
// says 1 2 each of 64 threads writes s[t] (line 34)
// lacks 1 2 use s[
// says 2 2 each of 64 threads writes s[t+1] (line 52) and uses s[t], which it read in round 1
// lacks 2 2 copies
#include <cstdio>

__global__ void parity(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t * 37 % 101 & 1;
    for (int d = 32; d; d /= 2) {
        __syncthreads();
        if (t < d)
            s[t] ^= s[t + d];
    }
    if (t == 0)
        out[0] = s[0];
}

__global__ void either(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = (t * 37 + 11) % 101;
    __syncthreads();
    int v = s[63 - t], w = s[t];
    __syncthreads();
    s[t] = t > 3 ? v : w;
    __syncthreads();
    out[t] = s[t];
}

__global__ void means(float *out)
{
    __shared__ float s[66];
    int t = threadIdx.x;
    s[t] = t;
    if (t < 2)
        s[64 + t] = 64 + t;
    __syncthreads();
    for (int i = 0; i < 2; i++) {
        float left = s[t];
        float middle = s[t + 1];
        float right = s[t + 2];
        __syncthreads();
        s[t + 1] = 0.25f * left + 0.5f * middle + 0.25f * right;
        __syncthreads();
    }
    out[t] = s[t];
}

int main()
{
    int *out;
    float *sums;
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMalloc(&sums, 64 * sizeof(float));
    parity<<<1, 64>>>(out);
    either<<<1, 64>>>(out);
    means<<<1, 64>>>(sums);
    cudaDeviceSynchronize();
    cudaFree(out);
    cudaFree(sums);
}
