// In the child of a fork the device that the parent used is gone: calls fail at once, as on a GPU.
// A child of a program that has not used it yet may.
// expect: ^fresh: no error, 31
// expect: ^child: initialization error, initialization error, initialization error
// expect: ^parent: no error, 31, children 0 0
#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

__global__ void turn(int *out)
{
    __shared__ int s[32];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[31 - threadIdx.x];
}

static int *device;

static int first()
{
    int value = -1;
    turn<<<1, 32>>>(device);
    cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost);
    return value;
}

int main()
{
    int status[2];
    pid_t child = fork();
    if (!child) {
        cudaError_t error = cudaMalloc(&device, 128);
        int value = first();
        printf("fresh: %s, %d\n", cudaGetErrorString(error), value);
        exit(0);
    }
    waitpid(child, &status[0], 0);
    cudaMalloc(&device, 128);
    first();
    child = fork();
    if (!child) {
        turn<<<1, 32>>>(device);
        cudaError_t launch = cudaGetLastError(), wait = cudaDeviceSynchronize();
        int *other;
        printf("child: %s, %s, %s\n", cudaGetErrorString(launch), cudaGetErrorString(wait),
               cudaGetErrorString(cudaMalloc(&other, 4)));
        exit(0);
    }
    waitpid(child, &status[1], 0);
    int value = first();
    printf("parent: %s, %d, children %d %d\n", cudaGetErrorString(cudaDeviceSynchronize()), value,
           status[0], status[1]);
    cudaFree(device);
}
