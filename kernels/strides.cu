/* What a stride costs.
   Idea: r[t] = a[t * STRIDE]. With stride 1 a warp needs 4 sectors, with 2 it needs 8, from 8 on
   every lane needs its own.
   Cost: the same 32 values, up to 8 times as many bytes moved.
   Hazard: none.
   Watch: 8 sectors for a request in the access view, where STRIDE is 2. For other strides:
   - syncstep run strides.cu -D STRIDE=8
   - syncstep sweep strides.cu -D STRIDE=1,2,4,8,16,32 */
#include <cstdio>
#include <cstdlib>

#ifndef STRIDE
#define STRIDE 2
#endif
#ifndef BLOCKS
#define BLOCKS 32
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

__global__ static void gather(const int *a, int *r)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    r[t] = a[t * STRIDE];
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *data = (int *)malloc(sizeof(int) * n * STRIDE);
    int *result = (int *)malloc(sizeof(int) * n);
    for (int i = 0; i < n * STRIDE; i++)
        data[i] = i;

    int *a, *r;
    CHECK(cudaMalloc(&a, sizeof(int) * n * STRIDE));
    CHECK(cudaMalloc(&r, sizeof(int) * n));
    CHECK(cudaMemcpy(a, data, sizeof(int) * n * STRIDE, cudaMemcpyHostToDevice));
    gather<<<BLOCKS, THREADS>>>(a, r);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(result, r, sizeof(int) * n, cudaMemcpyDeviceToHost));

    int wrong = 0;
    for (int t = 0; t < n; t++)
        wrong += result[t] != t * STRIDE;
    printf("stride %d: %d values, %d wrong\n", STRIDE, n, wrong);
    cudaFree(a);
    cudaFree(r);
    free(data);
    free(result);
    return wrong ? 1 : 0;
}
