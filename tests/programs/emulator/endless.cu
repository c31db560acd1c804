// options: stop
// expect: diagnostic timeout error launch 0 block 0 .* thread 0
// expect: exit 143
__global__ void k(int *out)
{
    for (int i = 0; out[0] == 0; i++) out[1] = i;
}
int main()
{
    int *out;
    cudaMalloc(&out, 256);
    cudaMemset(out, 0, 256);
    k<<<1, 1>>>(out);
    return cudaDeviceSynchronize() == cudaSuccess;
}
