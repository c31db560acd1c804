// Exchanges, differences and copies of structures are told as what they are, and where a value
// comes from follows them.
// says 0 1 32 of 64 threads copy s[63-t] to s[t] (line 31)
// draws 0 1 holds  63       62       61       60       59       58       5        4        3        2        1        0
// says 1 1 thread 2 puts the smaller of v[6] and v[2] into v[2] (line 42)
// says 2 0 each of 8 threads copies in[t] to s[t] (line 49)
// says 2 1 each of 8 threads reads s[t].x and s[t].y and writes s[t].id (line 51)
// says 2 2 4 of 8 threads copy s[t+4] to s[t] (line 53)
// says 3 1 each of 8 threads adds s[2t+1] to s[2t] (line 66); more on line 67.
// draws 3 2 holds  0-3      0-3      0-3      0-3
// says 3 5 each of 8 threads writes the difference of s[t] and s[t+8] to s[t] (line 70)
// draws 4 3 holds                    7
// draws 4 4 holds           7        0-3,7
// says 5 1 each of 8 threads reads a[t], b[t] and k and writes a[t] (line 109)
#include <cstdio>

struct item {
    float x, y;
    int id;
};

__global__ void swap_ends(int *d)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = d[t] + 59;
    if (t > 58) s[t] = t - 59;
    __syncthreads();
    // unconditionally, so that now the smaller, now the larger one moves
    if (t < 32) {
        int x = s[t]; s[t] = s[63 - t]; s[63 - t] = x;
    }
    __syncthreads();
    d[t] = s[t];
}
__global__ void smallest(const float *in, int *where)
{
    __shared__ float v[8];
    __shared__ int k[8];
    int t = threadIdx.x;
    v[t] = in[t]; k[t] = t; __syncthreads();
    for (int d = 4; d > 0; d /= 2) { if (t < d && v[t + d] < v[t]) { v[t] = v[t + d]; k[t] = k[t + d]; } __syncthreads(); }
    if (t == 0) *where = k[0];
}
__global__ void items(const item *in, item *out)
{
    __shared__ item s[8];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    s[t].id = s[t].x * s[t].y;
    __syncthreads();
    if (t < 4) s[t] = s[t + 4];
    __syncthreads();
    out[t] = s[t];
}
__global__ void butterflies(float *g)
{
    __shared__ float s[16];
    int t = threadIdx.x;
    s[t] = g[t]; s[t + 8] = g[t + 8];
    for (int h = 1; h < 16; h *= 2) {
        __syncthreads();
        int i = (t / h) * 2 * h + t % h;
        float a = s[i], b = s[i + h];
        s[i] = a + b;
        s[i + h] = a - b;
    }
    __syncthreads();
    s[t] = s[t] - s[t + 8];
    __syncthreads();
    g[t] = s[t];
}
__global__ void exclusive(int *g)
{
    __shared__ int s[8];
    int t = threadIdx.x, far = 1;
    s[2 * t] = g[2 * t];
    s[2 * t + 1] = g[2 * t + 1];
    for (int d = 4; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) s[far * (2 * t + 2) - 1] += s[far * (2 * t + 1) - 1];
        far *= 2;
    }
    if (t == 0) s[7] = 0;
    for (int d = 1; d < 8; d *= 2) {
        far >>= 1;
        __syncthreads();
        if (t < d) {
            int a = far * (2 * t + 1) - 1, b = far * (2 * t + 2) - 1;
            int x = s[a];
            s[a] = s[b];
            s[b] += x;
        }
    }
    __syncthreads();
    g[2 * t] = s[2 * t];
    g[2 * t + 1] = s[2 * t + 1];
}
__global__ void three(const int *in, int *out)
{
    __shared__ int a[8], b[8], k;
    int t = threadIdx.x;
    a[t] = in[t];
    b[t] = in[7 - t];
    if (t == 0) k = 3;
    __syncthreads();
    // of three numbers none is the difference of the other two
    a[t] = a[t] - b[t] * k;
    __syncthreads();
    out[t] = a[t];
}
int main()
{
    int h[64], *d;
    float f[16], *df;
    item it[8], *di, *dj;
    for (int i = 0; i < 64; i++) h[i] = i;
    for (int i = 0; i < 16; i++) f[i] = (i * 5 + 3) % 16;
    for (int i = 0; i < 8; i++) it[i] = {i + 2.f, i * 3.f + 1, i};
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&df, sizeof f);
    cudaMalloc(&di, sizeof it);
    cudaMalloc(&dj, sizeof it);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(df, f, sizeof f, cudaMemcpyHostToDevice);
    cudaMemcpy(di, it, sizeof it, cudaMemcpyHostToDevice);
    swap_ends<<<1, 64>>>(d);
    smallest<<<1, 8>>>(df, d);
    items<<<1, 8>>>(di, dj);
    butterflies<<<1, 8>>>(df);
    exclusive<<<1, 4>>>(d);
    three<<<1, 8>>>(d, d + 8);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[1]);
}
