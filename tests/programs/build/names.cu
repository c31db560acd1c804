/* Things that look like CUDA's syntax and are not, and things that only CUDA has. */
#include <cassert>
#include <cstdio>
#include <iostream>
#include <vector>
#include <cuda_runtime.h>
#include "device_launch_parameters.h"

using namespace std;

struct big { int v[3]; };
static ostream &operator<<(ostream &out, const big &b) { return out << b.v[0] << "<<<" << b.v[1] << ">>>"; }

__host__ __device__ __forceinline__ int both(int x) { return x + 1; }
__device__ __noinline__ int far(int x) { return x * 2; }
__global__ void __launch_bounds__(64, 2) bounded(int *__restrict__ out, const int n)
{
#pragma unroll 4
    for (int i = 0; i < n; i++) out[i] = far(both(i));
    unsigned sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    assert(sm < 1000);
}

int main(int argc, char **argv)
{
    const char *text = R"(k<<<1, 2>>>(x); __shared__ "int")";
    vector<vector<vector<int>>> deep(1, vector<vector<int>>(2, vector<int>(3, 4)));
    int *d, h[4];
    cout << big{{1, 2, 3}} << " " << text << '\n';
    cudaMallocManaged(&d, 4 * sizeof(int));
    bounded<<<1, 1>>>(d, 4);
    cudaDeviceSynchronize();
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDefault);
    printf("%d %d %s %d\n", h[3], deep[0][1][2], __FILE__, __LINE__);
    printf("%d %s\n", argc, argc > 1 ? argv[1] : "-");
    return 1'000 >> 3 >> 3 >> 4;
}
// expect: 1<<<2>>> k<<<1, 2>>>\(x\); __shared__ "int"
// expect: 8 4 names.cu 35
// expect: 1 -
