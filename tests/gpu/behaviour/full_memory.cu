// The program takes nearly all the memory of the device: the log has to do with less, and says so.
#include <cstdio>

__global__ void use(int *p) { p[blockIdx.x * 1024 + threadIdx.x] = threadIdx.x; }

int main()
{
    int *p;
    size_t left = 0, all = 0, taken = 0;
    void *one = nullptr;
    cudaMalloc(&p, 64 * 1024 * sizeof(int));
    cudaMemGetInfo(&left, &all);
    for (size_t step = left; step >= (64 << 10); step /= 2)
        while (cudaMalloc(&one, step) == cudaSuccess) taken += step;
    cudaGetLastError();
    use<<<64, 1024>>>(p);
    printf("%s, %zu of %zu MB taken\n", cudaGetErrorName(cudaDeviceSynchronize()), taken >> 20, all >> 20);
}
