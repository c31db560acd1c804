// A wild pointer in the third round: what was recorded until then is kept, the line is named.
#include <cstdio>

__global__ void wild(int *p, long long far)
{
    __shared__ int part[64];
    const int t = threadIdx.x;
    part[t] = t;
    __syncthreads();
    part[t] += part[63 - t];
    __syncthreads();
    if (t == 40)
        p[far] = part[t];
    p[t] = part[t];
}

int main()
{
    int *p;
    cudaMalloc(&p, 64 * sizeof(int));
    wild<<<2, 64>>>(p, 1ll << 40);
    const cudaError_t error = cudaDeviceSynchronize();
    printf("%d %s\n", (int)error, cudaGetErrorName(error));
}
