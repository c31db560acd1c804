// A thread's own stack is not in the log.
// expect: spool used .* accesses 32$
__global__ void k(int *out)
{
    int local[8];
    for (int i = 0; i < 8; i++) local[i] = i * threadIdx.x;
    out[threadIdx.x] = local[threadIdx.x % 8];
}
int main()
{
    int *out;
    cudaMalloc(&out, 128);
    k<<<1, 32>>>(out);
    return cudaDeviceSynchronize();
}
