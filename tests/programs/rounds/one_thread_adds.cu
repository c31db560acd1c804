// What one thread adds up: to one slot, or along the array; two arrays on one line; a shared total.
// says 0 1 thread 0 adds s[0] to s[1] (line 20) and so on, 31 times
// says 0 2 each of 32 threads reads total and s[t] and writes out[t] (line 24). Then
// says 1 5 thread 0 adds a[1] to a[0] (line 32); b[0] is written too.
// says 1 6 thread 0 adds b[1..31] to b[0], one after another (line 36)
// says 2 1 each of 64 threads reads 8 slots of c (line 49).
// says 2 2 no thread touches memory. All warps wait.
#include <cstdio>

__global__ void along(const int *in, int *out)
{
    __shared__ int s[32];
    __shared__ int total;
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t == 0) {
        for (int i = 1; i < 32; i++)

            s[i] += s[i - 1];
        total = s[31];
    }
    __syncthreads();
    out[t] = total - s[t];
}
__global__ void two(const int *in, int *out)
{
    __shared__ int a[32], b[32];
    int t = threadIdx.x;
    a[t] = in[t], b[t] = 2 * in[t];
    for (int d = 16; d; d /= 2) { __syncthreads();
        if (t < d) { a[t] += a[t + d]; b[t] += b[t + d]; }
    }
    __syncthreads();
    if (t == 0)
        for (int i = 1; i < 32; i++) b[0] += b[i];
    __syncthreads();
    out[t] = a[t] + b[t];
}
__global__ void life(int *g)
{
    __shared__ int c[8][8];
    int x = threadIdx.x, y = threadIdx.y, n = 0;
    c[y][x] = g[y * 8 + x];
    __syncthreads();
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy)
                n += c[(y + dy + 8) % 8][(x + dx + 8) % 8];
    __syncthreads();
    __syncthreads();
    g[y * 8 + x] = n;
}
int main()
{
    int h[64], *d, *o;
    for (int i = 0; i < 64; i++) h[i] = i * 7 % 13 + 1;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&o, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    along<<<1, 32>>>(d, o);
    two<<<1, 32>>>(d, o);
    life<<<1, dim3(8, 8)>>>(d);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
