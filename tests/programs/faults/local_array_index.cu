// Arrays that stand in no table: a thread's own, a row of one, a member, a table of the device's.
// expect: out-of-bounds error list 19
// expect: out-of-bounds error rows 20
// expect: out-of-bounds error some 21
// expect: out-of-bounds error table 22
// says: uses list[4], which does not exist: list has 4 elements, 0 to 3
// says: uses index 3 in rows, where a dimension has 3: 0 to 2
#include <cstdio>
#include <cuda_runtime.h>

__device__ int table[4][4];

__global__ void outside(const int *in, int *out, int four)
{
    struct { int first, some[5]; } bag = {};
    int list[4] = {}, rows[2][3] = {};
    int t = threadIdx.x, u = in[t];
    for (int i = 0; i < 4; i++) list[i] = rows[i % 2][i % 3] = bag.some[i] = u;
    for (int i = 0; i <= four; i++) out[t] += list[i];
    for (int i = 0; i < four; i++) out[t] += rows[1][i] * in[t];
    for (int i = 0; i < four + 2; i++) out[t] += in[i] + bag.some[i];
    out[t] += table[t / 4][t % 4 + (t == 9 ? 3 : 0)];
}

int main()
{
    int host[16] = {}, *in, *out;
    cudaMalloc(&in, sizeof host), cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof host);
    outside<<<1, 16>>>(in, out, 4);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", cudaDeviceSynchronize());
}
// says: 16 times in all
