// expect: none
// An atomic of one's own, as in the programming guide: a plain read, then atomicCAS until it holds.
#include <cstdio>
#include <cuda_runtime.h>

__device__ double my_atomic_add(double *address, double value)
{
    unsigned long long *bits = (unsigned long long *)address;
    unsigned long long old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed,
                        __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

__device__ void my_atomic_max(float *address, float value)
{
    int *bits = (int *)address, old = *bits, assumed;
    while (value > __int_as_float(old)) {
        assumed = old;
        old = atomicCAS(bits, assumed, __float_as_int(value));
        if (old == assumed) break;
    }
}

__global__ void both(const float *in, double *sum, float *most)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    my_atomic_add(sum, in[i]);
    my_atomic_max(most, in[i]);
}

int main()
{
    float host[128], most, *in, *top;
    double sum, *total;
    for (int i = 0; i < 128; i++) host[i] = i * 37 % 128;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&total, sizeof sum);
    cudaMalloc(&top, sizeof most);
    cudaMemset(total, 0, sizeof sum);
    cudaMemset(top, 0, sizeof most);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    both<<<4, 32>>>(in, total, top);
    cudaMemcpy(&sum, total, sizeof sum, cudaMemcpyDeviceToHost);
    cudaMemcpy(&most, top, sizeof most, cudaMemcpyDeviceToHost);
    printf("%g %g\n", sum, most);
    return cudaGetLastError();
}
