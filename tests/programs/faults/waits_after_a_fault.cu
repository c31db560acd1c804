// The kernel ends at a pointer of the host's. The host has waited all the same, and been told: what
// it reads then is no race.
// expect: out-of-bounds error w 9
// never: may still be writing
#include <cstdio>

__global__ void copy(int *v, const int *w)
{
    v[threadIdx.x] = w[threadIdx.x];
}

int main()
{
    int *v, w[64];

    cudaMallocManaged(&v, sizeof w);
    for (int i = 0; i < 64; i++)
        v[i] = w[i] = i;
    copy<<<1, 64>>>(v, w);
    cudaDeviceSynchronize();
    printf("%d\n", v[3]);
    cudaFree(v);
    return 0;
}
