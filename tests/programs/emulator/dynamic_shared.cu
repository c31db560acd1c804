// expect: diagnostic out-of-bounds error .* thread 16 .* byte 64 of the dynamic shared memory; the launch asked for 64
// expect: launch-end 0 error 0
__global__ void k(int *out)
{
    extern __shared__ int s[];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[31 - threadIdx.x];
}
int main()
{
    int *out;
    cudaMalloc(&out, 128);
    k<<<1, 32, 64>>>(out);
    return cudaDeviceSynchronize();
}
