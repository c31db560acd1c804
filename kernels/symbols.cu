/* Variables that live on the device.
   Idea: a __constant__ table, a __device__ number and a __device__ pointer, set from the host by
   cudaMemcpyToSymbol. The kernel uses them by name, without parameters.
   Cost: constant memory serves one address for all lanes at once; lanes that ask for different
   words are served one after another.
   Hazard: the host may not use the variables directly: they are names, not addresses, over there.
   Watch: the access view: table[k] is the same word for all 32 lanes, a broadcast. */
#include <cstdio>
#include <cstdlib>

#ifndef N
#define N 1024
#endif
#ifndef THREADS
#define THREADS 256
#endif

#define CHECK(call)                                                                     \
    do {                                                                                \
        cudaError_t status = (call);                                                    \
        if (status != cudaSuccess) {                                                    \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
            exit(1);                                                                    \
        }                                                                               \
    } while (0)

__constant__ float table[256];
__device__ float offset;
__device__ float *output;

__global__ static void polynomial(int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int k = 0; k < 8; k++)
        sum += table[k] * (float)(i % 16);
    output[i] = sum + offset;
}

int main()
{
    float coefficients[256], check[256], shift = 3;
    for (int k = 0; k < 256; k++)
        coefficients[k] = (float)k;
    CHECK(cudaMemcpyToSymbol(table, coefficients, sizeof coefficients));
    CHECK(cudaMemcpyFromSymbol(check, table, sizeof check));
    CHECK(cudaMemcpyToSymbol(offset, &shift, sizeof shift));

    float *memory;
    CHECK(cudaMalloc(&memory, N * sizeof(float)));
    CHECK(cudaMemcpyToSymbol(output, &memory, sizeof memory));

    void *address;
    size_t size;
    CHECK(cudaGetSymbolAddress(&address, table));
    CHECK(cudaGetSymbolSize(&size, table));
    printf("table: %zu bytes on the device, last element %g\n", size, check[255]);

    polynomial<<<(N + THREADS - 1) / THREADS, THREADS>>>(N);
    CHECK(cudaGetLastError());
    float host[N];
    CHECK(cudaMemcpy(host, memory, sizeof host, cudaMemcpyDeviceToHost));

    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += host[i] != 28.0f * (i % 16) + 3;
    printf("polynomial of %d points, %d wrong\n", N, wrong);
    cudaFree(memory);
    return wrong ? 1 : 0;
}
