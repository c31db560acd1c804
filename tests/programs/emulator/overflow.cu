// expect: diagnostic integer-overflow warning .* thread 1 .* 1 \+ 2147483647 does not fit in 'int'
// expect: launch-end 0 error 0
__global__ void sum(int *out, int v)
{
    out[threadIdx.x] = v + (int)(threadIdx.x & 1);
}
int main()
{
    int *out;
    cudaMalloc(&out, 256);
    sum<<<1, 32>>>(out, 2147483647);
    return cudaDeviceSynchronize();
}
