// A loop that gives up after many looks at what nobody changes is no dead lock, nor is waiting for a
// thread that looks elsewhere for long.
// expect: ^gives up: no error, 100000 100000
// expect: ^waits: no error, 1
#include <cstdio>

__global__ void gives_up(volatile int *flag, int *tries)
{
    int n = 0;
    while (!*flag && n < 100000) n++;
    tries[0] = n;
    for (n = 0; !atomicAdd((int *)flag, 0) && n < 100000;) n++;
    tries[1] = n;
}

__global__ void waits(volatile int *flag, volatile int *other)
{
    if (threadIdx.x == 0)
        while (!flag[0]) {
        }
    else if (threadIdx.x == 32) {
        for (int i = 0; i < 100000; i++) other[1] = other[0];
        flag[0] = 1;
    }
}

int main()
{
    int *flag, host[2];
    cudaMalloc(&flag, 4 * sizeof *flag);
    cudaMemset(flag, 0, 4 * sizeof *flag);
    gives_up<<<1, 1>>>(flag, flag + 2);
    cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(host, flag + 2, sizeof host, cudaMemcpyDeviceToHost);
    printf("gives up: %s, %d %d\n", cudaGetErrorString(error), host[0], host[1]);
    waits<<<1, 64>>>(flag, flag + 2);
    error = cudaDeviceSynchronize();
    cudaMemcpy(host, flag, sizeof(int), cudaMemcpyDeviceToHost);
    printf("waits: %s, %d\n", cudaGetErrorString(error), host[0]);
}
