// expect: none
//
// Two streams: one waits for the other's event, and the host for the first. A second host array
// is filled meanwhile.
#include <cstdio>

__global__ void twice(int *p)
{
    p[threadIdx.x] *= 2;
}

__global__ void sum(const int *p, int *total)
{
    atomicAdd(total, p[threadIdx.x]);
}

int main()
{
    int *p, *total, *other;
    cudaStream_t a, b;
    cudaEvent_t ready;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
    cudaMallocManaged(&p, 64 * sizeof *p);
    cudaMallocManaged(&total, sizeof *total);
    cudaMallocManaged(&other, 64 * sizeof *other);
    for (int i = 0; i < 64; i++) p[i] = i;
    *total = 0;

    twice<<<1, 64, 0, a>>>(p);
    cudaEventRecord(ready, a);
    cudaStreamWaitEvent(b, ready, 0);
    sum<<<1, 64, 0, b>>>(p, total);
    for (int i = 0; i < 64; i++) other[i] = i;
    cudaStreamSynchronize(b);
    printf("%d %d %d\n", *total, p[63], other[63]);
    p[0] = 1;
    cudaFree(p);
    cudaFree(total);
    cudaFree(other);
}
