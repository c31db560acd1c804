// expect: diagnostic stack-overflow error .* thread 0 .* more stack than a thread has
// expect: launch-end 0 error 700
__device__ __noinline__ int deep(int n, int *a)
{
    int local[64];
    for (int i = 0; i < 64; i++) local[i] = a[i % 4] + n;
    return deep(n + 1, local) + local[n % 64];
}
__global__ void k(int *out)
{
    out[0] = deep(0, out);
}
int main()
{
    int *out;
    cudaMalloc(&out, 256);
    k<<<1, 32>>>(out);
    return cudaDeviceSynchronize() == cudaSuccess;
}
