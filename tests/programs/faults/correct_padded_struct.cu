// expect: none
// Members are written one by one, the struct is copied as a whole: padding is nobody's fault.
#include <cstdio>
#include <cuda_runtime.h>

struct Item {
    char kind;
    int number;
    short weight;
};

__global__ void turn(Item *data)
{
    __shared__ Item items[40];
    int t = threadIdx.x;
    items[t].kind = data[t].kind;
    items[t].number = data[t].number;
    items[t].weight = data[t].weight;
    __syncthreads();
    Item other = items[39 - t];
    data[t] = other;
}

int main()
{
    static Item host[40];
    Item *data;
    for (int i = 0; i < 40; i++) host[i].number = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    turn<<<1, 40>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[0].number);
    return cudaGetLastError();
}
