// expect: diagnostic crash error launch 0 .* divides an integer by zero
// expect: launch-end 0 error 719
__global__ void k(int *out, int zero)
{
    out[threadIdx.x] = 7 / zero;
}
int main()
{
    int *out;
    cudaMalloc(&out, 256);
    k<<<1, 32>>>(out, 0);
    return cudaDeviceSynchronize() == cudaSuccess;
}
