// Slots read before they are set give sums that do not fit; the race comes first.
// expect: race error temp 19,19
// expect: race warning temp 19,19
// expect: race? error temp 19,21
// expect: race? warning temp 19,21
// expect: integer-overflow? warning - 19
// first: race on temp
#include <cstdio>
#define N 128

__global__ void scan(int *out, const int *in)
{
    __shared__ int temp[2 * N];
    int t = threadIdx.x, to = 0;

    temp[t] = in[t];
    __syncthreads();
    for (int off = 1; off < N; off *= 2, to = 1 - to)
        if (t >= off) temp[(1 - to) * N + t] = temp[to * N + t] + temp[to * N + t - off];
        else
            temp[(1 - to) * N + t] = temp[to * N + t];
    out[t] = temp[to * N + t];
}

int main()
{
    int h[N], *d, *o;

    for (int i = 0; i < N; i++)
        h[i] = i % 7;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&o, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    scan<<<1, N>>>(o, d);
    cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[N - 1]);
    cudaFree(d);
    cudaFree(o);
    return 0;
}
