// More of what correct programs leave unread: places that go along with values that lose, slots of a
// tile that is read in the form of a cross and whose outer threads store no result, sums in registers
// whose last one is only printed, bins that are counted on where the data want it, the last turn of a
// loop that stores ahead, and slots at the edge of the data.
// expect: none
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

constexpr int T = 64, N = 256, W = 16;

__global__ void place_of_smallest(const int *in, int *out)
{
    __shared__ int values[T], places[T];
    int t = threadIdx.x;
    values[t] = in[t];
    places[t] = t + 1;
    __syncthreads();
    for (int h = T / 2; h > 0; h /= 2) {
        if (t < h && values[t + h] < values[t]) {
            values[t] = values[t + h];
            places[t] = places[t + h];
        }
        __syncthreads();
    }
    if (t == 0)
        *out = places[0];
}

__global__ void cross(const int *in, int *out) // blocks of 16 x 16 compute 14 x 14
{
    __shared__ int s[W][W];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * (W - 2) + x - 1, row = blockIdx.y * (W - 2) + y - 1;
    bool inside = column >= 0 && column < W && row >= 0 && row < W;
    if (inside)
        s[y][x] = in[row * W + column] + 1;
    __syncthreads();
    bool computes = column > 0 && column < W - 1 && row > 0 && row < W - 1;
    if (computes && x > 0 && x < W - 1 && y > 0 && y < W - 1)
        out[row * W + column] = s[y][x] + s[y - 1][x] + s[y + 1][x] + s[y][x - 1] + s[y][x + 1];
}

__global__ void cross_in_rows(const int *in, int *out) // the same in one dimension
{
    __shared__ int s[W * W];
    int x = threadIdx.x, y = threadIdx.y, t = y * W + x;
    s[t] = in[t] + 1;
    __syncthreads();
    if (x > 0 && x < W - 1 && y > 0 && y < W - 1)
        out[t] = s[t] + s[t - W] + s[t + W] + s[t - 1] + s[t + 1];
}

__global__ void printed(const int *in)
{
    __shared__ int s[T];
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int *mine = s + threadIdx.x / 16 * 16, lane = tile.thread_rank(), value = in[threadIdx.x];
    for (int i = 8; i > 0; i /= 2) {
        mine[lane] = value;
        tile.sync();
        if (lane < i)
            value += mine[lane + i];
        tile.sync();
    }
    if (lane == 0)
        printf("%d\n", value);
}

__global__ void sums_of_warps(const int *in, int *out) // all lanes of a warp store, two are needed
{
    __shared__ int s[32];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, x = in[t];
    for (int d = 1; d < 32; d *= 2) {
        int other = __shfl_up_sync(0xffffffff, x, d);
        if (lane >= d)
            x += other;
    }
    if (lane == 31)
        s[warp] = x;
    __syncthreads();
    if (warp == 0) {
        int sum = lane < T / 32 ? s[lane] : 0;
        for (int d = 1; d < 32; d *= 2) {
            int other = __shfl_up_sync(0xffffffff, sum, d);
            if (lane >= d)
                sum += other;
        }
        s[lane] = sum;
    }
    __syncthreads();
    if (warp > 0)
        x += s[warp - 1];
    if (t < 40)
        out[t] = x;
}

__global__ void sorted(const int *in, int *out) // where each of ten numbers goes
{
    __shared__ int next[T];
    int t = threadIdx.x;
    next[t] = t * 8 + 1;
    __syncthreads();
    if (t < 10)
        out[atomicAdd(&next[in[t] % 5], 1)] = t;
}

__global__ void slices(const int *in, int *out) // the last turn stores what no turn is left to read
{
    __shared__ int s[T];
    int t = threadIdx.x, ahead = in[t];
    for (int i = 0; i < 3; i++) {
        s[t] = ahead;
        __syncthreads();
        ahead = in[(i + 1) % 4 * T + t];
        if (t > 0 && t < T - 1)
            out[t] = s[t - 1] + s[t] + s[t + 1];
        __syncthreads();
        s[t] = ahead;
    }
}

__global__ void halo(const int *in, int *out) // the first number has no left neighbour
{
    __shared__ int s[T + 2];
    int i = blockIdx.x * T + threadIdx.x, l = threadIdx.x + 1;
    s[l] = in[i];
    if (l == 1)
        s[0] = i > 0 ? in[i - 1] : in[i];
    if (l == T)
        s[T + 1] = i < N - 1 ? in[i + 1] : in[i];
    __syncthreads();
    if (i > 0 && i < N - 1)
        out[i] = s[l - 1] + s[l + 1] - 2 * s[l];
}

int main()
{
    static int numbers[N];
    int *in, *out;
    for (int i = 0; i < N; i++)
        numbers[i] = (i * 37 + 11) % 101 + 1;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, 4 * sizeof numbers);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, 4 * sizeof numbers);
    place_of_smallest<<<1, T>>>(in, out);
    cross<<<dim3(2, 2), dim3(W, W)>>>(in, out);
    cross_in_rows<<<1, dim3(W, W)>>>(in, out);
    printed<<<1, T>>>(in);
    sums_of_warps<<<1, T>>>(in, out);
    sorted<<<1, T>>>(in, out);
    slices<<<1, T>>>(in, out);
    halo<<<N / T, T>>>(in, out);
    cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost);
    printf("%d %d\n", numbers[0], numbers[N - 1]);
    cudaFree(in);
    cudaFree(out);
}
