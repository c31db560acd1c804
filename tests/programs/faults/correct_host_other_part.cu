// expect: none
//
// While a kernel works on one half of managed memory the host fills the other, and both read what
// neither writes. Then a copy of pinned memory goes on while the host uses another part of it.
#include <cstdio>

enum { N = 64 };

__global__ void fill(int *p, const int *table)
{
    p[threadIdx.x] = table[threadIdx.x];
}

int main()
{
    int *p, *table, *h, *d, sum = 0;
    cudaMallocManaged(&p, 2 * N * sizeof *p);
    cudaMallocManaged(&table, N * sizeof *table);
    cudaMallocHost(&h, 2 * N * sizeof *h);
    cudaMalloc(&d, N * sizeof *d);
    for (int i = 0; i < N; i++) table[i] = i;
    fill<<<1, N>>>(p, table);
    for (int i = 0; i < N; i++) p[N + i] = table[i];
    cudaDeviceSynchronize();
    fill<<<1, N>>>(d, table);
    cudaMemcpyAsync(h, d, N * sizeof *h, cudaMemcpyDeviceToHost);
    for (int i = N; i < 2 * N; i++) h[i] = i;
    cudaDeviceSynchronize();
    for (int i = 0; i < 2 * N; i++) sum += h[i] + p[i];
    printf("%d\n", sum);
    cudaFree(p);
    cudaFree(table);
    cudaFree(d);
    cudaFreeHost(h);
}
