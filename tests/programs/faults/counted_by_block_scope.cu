// expect: race error count 11,11
// advice: use an atomic of the whole device wherever this slot is touched: atomicAdd() instead of atomicAdd_block()
// says: an atomic of block scope is none to other blocks
// findings: 2
// expect: race error c 12,13
#include <cstdio>
__global__ void count_a(const char *s, int n, int *count, int *most)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (s[i] == 'a') atomicAdd_block(count, 1);
    if (blockIdx.x) atomicMax(most, i);
    else atomicMax_block(most, i);
}
int main()
{
    char h[300], *s;
    int r[2], *c;
    for (int i = 0; i < 300; i++) h[i] = 'a' + i % 4;
    cudaMalloc(&s, 300);
    cudaMalloc(&c, 8);
    cudaMemset(c, 0, 8);
    cudaMemcpy(s, h, 300, cudaMemcpyHostToDevice);
    count_a<<<3, 100>>>(s, 300, c, c + 1);
    cudaMemcpy(r, c, 8, cudaMemcpyDeviceToHost);
    printf("%d %d\n", r[0], r[1]);
    cudaFree(s);
    cudaFree(c);
}
