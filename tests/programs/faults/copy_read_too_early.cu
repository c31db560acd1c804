// expect: race error h 27,31
// says: while cudaMemcpyAsync() (line 27) may still be writing it
// advice: cudaStreamSynchronize()
//
// A copy into pinned memory goes on when the call has returned; the event that is waited for was
// recorded in front of it.
#include <cstdio>

__global__ void square(int *p)
{
    p[threadIdx.x] *= p[threadIdx.x];
}

int main()
{
    int *h, *d, sum = 0;
    cudaStream_t stream;
    cudaEvent_t event;
    cudaStreamCreate(&stream);
    cudaEventCreate(&event);
    cudaMallocHost(&h, 64 * sizeof *h);
    cudaMalloc(&d, 64 * sizeof *d);
    for (int i = 0; i < 64; i++) h[i] = i;
    cudaMemcpyAsync(d, h, 64 * sizeof *h, cudaMemcpyHostToDevice, stream);
    square<<<1, 64, 0, stream>>>(d);
    cudaEventRecord(event, stream);
    cudaMemcpyAsync(h, d, 64 * sizeof *h, cudaMemcpyDeviceToHost, stream);
    cudaEventSynchronize(event);

    for (int i = 0; i < 64; i++)
        sum += h[i];
    printf("%d\n", sum);
    cudaStreamSynchronize(stream);
    cudaFree(d);
    cudaFreeHost(h);
}
