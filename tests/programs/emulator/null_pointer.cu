// expect: diagnostic out-of-bounds error .* thread 0 .* Thread 0 writes address 0, which is not device memory \(a null pointer\?\)
// expect: launch-end 0 error 700
// expect: exit 188
__global__ void k(int *out)
{
    out[threadIdx.x] = 1;
}
int main()
{
    k<<<1, 32>>>(nullptr);
    return cudaDeviceSynchronize() & 255;
}
