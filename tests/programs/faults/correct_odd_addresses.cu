// expect: none
// Packed structs, structs copied as a whole from addresses that only suit their members, float3.
#include <cstdio>
#include <cuda_runtime.h>
struct __attribute__((packed)) Record {
    char kind;
    int number;
    double weight;
};
struct Pair {
    int a, b;
};
__global__ void mix(Record *records, Pair *pairs, float3 *points)
{
    __shared__ Record mine[32];
    int t = threadIdx.x;
    mine[t] = records[t];
    mine[t].number += mine[t].kind;
    __syncthreads();
    records[t] = mine[31 - t];
    Pair *odd = (Pair *)((int *)pairs + 1);
    Pair other = odd[t];
    odd[t] = other;
    points[t] = make_float3(points[t].z, points[t].y, other.a);
}
int main()
{
    static Record host[32];
    Record *records;
    Pair *pairs;
    float3 *points;
    cudaMalloc(&records, sizeof host);
    cudaMalloc(&pairs, 33 * sizeof(Pair));
    cudaMalloc(&points, 32 * sizeof(float3));
    cudaMemset(pairs, 0, 33 * sizeof(Pair));
    cudaMemset(points, 0, 32 * sizeof(float3));
    for (int i = 0; i < 32; i++) host[i].number = i;
    cudaMemcpy(records, host, sizeof host, cudaMemcpyHostToDevice);
    mix<<<1, 32>>>(records, pairs, points);
    cudaMemcpy(host, records, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[0].number);
    return cudaGetLastError();
}
