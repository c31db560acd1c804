// Slots that nobody has written reach the result, and blocks that write the same elements race: what
// is said of the first does not hang on which block came last.
// expect: uninitialised-read warning tile 18
// expect: race error out 18,18
// expect: unread-slot? note tile *
#include <cstdio>
const int T = 16;
__global__ void transpose(const double *in, double *out, int w, int h)
{
    __shared__ double tile[T][T + 1];
    int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
    if (x < w && y < h)
        tile[threadIdx.y][threadIdx.x] = in[y * w + x];
    __syncthreads();
    x = blockIdx.y * T + threadIdx.x;
    y = blockIdx.x * T + threadIdx.y;
    if (x < w && y < h)
        out[y * h + x] = tile[threadIdx.x][threadIdx.y];
}
int main()
{
    const int W = 40, H = 20;
    static double a[W * H];
    double *in, *out, s = 0;
    for (int i = 0; i < W * H; i++) a[i] = i;
    cudaMalloc(&in, sizeof a);
    cudaMalloc(&out, sizeof a);
    cudaMemset(out, 0, sizeof a);
    cudaMemcpy(in, a, sizeof a, cudaMemcpyHostToDevice);
    transpose<<<dim3((W + T - 1) / T, (H + T - 1) / T), dim3(T, T)>>>(in, out, W, H);
    cudaMemcpy(a, out, sizeof a, cudaMemcpyDeviceToHost);
    for (int i = 0; i < W * H; i++) s += a[i] * (i % 3);
    printf("%g\n", s);
}
