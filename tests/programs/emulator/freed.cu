// expect: diagnostic out-of-bounds error .* thread 0 .* memory that was freed before
// expect: launch-end 0 error 700
__global__ void k(int *out)
{
    out[threadIdx.x] = 1;
}
int main()
{
    int *device;
    cudaMalloc(&device, 4096);
    cudaFree(device);
    k<<<1, 32>>>(device);
}
