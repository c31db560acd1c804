// expect: diagnostic out-of-bounds error launch 0 block 1 round 0 thread 28 .*count 1: Thread 28 reads 0 bytes past the end of an allocation of 240 bytes
// expect: diagnostic out-of-bounds error .*count 3: Thread 28 reads
// expect: diagnostic out-of-bounds error .*thread 0 .*Thread 0 writes 4 bytes before the start of an allocation
// expect: launch-end 0 error 0
__global__ void k(int *a, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = a[i];
    out[i - 1] = v;
}
int main()
{
    int *a, *out;
    cudaMalloc(&a, 240);
    cudaMalloc(&out, 256);
    k<<<2, 32>>>(a, out);
    return cudaDeviceSynchronize();
}
