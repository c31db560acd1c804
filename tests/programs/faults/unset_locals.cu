// expect: uninitialised-read warning sum 16
// expect: uninitialised-read warning largest 23
// expect: uninitialised-read warning found 31
// expect: uninitialised-read warning part 40
// expect: uninitialised-read warning point 53
// expect: uninitialised-read warning smallest 61
// says: the local variable sum of add() is read before it is written
// says: the local array part of parts() is read before all of it is written
// advice: give it a value where it is declared
// never: total
#include <cstdio>
#include <cuda_runtime.h>

__device__ int add(const int *in, int n)
{
    int total = 0, sum, i;
    for (i = 0; i < n; i++) sum += in[i];
    return sum + total;
}

__global__ void maxima(const int *in, int *out, int n)
{
    int largest;
    for (int i = 0; i < n; i++)
        if (in[i] > largest) largest = in[i];
    out[threadIdx.x] = largest;
}

__global__ void search(const int *in, int *out, int n)
{
    bool found;
    for (int i = 0; i < n; i++)
        if (in[i] == (int)threadIdx.x) found = true;
    out[threadIdx.x] = found ? 1 : 2;
}

template <int N>
__global__ void parts(const int *in, int *out)
{
    int part[N], total = 0;
    for (int i = 0; i < N - 1; i++)
    {
        part[i] = in[i] * threadIdx.x;
    }
    for (int i = 0; i < N; i++) total += part[i];
    out[threadIdx.x] = total + add(in, N);
}

struct vertex { float x, y; int mark; };

__global__ void points(const int *in, int *out)
{
    vertex point;
    point.x = in[threadIdx.x];
    point.mark += point.x;
    out[threadIdx.x] = point.mark;
}

__global__ void minima(const int *in, int *out, int n)
{
    int smallest;
    for (int i = 0; i < n; i++)
        if (-1000 - in[i] < smallest) smallest = -1000 - in[i];
    out[threadIdx.x] = smallest;
}

int main()
{
    int host[32], *in, *out;
    cudaMalloc(&in, sizeof host), cudaMalloc(&out, sizeof host);
    for (int i = 0; i < 32; i++) host[i] = i;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    auto show = [&] {
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        printf("%d %d\n", host[3], host[31]);
    };
    maxima<<<1, 32>>>(in, out, 20), show();
    search<<<1, 32>>>(in, out, 20), show();
    parts<5><<<1, 32>>>(in, out), show();
    points<<<1, 32>>>(in, out), show();
    minima<<<1, 32>>>(in, out, 20), show();
    return cudaGetLastError();
}
