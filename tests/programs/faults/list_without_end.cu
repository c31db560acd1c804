// The end of a list is not tested: which pointer is null, and who follows it where.
// expect: out-of-bounds error - 23
// says: Thread 0 of block 0 reads address 0, which is not device memory: p->next is a null pointer, in launch 1 (follow)
// advice: test the pointer before it is used
// never: cudaMalloc() gave
#include <cstdio>

struct node {
    int value;
    node *next;
};

__global__ void link(node *nodes, int n)
{
    int i = threadIdx.x;
    nodes[i] = {i, i + 1 < n ? &nodes[i + 1] : nullptr};
}

__global__ void follow(node *nodes, int *sums)
{
    node *p = &nodes[threadIdx.x];
    int sum = 0;
    while (p->next->value >= 0) {
        sum += p->value;
        p = p->next;
    }
    sums[threadIdx.x] = sum;
}

int main()
{
    const int n = 32;
    node *nodes;
    int *sums, host[n];
    cudaMalloc(&nodes, n * sizeof *nodes);
    cudaMalloc(&sums, sizeof host);
    link<<<1, n>>>(nodes, n);
    follow<<<1, n>>>(nodes, sums);
    if (cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess)
        printf("%d\n", host[0]);
}
