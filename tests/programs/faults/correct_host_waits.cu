// expect: none
//
// Managed memory, used by the host after each of the calls that wait for the kernel.
#include <cstdio>

__global__ void add(int *p, int by)
{
    p[threadIdx.x] += by;
}

int main()
{
    int *p, copy;
    cudaStream_t stream;
    cudaEvent_t event;
    cudaStreamCreate(&stream);
    cudaEventCreate(&event);
    cudaMallocManaged(&p, 64 * sizeof *p);
    for (int i = 0; i < 64; i++) p[i] = i;

    add<<<1, 64>>>(p, 1);
    cudaDeviceSynchronize();
    printf("%d\n", p[0]++);

    add<<<1, 64, 0, stream>>>(p, 2);
    cudaStreamSynchronize(stream);
    printf("%d\n", p[1]++);

    add<<<1, 64, 0, stream>>>(p, 3);
    cudaEventRecord(event, stream);
    cudaEventSynchronize(event);
    printf("%d\n", p[2]++);

    add<<<1, 64, 0, stream>>>(p, 4);
    while (cudaStreamQuery(stream) == cudaErrorNotReady) {
    }
    printf("%d\n", p[3]++);

    /* The default stream comes after those that are not non-blocking. */
    add<<<1, 64, 0, stream>>>(p, 5);
    cudaMemcpy(&copy, p, sizeof copy, cudaMemcpyDeviceToHost);
    printf("%d %d\n", copy, p[4]++);

    add<<<1, 64, 0, stream>>>(p, 6);
    cudaStreamSynchronize(0);
    printf("%d\n", p[5]++);
    cudaFree(p);
}
