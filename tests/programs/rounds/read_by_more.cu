// How many threads read is told only where it is so of all that come there: a cell's neighbours are
// read by every thread, itself by those whose count leaves it open; in a scan's second half both
// slots are read and written on one line.
// says 0 0: each of 64 threads writes next[t] (line 13); 40 of them read cell[t]; more on line 12.
// says 1 1: each of 32 threads reads t[2t+1] and writes t[2t] (line 29); t[2t+1] is written too.
#include <cstdio>
__global__ void rule(unsigned char *next, const unsigned char *cell)
{
    int t = threadIdx.x, n = 0;
    for (int d = -2; d <= 2; d++)
        if (d)
            n += cell[(t + d + 64) % 64];
    next[t] = n == 3 || (n == 2 && cell[t]);
}
/* The scan's way down: a[2t] and a[2t + 1] become a[2t + 1] and their sum. */
__global__ void down(int *a)
{
    __shared__ int t[64];
    int i = threadIdx.x;

    t[2 * i] = a[2 * i];
    t[2 * i + 1] = a[2 * i + 1];
    __syncthreads();
    int x = 2 * i,
        y = 2 * i + 1;

    if (i < 32) {
        /* both on one line */
        int v = t[x]; t[x] = t[y]; t[y] += v;
    }
    __syncthreads();
    a[2 * i] = t[2 * i];
    a[2 * i + 1] = t[2 * i + 1];
}
int main()
{
    unsigned char h[64], *cell, *next;
    int n[64], *a;
    for (int i = 0; i < 64; i++) h[i] = i * 7 % 3 == 0, n[i] = i % 3 ? 0 : 1;
    cudaMalloc(&cell, sizeof h);
    cudaMalloc(&next, sizeof h);
    cudaMalloc(&a, sizeof n);
    cudaMemcpy(cell, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(a, n, sizeof n, cudaMemcpyHostToDevice);
    rule<<<1, 64>>>(next, cell);
    down<<<1, 32>>>(a);
    cudaMemcpy(h, next, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(n, a, sizeof n, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[5], n[5]);
    cudaFree(cell);
    cudaFree(next);
    cudaFree(a);
    return 0;
}
