// Correct programs leave slots unread, too: what a thread keeps in a register, a tile's corners, a
// table's places that the data do not ask for, what stands for "nothing", the idle lanes' sums.
// expect: none
#include <cstdio>
#include <climits>

constexpr int T = 64, N = 256, W = 16, TABLE = 128;

__global__ void differences(const int *in, int *out) // s[63]: each thread has its own in x
{
    __shared__ int s[T];
    int t = threadIdx.x, x = in[t];
    s[t] = x;
    __syncthreads();
    out[t] = t > 0 ? x - s[t - 1] : x;
}

__global__ void shift(const int *in, int *out) // s[0]
{
    __shared__ int s[T];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    out[t] = t < T - 1 ? s[t + 1] * s[t + 1] : 7;
}

__global__ void sum(const int *in, int *out) // s[0] to s[31]
{
    __shared__ int s[T];
    int t = threadIdx.x, x = in[t] + in[t + T];
    s[t] = x;
    __syncthreads();
    if (t < 32) {
        x += s[t + 32];
        for (int d = 16; d > 0; d /= 2)
            x += __shfl_down_sync(0xffffffff, x, d);
        if (t == 0)
            *out = x;
    }
}

__global__ void lockstep(const int *in, int *out) // the sums of lanes 1 to 31
{
    __shared__ int s[T];
    int t = threadIdx.x, x = in[t];
    s[t] = x;
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (t < 32)
            x += s[t + d];
        __syncthreads();
        if (t < 32)
            s[t] = x;
        __syncthreads();
    }
    if (t == 0)
        *out = s[0];
}

__global__ void cross(const int *in, int *out) // the tile's corners
{
    __shared__ int s[W + 2][W + 2];
    int t = threadIdx.y * W + threadIdx.x;
    for (int i = t; i < (W + 2) * (W + 2); i += W * W)
        s[i / (W + 2)][i % (W + 2)] = in[i % N] + 1;
    __syncthreads();
    int x = threadIdx.x + 1, y = threadIdx.y + 1;
    out[t] = s[y][x] + s[y - 1][x] + s[y + 1][x] + s[y][x - 1] + s[y][x + 1];
}

__global__ void cross_by_parts(const int *in, int *out) // the corners have a line of their own
{
    __shared__ int s[W + 2][W + 2];
    int x = threadIdx.x + 1, y = threadIdx.y + 1, t = threadIdx.y * W + threadIdx.x;
    s[y][x] = in[t];
    if (y == 1) {
        s[0][x] = in[t] + 1;
        s[W + 1][x] = in[t] + 2;
    }
    if (x == 1) {
        s[y][0] = in[t] + 3;
        s[y][W + 1] = in[t] + 4;
    }
    if (t < 4)
        s[t / 2 * (W + 1)][t % 2 * (W + 1)] = 5;
    __syncthreads();
    out[t] = s[y][x] + s[y - 1][x] + s[y + 1][x] + s[y][x - 1] + s[y][x + 1];
}

__global__ void table(const int *in, int *out) // where the data do not point
{
    __shared__ int s[TABLE];
    int t = threadIdx.x;
    for (int i = t; i < TABLE; i += T)
        s[i] = i * i + 1;
    __syncthreads();
    out[t] = s[in[t] * 37 % TABLE];
}

__global__ void table_in_order(const int *in, int *out)
{
    __shared__ int s[TABLE];
    int t = threadIdx.x;
    for (int i = t; i < TABLE; i += T)
        s[i] = i * i + 1;
    __syncthreads();
    out[t] = s[in[t] % 100 + 1];
}

__global__ void minima(const int *in, int *out) // a guard that the data do not need
{
    __shared__ int s[T + 1];
    int t = threadIdx.x;
    s[t] = in[t];
    if (t == 0)
        s[T] = INT_MAX;
    __syncthreads();
    int next = t;
    while (s[next] < 5 && next < T)
        next++;
    out[t] = next;
}

__global__ void ranks(const int *in, int *out) // s[63]: no thread comes behind the last one
{
    __shared__ int s[T];
    int t = threadIdx.x, x = in[t], rank = 0;
    s[t] = x;
    __syncthreads();
    for (int k = 0; k < t; k++)
        rank += s[k] <= x;
    out[t] = rank;
}

int main()
{
    static int numbers[N];
    int *in, *out;
    for (int i = 0; i < N; i++)
        numbers[i] = i + 3;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof numbers);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof numbers);
    differences<<<1, T>>>(in, out);
    shift<<<1, T>>>(in, out);
    sum<<<1, T>>>(in, out);
    lockstep<<<1, T>>>(in, out);
    cross<<<1, dim3(W, W)>>>(in, out);
    cross_by_parts<<<1, dim3(W, W)>>>(in, out);
    table<<<1, T>>>(in, out);
    table_in_order<<<1, T>>>(in, out);
    minima<<<1, T>>>(in, out);
    ranks<<<1, T>>>(in, out);
    cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost);
    printf("%d %d\n", numbers[0], numbers[N - 1]);
    cudaFree(in);
    cudaFree(out);
}
