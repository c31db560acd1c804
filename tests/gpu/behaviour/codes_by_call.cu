// Which call says what about a launch that cannot be: <<<>>>, cudaLaunchKernel, cudaLaunchKernelExC. What
// a binary of plain nvcc prints is what a recorded one has to print.
#include <cstdio>

__global__ void plain(int *p) { if (p) p[0] = 1; }

static void say(const char *what, const char *call, cudaError_t returned)
{
    const cudaError_t last = cudaGetLastError();
    printf("%-14s %-22s", what, call);
    if (returned != cudaErrorUnknown)
        printf(" returns %d,", (int)returned);
    printf(" last error %d %s\n", (int)last, cudaGetErrorName(last));
}

static void all_ways(const char *what, dim3 grid, dim3 block, size_t bytes, int *p)
{
    void *arguments[] = {&p};
    cudaLaunchConfig_t config = {};
    config.gridDim = grid;
    config.blockDim = block;
    config.dynamicSmemBytes = bytes;
    plain<<<grid, block, bytes>>>(p);
    say(what, "<<<>>>", cudaErrorUnknown);
    say(what, "cudaLaunchKernel", cudaLaunchKernel((const void *)plain, grid, block, arguments, bytes, 0));
    say(what, "cudaLaunchKernelExC", cudaLaunchKernelExC(&config, (const void *)plain, arguments));
}

int main()
{
    int *p, driver, runtime;
    cudaMalloc(&p, 4096);
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    printf("driver %d, run-time %d\n", driver, runtime);
    all_ways("32 threads", 1, 32, 0, p);
    all_ways("1025 threads", 1, 1025, 0, p);
    all_ways("0 threads", 1, 0, 0, p);
    all_ways("65 in block.z", 1, dim3(1, 1, 65), 0, p);
    all_ways("grid.y 65536", dim3(1, 65536), 32, 0, p);
    all_ways("1 MB shared", 1, 32, 1 << 20, p);
    printf("at the end %d\n", (int)cudaDeviceSynchronize());
}
