// expect: none
#include <cstdio>
#include <cuda_runtime.h>

struct Lock {
    int *mutex;
    __device__ void lock()
    {
        while (atomicCAS(mutex, 0, 1) != 0) {}
        __threadfence();
    }
    __device__ void unlock()
    {
        __threadfence();
        atomicExch(mutex, 0);
    }
};

__global__ void add(Lock lock, float *total)
{
    __shared__ float mine[32];
    mine[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        float sum = 0;
        for (int i = 0; i < 32; i++) sum += mine[i];
        lock.lock();
        *total += sum;
        lock.unlock();
    }
}

int main()
{
    Lock lock;
    float result, *total;
    cudaMalloc(&lock.mutex, sizeof(int));
    cudaMemset(lock.mutex, 0, sizeof(int));
    cudaMalloc(&total, sizeof *total);
    cudaMemset(total, 0, sizeof *total);
    add<<<8, 32>>>(lock, total);
    cudaMemcpy(&result, total, sizeof result, cudaMemcpyDeviceToHost);
    printf("%g\n", result);
    return cudaGetLastError();
}
