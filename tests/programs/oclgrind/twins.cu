// The kernels of twins.cl in CUDA; with -D MENDED as they should be. usage: twins KERNEL GROUPS THREADS N
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#ifdef MENDED
#define MISSING __syncthreads()
#define MISSING_WARP __syncwarp()
#else
#define MISSING
#define MISSING_WARP
#endif

__global__ void missing_barrier(const int *num, int *result, int n)
{
    __shared__ int shared[256];
    int tid = threadIdx.x, bid = blockIdx.x, i;
    shared[tid] = 0;
    for (i = bid * 256 + tid; i < n; i += gridDim.x * 256)
        shared[tid] += num[i] * num[i] * num[i];
    __syncthreads();
    for (i = 128; i > 0; i /= 2) {
        if (tid < i) shared[tid] += shared[tid + i];
        MISSING;
    }
    if (tid == 0) result[bid] = shared[0];
}

__global__ void last_warp(const int *in, int *out, int n)
{
    __shared__ int shared[256];
    int t = threadIdx.x;
    shared[t] = in[t];
    __syncthreads();
    for (int i = 128; i > 32; i /= 2) {
        if (t < i) shared[t] += shared[t + i];
        __syncthreads();
    }
    if (t < 32) {
        volatile int *s = shared;
        for (int i = 32; i > 0; i /= 2) {
            int other = s[t + i];
            MISSING_WARP;
            s[t] += other;
            MISSING_WARP;
        }
    }
    if (t == 0) *out = shared[0];
}

__global__ void barrier_in_branch(const int *in, int *out, int n)
{
    __shared__ int shared[256];
    int t = threadIdx.x;
    shared[t] = in[t];
    __syncthreads();
    for (int i = 128; i > 0; i /= 2) {
        if (t < i) {
            shared[t] += shared[t + i];
#ifndef MENDED
            __syncthreads();
#endif
        }
        MISSING;
    }
    __syncthreads();
    if (t == 0) *out = shared[0];
}

__global__ void histogram(const int *in, int *out, int n)
{
    __shared__ int bins[16];
    int t = threadIdx.x;
    if (t < 16) bins[t] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[in[i]], 1);
    MISSING;
    if (t < 16) atomicAdd(&out[t], bins[t]);
}

__global__ void reverse(const int *in, int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    MISSING;
    out[t] = s[63 - t];
}

__global__ void scan(const int *in, int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        int value = t >= d ? s[t - d] : 0;
        MISSING;
        s[t] += value;
        __syncthreads();
    }
    out[t] = s[t];
}

__global__ void neighbours(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef MENDED
    out[i] = i + 1 < n ? in[i] + in[i + 1] : in[i];
#else
    out[i] = in[i];
    if (i + 1 < n) out[i] += out[i + 1];
#endif
}

__global__ void counter(const int *in, int *out, int n)
{
    if (in[blockIdx.x * blockDim.x + threadIdx.x] > 4) {
#ifdef MENDED
        atomicAdd(out, 1);
#else
        out[0] += 1;
#endif
    }
}

__global__ void same_value(const int *in, int *out, int n)
{
    __shared__ int found;
    int t = threadIdx.x;
    if (t == 0) found = 0;
    __syncthreads();
#ifdef MENDED
    if (in[t] > 4) atomicOr(&found, 1);
#else
    if (in[t] > 4) found = 1;
#endif
    __syncthreads();
    out[t] = found;
}

__global__ void last_block(const int *in, int *out, int n)
{
    __shared__ int last;
    int t = threadIdx.x, b = blockIdx.x, groups = gridDim.x;
    volatile int *part = out + 1;
    int *finished = out + 1 + groups;
    if (t == 0) {
        part[b] = in[b];
#ifdef MENDED
        __threadfence();
#endif
        last = atomicAdd(finished, 1) == groups - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        int sum = 0;
        for (int i = 0; i < groups; i++)
            sum += part[i];
        *out = sum;
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*kernel)(const int *, int *, int);
    } kernels[] = {{"missing_barrier", missing_barrier},
                   {"last_warp", last_warp},
                   {"barrier_in_branch", barrier_in_branch},
                   {"histogram", histogram},
                   {"reverse", reverse},
                   {"scan", scan},
                   {"neighbours", neighbours},
                   {"counter", counter},
                   {"same_value", same_value},
                   {"last_block", last_block}};
    if (argc < 5) return 2;
    int groups = atoi(argv[2]), threads = atoi(argv[3]), n = atoi(argv[4]), *in, *out;
    int *numbers = (int *)calloc(n, sizeof(int));
    for (int i = 0; i < n; i++)
        numbers[i] = i * 7 % 10;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(out, 0, n * sizeof(int));
    for (auto &k : kernels)
        if (!strcmp(k.name, argv[1])) k.kernel<<<groups, threads>>>(in, out, n);
    return cudaDeviceSynchronize();
}
