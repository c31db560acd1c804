/* The program of fake_runtime.c, as nvcc's host code would call the run-time. */
#include <cuda_runtime_api.h>
#include <stdio.h>

void **__cudaRegisterFatBinary(void *wrapper);
void __cudaRegisterFatBinaryEnd(void **handle);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t bytes,
                                     struct CUstream_st *stream);
cudaError_t __cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                               size_t bytes, cudaStream_t stream);

extern volatile int *fake_flag;

static cudaError_t launch(unsigned grid, unsigned block, int *data)
{
    int n = 3;
    void *arguments[] = {&data, &n};
    const dim3 g = {grid, 1, 1}, b = {block, 1, 1};
    __cudaPushCallConfiguration(g, b, 512, 0);
    return __cudaLaunchKernel((const void *)launch, g, b, arguments, 512, 0);
}

int main(void)
{
    static struct {
        int magic, version;
        const void *data;
        void *file;
    } wrapper = {0x466243b1, 1, "program", 0};
    int *data;
    __cudaRegisterFatBinaryEnd(__cudaRegisterFatBinary(&wrapper));
    cudaMalloc((void **)&data, 4096);
    printf("launch %d\n", launch(3, 48, data));
    printf("launch %d\n", launch(3, 2000, data));
    printf("error %d\n", cudaGetLastError());
    printf("launch %d\n", launch(3, 2000, data));
    printf("launch %d\n", launch(3, 48, data)); /* one that works leaves the last error alone */
    printf("peek %d\n", cudaPeekAtLastError());
    printf("late %d\n", cudaGetLastError());
    printf("then %d\n", cudaGetLastError());
    cudaDeviceSynchronize();
    printf("value %d\n", data[0]); /* repeated launches leave no trace: 2, for two that worked */
    int *flag; /* a kernel that waits for the host: the launch returns all the same */
    cudaHostAlloc((void **)&flag, 4096, cudaHostAllocMapped);
    *(volatile int *)flag = 0;
    fake_flag = flag;
    printf("launch %d", launch(3, 48, data));
    *(volatile int *)flag = 7;
    cudaDeviceSynchronize();
    printf(" of a kernel that waits for %d\n", *flag);
    cudaFree(data);
    return 0;
}
