// expect: none
#include <climits>
#include <cstdio>
#define FOUND 1
#define MARK (FOUND << 2 | \
              1)
const int SEEN = 7;
static constexpr float half = 0.5f, other = 2;
enum state { WAITING, DONE = 5 };
enum class colour : int { RED, GREEN };
struct limits { static const int most = 99; };
template <int LEVEL> __device__ void level_up(int *level) { *level = LEVEL; }
template <class T, bool UP> __global__ void all(const int *in, int n, int *out)
{
    __shared__ int found, mark, seen, level, most, count, threads;
    __shared__ float share;
    __shared__ state now;
    __shared__ colour paint;
    __shared__ bool up;
    const int own = -3 * SEEN;
    if (threadIdx.x == 0) found = mark = seen = level = most = count = 0, share = 0, now = WAITING, up = false;
    __syncthreads();
    if (in[threadIdx.x] > 10) {
        found = FOUND;
        mark = MARK;
        seen = SEEN + own;
        share = half;
        now = DONE;
        paint = colour::GREEN;
        up = UP;
        most = limits::most;
    }
    if (threadIdx.x % 2) found = 01;
    level_up<3>(&level);
    count = n;
    threads = blockDim.x;
    __syncthreads();
    const int last = most;
    __syncthreads();
    most = INT_MAX;
    __syncthreads();
    out[threadIdx.x] = found + mark + seen + level + most % 2 + last + count + threads + (share > 0) +
                       (now == DONE) + (paint == colour::GREEN) + up;
}
int main()
{
    int in[64], out[64], *d_in, *d_out;
    for (int i = 0; i < 64; i++) in[i] = (i * 7 + 3) % 64;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    all<int, true><<<1, 64>>>(d_in, 12, d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("%d\n", out[0]);
    cudaFree(d_in);
    cudaFree(d_out);
}
