// expect: diagnostic out-of-bounds error .* thread 31 .* index 32 .* 'int \[32\]'
// expect: diagnostic out-of-bounds error .* thread 0 .* index -1 .* 'int \[32\]'
// expect: launch-end 0 error 0
__global__ void k(int *out)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t + 1] = t;
    __syncthreads();
    out[t] = s[t - 1];
}
int main()
{
    int *out;
    cudaMalloc(&out, 128);
    k<<<1, 32>>>(out);
    return cudaDeviceSynchronize();
}
