// expect: none
//
// Two pinned buffers in turn: before one is filled again, the event behind its copy is waited for.
// A function of the host runs in the stream, after what is in front of it.
#include <cstdio>

__global__ void add(int *total, const int *p)
{
    atomicAdd(total, p[threadIdx.x]);
}

static void last(void *data)
{
    printf("%d\n", *(int *)data);
}

int main()
{
    int *h[2], *d[2], *total;
    cudaStream_t stream;
    cudaEvent_t copied[2];
    cudaStreamCreate(&stream);
    cudaMallocManaged(&total, sizeof *total);
    *total = 0;
    for (int k = 0; k < 2; k++) {
        cudaMallocHost(&h[k], 64 * sizeof(int));
        cudaMalloc(&d[k], 64 * sizeof(int));
        cudaEventCreate(&copied[k]);
    }
    for (int n = 0; n < 6; n++) {
        int k = n % 2;
        if (n >= 2) cudaEventSynchronize(copied[k]);
        for (int i = 0; i < 64; i++) h[k][i] = n + i;
        cudaMemcpyAsync(d[k], h[k], 64 * sizeof(int), cudaMemcpyHostToDevice, stream);
        cudaEventRecord(copied[k], stream);
        add<<<1, 64, 0, stream>>>(total, d[k]);
    }
    cudaLaunchHostFunc(stream, last, total);
    cudaStreamSynchronize(stream);
    for (int k = 0; k < 2; k++) {
        cudaFreeHost(h[k]);
        cudaFree(d[k]);
    }
    cudaFree(total);
}
