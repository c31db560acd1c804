// Sums of pairs, without a loop: the last slot has no other and is forgotten.
// expect: unread-slot note s 13
// says: if a loop halves them
// says: Without such a loop look whether an index skips this slot
// never: a loop that halves them leaves
// findings: 1
#include <cstdio>

__global__ void pairs(const int *in, int *out)
{
    __shared__ int s[65];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 32) out[t] = s[2 * t] + s[2 * t + 1];
}

int main()
{
    int h[65], *in, *out;
    for (int i = 0; i < 65; i++) h[i] = i + 1;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, 32 * sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    pairs<<<1, 65>>>(in, out);
    cudaMemcpy(h, out, 32 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[5]);
    cudaFree(in);
    cudaFree(out);
}
