// expect: race error side 9,10
// expect: race? warning side 9,10
// expect: race error count 12,12
// expect: race? warning count 12,12
#include <cstdio>
__global__ void vote(const int *in, int *out)
{
    __shared__ int side, count;
    if (in[threadIdx.x] > 10) side = 1;
    else side = 2;
    __syncthreads();
    if (in[threadIdx.x] > 10) count = 1 + in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) *out = side + count;
}
int main()
{
    int in[64], out, *d_in, *d_out;
    for (int i = 0; i < 64; i++) in[i] = i;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    vote<<<1, 64>>>(d_in, d_out);
    cudaMemcpy(&out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("%d\n", out);
    cudaFree(d_in);
    cudaFree(d_out);
}
