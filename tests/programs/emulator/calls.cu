// The deepest call goes first, and lanes that called from different places are not together.
// expect: total .* load global requests 3 accesses 64$
// expect: total .* store global requests 1 accesses 32$
__device__ __noinline__ int get(int *a, int i)
{
    return a[i];
}
__global__ void k(int *a, int *out)
{
    int t = threadIdx.x, s = get(a, t);
    if (t < 16)
        s += get(a, t + 1);
    else
        s -= get(a, t + 2);
    out[t] = s;
}
int main()
{
    int *a, *out;
    cudaMalloc(&a, 1024);
    cudaMemset(a, 0, 1024);
    cudaMalloc(&out, 128);
    k<<<1, 32>>>(a, out);
    return cudaDeviceSynchronize();
}
