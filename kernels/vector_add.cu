/* Vector addition.
   Idea: one thread per element. Allocate on the device, copy there, launch, copy back, free.
   Cost: three elements moved for one addition: memory decides.
   Hazard: the grid is rounded up, so the last block has threads without an element: the bounds
   check is not decoration.
   Watch: 4 sectors per request on a, b and c; in :block 39 seven warps of 8 stay outside the if. */
#include <cstdio>
#include <cstdlib>

#ifndef N
#define N 10000
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

__global__ static void add(const float *a, const float *b, float *c, int n)
{
    const int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

int main()
{
    const size_t size = N * sizeof(float);
    float *a = (float *)malloc(size), *b = (float *)malloc(size), *c = (float *)malloc(size);
    for (int i = 0; i < N; i++) {
        a[i] = rand() / (float)RAND_MAX;
        b[i] = rand() / (float)RAND_MAX;
    }

    float *dev_a, *dev_b, *dev_c;
    CHECK(cudaMalloc(&dev_a, size));
    CHECK(cudaMalloc(&dev_b, size));
    CHECK(cudaMalloc(&dev_c, size));
    CHECK(cudaMemcpy(dev_a, a, size, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(dev_b, b, size, cudaMemcpyHostToDevice));

    add<<<(N + THREADS - 1) / THREADS, THREADS>>>(dev_a, dev_b, dev_c, N);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(c, dev_c, size, cudaMemcpyDeviceToHost));

    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += c[i] != a[i] + b[i];
    printf("%d elements added, %d wrong\n", N, wrong);

    cudaFree(dev_a);
    cudaFree(dev_b);
    cudaFree(dev_c);
    free(a);
    free(b);
    free(c);
    return wrong ? 1 : 0;
}
