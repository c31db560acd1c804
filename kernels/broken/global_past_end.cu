/* Broken: an index past the end of a global array. (What is wrong here? Find it first.)
   Idea: one thread per element, so many blocks that there are enough threads for all elements.
   Hazard: 1,000 elements need 4 blocks of 256 threads, which are 1,024; the last 24 threads write
   behind the array. On a GPU that often goes unnoticed: the memory belongs to somebody.
   Watch: block 3, threads 232 to 255. if (i < N) mends it. */
#include <cstdio>

#define N 1000
#define THREADS 256

__global__ static void add(const int *a, const int *b, int *c)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = a[i] + b[i];
}

int main()
{
    static int x[N], y[N], z[N];
    int *a, *b, *c, wrong = 0;
    for (int i = 0; i < N; i++) {
        x[i] = i;
        y[i] = 2 * i;
    }
    cudaMalloc(&a, sizeof x);
    cudaMalloc(&b, sizeof y);
    cudaMalloc(&c, sizeof z);
    cudaMemcpy(a, x, sizeof x, cudaMemcpyHostToDevice);
    cudaMemcpy(b, y, sizeof y, cudaMemcpyHostToDevice);
    add<<<(N + THREADS - 1) / THREADS, THREADS>>>(a, b, c);
    cudaMemcpy(z, c, sizeof z, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        wrong += z[i] != x[i] + y[i];
    printf("elements that differ from the CPU's: %d\n", wrong);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    return wrong != 0;
}
