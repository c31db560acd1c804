/* Shared memory as it is declared in practice. */
#include <cstdio>

struct pair { int a; float b; };
struct __align__(16) wide { double x, y; };
extern __shared__ int at_file_scope[];
__shared__ int plain_at_file_scope[4];
__constant__ int table[4] = {1, 2, 3, 4}, *unused;
__managed__ int managed = 5;
__device__ static volatile int counter;

template <typename T> struct shared_memory;
template <> struct shared_memory<int> {
    __device__ int *get() { extern __shared__ int ints[]; return ints; }
};
template <> struct shared_memory<double> {
    __device__ double *get() { extern double __shared__ doubles[]; return doubles; }
};

__device__ int in_device_function(int t)
{
    static __shared__ int scratch[32];
    scratch[t] = t;
    __syncwarp();
    return scratch[(t + 1) % 32];
}

template <class T, int N> __global__ void generic(T *out)
{
    __shared__ T s[N][N + 1], sum;
    T *dynamic = shared_memory<T>().get();
    int t = threadIdx.x;
    s[t / N][t % N] = t;
    dynamic[t] = 1;
    if (t == 0) sum = 0;
    __syncthreads();
    if (t == 0)
        for (int i = 0; i < N * N; i++) sum += s[i / N][i % N] + dynamic[i];
    __syncthreads();
    if (t == 0) *out = sum;
}

__global__ void kinds(int *out)
{
    __shared__ pair p[2];
    __shared__ struct { int x; } anonymous;
    __shared__ __align__(16) unsigned char bytes[64];
    __shared__ wide w;
    __shared__ int (*row)[2];
    __shared__ int grid[2][2];
    extern __shared__ __align__(8) char raw[];
    int t = threadIdx.x;
    for (int i = 0; i < 2; i++) {
        __shared__ int inner[2];
        inner[i] = i;
        if (t == 0) p[i].a = inner[i];
    }
    if (t == 0) {
        anonymous.x = 10;
        bytes[3] = 20;
        w.x = 30;
        row = grid;
        row[1][1] = 40;
        ((float *)raw)[0] = 0.5f;
        plain_at_file_scope[1] = 50;
        at_file_scope[1] = 60; /* the same memory as raw */
        managed++;
        counter = counter + 1;
        *out = p[1].a + anonymous.x + bytes[3] + (int)w.x + grid[1][1] + (int)(2 * ((float *)raw)[0]) +
               plain_at_file_scope[1] + at_file_scope[1] + table[2];
    }
}

__global__ void device_function(int *out) { out[threadIdx.x] = in_device_function(threadIdx.x); }

int main()
{
    int *d, h[32], at_file_scope = 3;
    double *dd, hd;
    cudaMalloc((void **)&d, sizeof h);
    cudaMalloc((void **)&dd, sizeof hd);
    generic<int, 4><<<1, 16, 16 * sizeof(int)>>>(d);
    cudaMemcpy(h, d, sizeof *h, cudaMemcpyDeviceToHost);
    printf("int %d\n", h[0]);
    generic<double, 4><<<1, 16, 16 * sizeof(double)>>>(dd);
    cudaMemcpy(&hd, dd, sizeof hd, cudaMemcpyDeviceToHost);
    printf("double %g\n", hd);
    kinds<<<2, 32, 64>>>(d);
    cudaMemcpy(h, d, sizeof *h, cudaMemcpyDeviceToHost);
    printf("kinds %d managed %d\n", h[0], managed);
    device_function<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("device %d %d\n", h[0], h[31]);
    return at_file_scope - 3;
}
// expect: int 136
// expect: double 136
// expect: kinds 215 managed 7
// expect: device 1 0
// symbols: shared .*scratch
// symbols: dynamic .*ints
// symbols: constant .*table
// symbols: constant .*unused
// symbols: managed .*managed
// symbols: device .*counter
