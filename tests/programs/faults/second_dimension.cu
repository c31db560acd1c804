// Which of an array's dimensions an index leaves is said, at both ends; an element that exists by its
// number (s[0][16] lies where s[1][0] does) is not meant.
// expect: out-of-bounds error s 17
// says: Thread (0,0) of block 0 uses index -1 in dimension 2 of s[8][16], which has 16 there: 0 to 15
// says: At the other end, too: index 16, which thread (15,0) uses.
// never: s[16]
#include <cstdio>

constexpr int W = 16, H = 8;

__global__ void blur(const float *in, float *out)
{
    __shared__ float s[H][W];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = in[y * W + x];
    __syncthreads();
    out[y * W + x] = (s[y][x - 1] + s[y][x] + s[y][x + 1]) / 3;
}

int main()
{
    float numbers[W * H], *in, *out;
    for (int i = 0; i < W * H; i++)
        numbers[i] = i;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof numbers);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    blur<<<1, dim3(W, H)>>>(in, out);
    cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost);
    printf("%g\n", numbers[17]);
    cudaFree(in);
    cudaFree(out);
}
