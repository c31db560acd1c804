// Names that look like constants, and values that are equal by chance.
// expect: race error flag 24,24
// expect: race? warning flag 24,24
// expect: race error mark 25,25
// expect: race? warning mark 25,25
// expect: race error two 26,27
// expect: race? warning two 26,27
// expect: race error own 29,29
// expect: race? warning own 29,29
// expect: race error level 20,20
// expect: race? warning level 20,20
// expect: race error count 33,33
// expect: race? warning count 33,33
// expect: race error last 35,35
// expect: race? warning last 35,35
#include <cstdio>
#define WHO threadIdx.x
__device__ void change(int &m) { m *= threadIdx.x; }
const int ONE = 1, LAST = 9;
template <int LEVEL> __device__ void up(int *level) { *level = LEVEL; }
__global__ void k(const int *in, int *out, int n, int m)
{
    __shared__ int flag, mark, two, own, level, count, last; const int LAST = in[threadIdx.x];
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
    change(m);
    last = m;
    __syncthreads();
    out[threadIdx.x] = flag + mark + two + own + level + count + last;
}
int main()
{
    int in[64], out[64], *d_in, *d_out;
    for (int i = 0; i < 64; i++) in[i] = (i * 7 + 3) % 64;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    k<<<1, 64>>>(d_in, d_out, 0, 1);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("%d\n", out[0] > 0);
    cudaFree(d_in);
    cudaFree(d_out);
}
