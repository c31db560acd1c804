// Names that look like constants, and values that are equal by chance.
// expect: race error flag 21,21
// expect: race? warning flag 21,21
// expect: race error mark 22,22
// expect: race? warning mark 22,22
// expect: race error two 23,24
// expect: race? warning two 23,24
// expect: race error own 26,26
// expect: race? warning own 26,26
// expect: race error level 17,17
// expect: race? warning level 17,17
// expect: race error count 30,30
// expect: race? warning count 30,30
#include <cstdio>
#define WHO threadIdx.x
const int ONE = 1, LAST = 9;
template <int LEVEL> __device__ void up(int *level) { *level = LEVEL; }
__global__ void k(const int *in, int *out, int n)
{
    __shared__ int flag, mark, two, own, level, count; const int LAST = in[threadIdx.x];
    flag = in[threadIdx.x] > -1;
    mark = WHO;
    if (in[threadIdx.x] > 30) two = ONE;
    else two = ONE + ONE;
    __syncthreads();
    own = LAST;
    if (in[threadIdx.x] > 20) up<1>(&level);
    else up<2>(&level);
    n += threadIdx.x;
    count = n;
    __syncthreads();
    out[threadIdx.x] = flag + mark + two + own + level + count;
}
int main()
{
    int in[64], out[64], *d_in, *d_out;
    for (int i = 0; i < 64; i++) in[i] = (i * 7 + 3) % 64;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    k<<<1, 64>>>(d_in, d_out, 0);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("%d\n", out[0] > 0);
    cudaFree(d_in);
    cudaFree(d_out);
}
