/* Kernels that wait for kernels they launched, as CUDA had it until version 12; and kernels that
 * many blocks launch, which run block by block. */
#include <stdio.h>

__global__ void double_all(int *data)
{
    data[threadIdx.x] *= 2;
    if (threadIdx.x == 0) printf("child of %d\n", data[32]);
}

__global__ void parent(int *data)
{
    int *mine = data + blockIdx.x * 64;
    __shared__ int first;

    mine[threadIdx.x] = threadIdx.x + blockIdx.x;
    if (threadIdx.x == 0) {
        mine[32] = blockIdx.x;
        printf("parent %d\n", blockIdx.x);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        double_all<<<1, 32>>>(mine);
        if (cudaDeviceSynchronize() != cudaSuccess) printf("waiting failed\n");
        first = mine[5];
    }
    __syncthreads();
    mine[threadIdx.x] += first;
}

/* Halves what is between low and high until two are left; every level waits for the one below. */
__global__ void sum(const int *in, int low, int high, int *out)
{
    if (high - low == 1) {
        *out = in[low];
        return;
    }
    int middle = (low + high) / 2;
    sum<<<1, 1>>>(in, low, middle, out + 1);
    sum<<<1, 1>>>(in, middle, high, out + 2 * (middle - low));
    cudaDeviceSynchronize();
    *out = out[1] + out[2 * (middle - low)];
}

__global__ void append(int *list, int who)
{
    list[++list[0]] = who;
}

__global__ void launches(int *list)
{
    for (int i = 0; i < blockIdx.x % 5 * 100; i++)
        list[100 + blockIdx.x]++;
    append<<<1, 1>>>(list, blockIdx.x);
}

int main()
{
    int *data, wrong = 0;

    cudaMallocManaged(&data, 4096 * sizeof(int));
    parent<<<3, 32>>>(data);
    cudaDeviceSynchronize();
    for (int b = 0; b < 3; b++)
        for (int t = 0; t < 32; t++)
            if (data[b * 64 + t] != 2 * (t + b) + 2 * (5 + b)) wrong++;
    printf("%d wrong, %s\n", wrong, cudaGetErrorString(cudaGetLastError()));

    for (int i = 0; i < 16; i++)
        data[i] = i * i;
    sum<<<1, 1>>>(data, 0, 16, data + 64);
    cudaDeviceSynchronize();
    printf("sum %d\n", data[64]);

    cudaMemset(data, 0, 4096 * sizeof(int));
    launches<<<40, 1>>>(data);
    cudaDeviceSynchronize();
    printf("%d in order:", data[0]);
    for (int i = 1; i <= data[0]; i++)
        if (data[i] != i - 1) printf(" %d", data[i]);
    printf("\n");
    cudaFree(data);
    return 0;
}
