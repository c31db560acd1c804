// The errors of launches that cannot be: each line is what the run-time says of one.
#include <cstdio>

__global__ void plain(int *p) { if (p) p[0] = 1; }
__global__ void __launch_bounds__(128) bounded(int *p) { if (p) p[0] = 1; }
__global__ void dynamic(int *p) { extern __shared__ int s[]; s[threadIdx.x] = 1; __syncthreads(); if (p) p[0] = s[0]; }

static void say(const char *what)
{
    const cudaError_t error = cudaGetLastError(), later = cudaDeviceSynchronize();
    printf("%-42s %3d %s; synchronize %d\n", what, (int)error, cudaGetErrorName(error), (int)later);
}

int main()
{
    int *p;
    cudaMalloc(&p, 4096);
    plain<<<1, 1025>>>(p); say("1025 threads");
    plain<<<1, dim3(32, 33)>>>(p); say("32 x 33 threads");
    plain<<<1, dim3(1, 1, 65)>>>(p); say("65 in block.z");
    plain<<<1, 0>>>(p); say("0 threads");
    plain<<<0, 32>>>(p); say("0 blocks");
    plain<<<dim3(1, 65536), 32>>>(p); say("grid.y 65536");
    plain<<<dim3(1, 1, 65536), 32>>>(p); say("grid.z 65536");
    plain<<<2147483648u, 32>>>(p); say("grid.x 2^31");
    dynamic<<<1, 32, 49152>>>(p); say("48 KB of dynamic shared memory");
    dynamic<<<1, 32, 49153>>>(p); say("48 KB + 1 of dynamic shared memory");
    printf("cudaFuncSetAttribute(200 KB) %d\n", (int)cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10));
    dynamic<<<1, 32, 200 << 10>>>(p); say("200 KB after cudaFuncSetAttribute");
    const cudaError_t large = cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 300 << 10);
    printf("cudaFuncSetAttribute(300 KB) %d\n", (int)large); cudaGetLastError();
    dynamic<<<1, 32, 300 << 10>>>(p); say("300 KB");
    bounded<<<1, 128>>>(p); say("__launch_bounds__(128), 128 threads");
    bounded<<<1, 256>>>(p); say("__launch_bounds__(128), 256 threads");
    void *q;
    printf("cudaMalloc(2^60) %d", (int)cudaMalloc(&q, (size_t)1 << 60)); printf(", then %d\n", (int)cudaGetLastError());
    printf("cudaFree(middle) %d", (int)cudaFree(p + 1)); printf(", then %d\n", (int)cudaGetLastError());
    printf("cudaMemcpy(4097 of 4096) %d\n", (int)cudaMemcpy(p, malloc(4097), 4097, cudaMemcpyHostToDevice));
    printf("cudaSetDevice(99) %d\n", (int)cudaSetDevice(99));
    cudaDeviceProp prop;
    printf("cudaGetDeviceProperties(99) %d\n", (int)cudaGetDeviceProperties(&prop, 99));
    cudaFree(p);
    printf("cudaFree(twice) %d\n", (int)cudaFree(p));
}
