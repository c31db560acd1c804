// More of them: prefetched tiles, and what cannot be told.
// says 0 2: copies A[16ty+tx+8] (read in round 1) to As[ty][tx] (line 25), B[16ty+tx+128] (read in round 1) to Bs[ty][tx]
// says 1 2: copies s[63-t] (read in round 1) to s[t]
// says 2 3: each of 64 threads reads s[t] and writes s[t] (line 51).
// says 3 2: each of 64 threads reads s[t] and writes s[t] (line 59).
// says 4 2: each of 64 threads writes s[t] (line 68).
// says 5 2: writes s[t] (line 75) and uses s[63-t], which it read in round 1
// says 5 3: reads s[t] and writes s[t] (line 77) and uses s[63-t], which it read in round 1
// says 6 2: writes the sum of s[63-t] and s[t] (both read in round 1) to s[t]
// says 7 3: each of 64 threads writes s[t] (line 96).
// says 8 2: writes the sum of s[t] and s[*] (both read in round 1) to s[t]
// says 8 4: copies s[t] (read in round 3) to s[t]
// says 8 5: writes s[t] (line 109) and uses s[t], which it read in round 3
#include <cstdio>
#define N 64
#define T 8
#define BEGIN __shared__ int s[N]; int t = threadIdx.x; s[t] = x[t]; __syncthreads();
__global__ void matmul(const float *A, const float *B, float *C)
{
    __shared__ float As[T][T], Bs[T][T];
    int tx = threadIdx.x, ty = threadIdx.y, n = 2 * T;
    int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float a = A[row * n + tx], b = B[ty * n + col], sum = 0;
    for (int m = 0; m < n; m += T) {
        As[ty][tx] = a;
        Bs[ty][tx] = b;
        __syncthreads();
        if (m + T < n) {
            a = A[row * n + m + T + tx];
            b = B[(m + T + ty) * n + col];
        }
        for (int k = 0; k < T; k++)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    C[row * n + col] = sum;
}
__global__ void one_line(int *x)
{
    BEGIN
    int v = s[N - 1 - t]; __syncthreads(); s[t] = v; __syncthreads(); x[t] = s[t];
}
__global__ void counters(int *x)
{
    BEGIN
    x[t] = s[(t + 1) % N] > 2 ? 1 : 2;
    __syncthreads();
    int v = s[t];
    x[t] = v;
    __syncthreads();
    s[t] += 1;
}
__global__ void derived(int *x)
{
    BEGIN
    int v = s[N - 1 - t];
    int w = v * 2;
    __syncthreads();
    s[t] += w;
    __syncthreads();
    s[t] = w;
}
__global__ void choose(int *x)
{
    BEGIN
    int v = s[N - 1 - t], w = x[t];
    __syncthreads();
    s[t] = t < 20 ? v : w;
}
__global__ void unproved(int *x)
{
    BEGIN
    int v = s[N - 1 - t];
    __syncthreads();
    s[t] = v * 3 + 1;
    __syncthreads();
    s[t] = s[t] * 2 + v;
}
__global__ void array(int *x)
{
    BEGIN
    int r[2];
    r[0] = s[N - 1 - t];
    r[1] = s[t];
    __syncthreads();
    s[t] = r[0] + r[1];
}
__global__ void again(int *x)
{
    BEGIN
    int v = s[N - 1 - t];
    __syncthreads();
    x[t] = v;
    v = 5;
    __syncthreads();
    s[t] = v;
}
__global__ void own(int *x)
{
    BEGIN
    int v = s[t] + s[(t + 1) % N];
    __syncthreads();
    s[t] = v;
    __syncthreads();
    int w = s[t];
    __syncthreads();
    s[t] = w;
    __syncthreads();
    s[t] = w + 1;
}
int main()
{
    int h[N], *x;
    float *A, *B, *C, f[256];
    for (int i = 0; i < 256; i++) f[i] = i % 7;
    cudaMalloc(&A, 1024); cudaMalloc(&B, 1024); cudaMalloc(&C, 1024);
    cudaMemcpy(A, f, 1024, cudaMemcpyHostToDevice);
    cudaMemcpy(B, f, 1024, cudaMemcpyHostToDevice);
    matmul<<<dim3(2, 2), dim3(T, T)>>>(A, B, C);
    cudaMalloc(&x, sizeof h);
    for (void (*k)(int *) : {one_line, counters, derived, choose, unproved, array, again, own}) {
        for (int i = 0; i < N; i++) h[i] = i * 37 % 64 + 1;
        cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
        k<<<1, N>>>(x);
        cudaDeviceSynchronize();
    }
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
}
