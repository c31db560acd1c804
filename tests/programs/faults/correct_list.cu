// Nodes pushed on a list without a lock: the guess is stored in the node again until it was right.
// expect: none
#include <cstdio>
#include <cuda_runtime.h>

struct node {
    int value, next;
};

__global__ void push(node *nodes, int *head)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    nodes[i].value = i;
    int old = *head, guess;
    do {
        guess = old;
        nodes[i].next = guess;
        old = atomicCAS(head, guess, i);
    } while (old != guess);
}

__global__ void push_too(node *nodes, int *head)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, top;
    nodes[i].value = i;
    do {
        top = *head;
        nodes[i].next = top;
    } while (atomicCAS(head, top, i) != top);
}

__global__ void claim(int *owner, int *winner)
{
    int seen = *owner;
    if (seen < 0 && atomicCAS(owner, seen, (int)threadIdx.x) == seen) winner[0] = threadIdx.x;
}

int main()
{
    node *nodes;
    int *head, top, none = -1;
    cudaMalloc(&nodes, 128 * sizeof(node));
    cudaMalloc(&head, 2 * sizeof(int));
    cudaMemset(nodes, 0, 128 * sizeof(node));
    cudaMemcpy(head, &none, sizeof none, cudaMemcpyHostToDevice);
    push<<<2, 64>>>(nodes, head);
    cudaMemcpy(head, &none, sizeof none, cudaMemcpyHostToDevice);
    push_too<<<2, 64>>>(nodes, head);
    cudaMemcpy(head, &none, sizeof none, cudaMemcpyHostToDevice);
    claim<<<1, 64>>>(head, head + 1);
    cudaMemcpy(&top, head, sizeof top, cudaMemcpyDeviceToHost);
    printf("%d\n", top);
    return cudaGetLastError();
}
