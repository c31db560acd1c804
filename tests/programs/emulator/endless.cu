// options: stop
// expect: diagnostic timeout error launch 0 block 0 .* thread 0
// expect: exit 143
__global__ void k(volatile int *out)
{
    while (out[0] == 0) {}
}
int main()
{
    int *out;
    cudaMalloc(&out, 256);
    cudaMemset(out, 0, 256);
    k<<<1, 32>>>(out);
    return cudaDeviceSynchronize() == cudaSuccess;
}
