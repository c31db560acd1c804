// The second launch reads the other half of what the first one wrote to: nothing that it left. The
// third reads what one block left: no "element i by block i".
// lacks 1 0: memory that launch
// draws 2 0: in is memory that launch 0 wrote
// lacks 2 0: by block i
#include <cuda_runtime.h>

__global__ void sum(const int *in, int *out)
{
    __shared__ int s[8];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) out[0] = s[0] + s[7];
}

int main()
{
    int *a, *b, *c;
    cudaMalloc(&a, 64 * sizeof(int));
    cudaMalloc(&b, 64 * sizeof(int));
    cudaMalloc(&c, sizeof(int));
    cudaMemset(a, 1, 64 * sizeof(int));
    cudaMemset(b, 1, 64 * sizeof(int));
    sum<<<1, 8>>>(a, b);
    sum<<<1, 8>>>(b + 32, c);
    sum<<<1, 8>>>(b, c);
    return cudaDeviceSynchronize();
}
