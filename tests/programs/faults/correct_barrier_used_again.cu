// A barrier between blocks made of a counter and a phase, used again and again: who comes last, and
// so sees the others by its atomicAdd alone, differs from one use to the next. One counter goes on
// counting, the others are set back by the last to come, by an atomic or a plain store.
// expect: none
#include <cstdio>
#include <cuda_runtime.h>
#define BLOCKS 3
__device__ int arrived[3];
__device__ volatile int phase[3];
__device__ int a[BLOCKS];
__device__ void wait_all(int kind, int p)
{
    __threadfence();
    int last = kind == 0 ? BLOCKS * p - 1 : BLOCKS - 1;
    if (atomicAdd(&arrived[kind], 1) == last) {
        if (kind == 1) atomicExch(&arrived[kind], 0);
        if (kind == 2) arrived[kind] = 0;
        __threadfence();
        phase[kind] = p;
    } else {
        while (phase[kind] < p)
            ;
    }
    __threadfence();
}
__global__ void turn_round(int *slots, int kind)
{
    int i = blockIdx.x, v = i;
    for (int p = 1; p < 9; p += 2) {
        slots[i] = v + 1;
        wait_all(kind, p);
        v = slots[(i + 1) % BLOCKS];
        wait_all(kind, p + 1);
    }
    slots[i] = v;
}
__global__ void twice(int *out)
{
    wait_all(0, 1);
    a[blockIdx.x] = blockIdx.x + 1;
    wait_all(0, 2);
    out[blockIdx.x] = a[(blockIdx.x + 1) % BLOCKS];
}
int main()
{
    int *slots, host[BLOCKS], none = 0;
    cudaMalloc(&slots, sizeof host);
    twice<<<BLOCKS, 1>>>(slots);
    cudaMemcpy(host, slots, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", host[0], host[1], host[2]);
    cudaMemcpyToSymbol(arrived, &none, sizeof none);
    cudaMemcpyToSymbol(phase, &none, sizeof none);
    for (int kind = 0; kind < 3; kind++) {
        turn_round<<<BLOCKS, 1>>>(slots, kind);
        cudaMemcpy(host, slots, sizeof host, cudaMemcpyDeviceToHost);
        printf("%d %d %d\n", host[0], host[1], host[2]);
    }
}
