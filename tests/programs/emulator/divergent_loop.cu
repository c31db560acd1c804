// A lane that goes round a loop waits for those inside its body: 8 requests of 16 lanes.
// expect: total .* load global requests 8 accesses 128$
__global__ void k(int *a, int *out)
{
    int t = threadIdx.x, s = 0;
    for (int k = 0; k < 8; k++)
        if ((k + t) & 1) s += a[32 * k + t];
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
