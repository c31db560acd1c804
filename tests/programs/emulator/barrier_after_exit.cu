// expect: diagnostic divergent-barrier warning .* Only 40 of 64 threads reach this barrier
// expect: launch-end 0 error 0
__global__ void k(int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t >= n) return;
    s[t] = t;
    __syncthreads();
    out[t] = s[n - 1 - t];
}
int main()
{
    int *out;
    cudaMalloc(&out, 256);
    k<<<1, 64>>>(out, 40);
    return cudaDeviceSynchronize();
}
