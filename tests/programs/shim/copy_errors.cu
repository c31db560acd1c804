/* What cudaMemcpy, cudaMemset, cudaMalloc and cudaFree refuse. copy_errors.out is from an H200. */
#include <stdio.h>
#include <stdlib.h>

static void report(const char *call, cudaError_t error)
{
    cudaError_t last = cudaGetLastError();
    printf("%-60s %s %s\n", call, cudaGetErrorName(error), cudaGetErrorName(last));
}
#define TRY(call) report(#call, call)
#define COPY(to, from, kind) TRY(cudaMemcpy(to, from, 64, kind))

int main()
{
    int *device, *managed, *pinned, host[64], *heap = (int *)malloc(1024);
    void *other;
    TRY(cudaMalloc(&device, 256));
    TRY(cudaMallocManaged(&managed, 256));
    TRY(cudaMallocHost(&pinned, 256));
    COPY(heap, device, cudaMemcpyHostToDevice);
    COPY(device, heap, cudaMemcpyDeviceToHost);
    COPY(heap, host, cudaMemcpyHostToDevice);
    COPY(heap, host, cudaMemcpyDeviceToDevice);
    COPY(device, managed, cudaMemcpyHostToDevice);
    COPY(device, pinned, cudaMemcpyDeviceToDevice);
    COPY(device, device, cudaMemcpyHostToDevice);
    COPY(device, device, cudaMemcpyHostToHost);
    COPY(host, heap, cudaMemcpyDeviceToHost);
    COPY(pinned, host, cudaMemcpyHostToDevice);
    COPY(managed, host, cudaMemcpyDeviceToHost);
    COPY(NULL, host, cudaMemcpyHostToDevice);
    COPY(device, host, (cudaMemcpyKind)7);
    TRY(cudaMemcpy(device, heap, 300, cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(heap, device + 1, 256, cudaMemcpyDeviceToHost));
    TRY(cudaMemset(device, 0, 257));
    TRY(cudaMemset(heap, 0, 4));
    TRY(cudaMemset(pinned, 0, 4));
    TRY(cudaMalloc(&other, 0));
    TRY(cudaMalloc(&other, 1ull << 50));
    TRY(cudaFree(heap));
    TRY(cudaFree(device + 1));
    TRY(cudaFreeHost(device));
    TRY(cudaFreeHost(heap));
    TRY(cudaFree(pinned));
    TRY(cudaFree(device));
    TRY(cudaFree(device));
    return 0;
}
