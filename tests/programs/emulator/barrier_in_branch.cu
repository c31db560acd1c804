// expect: diagnostic divergent-barrier error launch 0 block 0 round 0 .*waits at one barrier while thread
// expect: launch-end 0 error 0
__global__ void k(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < 32) {
        s[t] = 1;
        __syncthreads();
    } else {
        s[t] = 2;
        __syncthreads();
    }
    out[t] = s[63 - t];
}
int main()
{
    int *out;
    cudaMalloc(&out, 256);
    k<<<1, 64>>>(out);
    return cudaDeviceSynchronize();
}
