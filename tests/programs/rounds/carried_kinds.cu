// Values that are read before a barrier and written behind it, from registers.
// says 0 1: each of 64 threads copies x[t] (read in round 0) to s[t]
// says 1 2: copies s[*] (read in round 1) to s[t]
// says 2 2: 32 of 64 threads put the smaller of s[t] and s[t+1] (read in round 1) into s[t]
// says 3 2: 63 of them use s[t+1], which they read in round 1 (line 52), 63 of them s[t-1].
// says 4 2: each of 64 threads writes s[t] (line 61).
// says 4 3: copies s[63-t] (read in round 1) to s[t]
// says 5 2: copies s[*] (read in round 1) to s[t]
// says 5 6: copies s[*] (read in round 5) to x[t]
// says 6 2: each of 64 threads writes s[t] (line 84); 56 of them use s[t-8], which they read in round 1
// says 7 2: adds total (read in round 1) to s[t]
// says 8 2: copies m[*][*] (read in round 1) to m[*][*]
// says 9 2: copies p[63-t].b (read in round 1) to p[t].a
// says 10 2: thread 0 copies s[63] (read in round 1) to s[0]
#include <cstdio>
#define N 64
#define BEGIN __shared__ int s[N]; int t = threadIdx.x; s[t] = x[t]; __syncthreads();
__global__ void from_global(int *x)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    int v = x[t];
    __syncthreads();
    s[t] = v;
    __syncthreads();
    x[t] = s[N - 1 - t];
}
__global__ void rotate(int *x)
{
    BEGIN
    int v = s[(t + 1) % N];
    __syncthreads();
    s[t] = v;
}
__global__ void odd_even(int *x)
{
    BEGIN
    for (int i = 0; i < 2; i++) {
        int partner = i % 2 ? (t + 1 < N && t % 2 ? t + 1 : t > 0 && t % 2 == 0 ? t - 1 : t) : t ^ 1;
        int other = s[partner];
        __syncthreads();
        if (partner > t)
            s[t] = min(s[t], other);
        else
            s[t] = max(s[t], other);
        __syncthreads();
    }
}
__global__ void two(int *x)
{
    BEGIN
    int a = t > 0 ? s[t - 1] : 0, b = t < N - 1 ? s[t + 1] : 0;
    __syncthreads();
    s[t] = a + b;
}
__global__ void two_barriers(int *x)
{
    BEGIN
    int v = s[N - 1 - t];
    __syncthreads();
    s[t] = 0;
    __syncthreads();
    s[t] = v;
}
__global__ void through_loop(int *x)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    int v = x[t];
    for (int i = 0; i < 3; i++) {
        s[t] = v;
        __syncthreads();
        v = s[(t + 1) % N];
        __syncthreads();
    }
    x[t] = v;
}
__global__ void conditional(int *x)
{
    BEGIN
    int v = 0;
    if (t >= 8) v = s[t - 8];
    __syncthreads();
    s[t] = v;
}
__global__ void scalar(int *x)
{
    __shared__ int s[N], total;
    int t = threadIdx.x;
    s[t] = x[t];
    if (t == 0) total = 5;
    __syncthreads();
    int v = total;
    __syncthreads();
    s[t] += v;
    if (t == 3) total = v;
}
__global__ void square(int *x)
{
    __shared__ int m[8][8];
    int i = threadIdx.x % 8, j = threadIdx.x / 8;
    m[j][i] = x[threadIdx.x];
    __syncthreads();
    int v = m[i][j];
    __syncthreads();
    m[j][i] = v;
}
struct pair { int a, b; };
__global__ void members(int *x)
{
    __shared__ pair p[N];
    int t = threadIdx.x;
    p[t].a = x[t];
    p[t].b = -x[t];
    __syncthreads();
    int v = p[t].a, w = p[N - 1 - t].b;
    __syncthreads();
    p[t].b = v;
    p[t].a = w;
}
__global__ void alone(int *x)
{
    BEGIN
    int v = 0;
    if (t == 0) v = s[N - 1];
    __syncthreads();
    if (t == 0) s[0] = v;
    __syncthreads();
    if (t == 0) s[0] += s[1];
}
int main()
{
    int h[N], *x;
    cudaMalloc(&x, sizeof h);
    for (void (*k)(int *) : {from_global, rotate, odd_even, two, two_barriers, through_loop, conditional, scalar, square, members, alone}) {
        for (int i = 0; i < N; i++) h[i] = i * 37 % 64 + 1;
        cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
        k<<<1, N>>>(x);
        cudaDeviceSynchronize();
    }
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(x);
}
