// Pointers into an allocation: indices count from its start, so the name is the host's.
// says 0 0 thread 0 writes both[1] (line 12).
// says 1 0 each of 8 threads copies in[t] to whole[t] (line 17)
#include <cstdio>

__global__ void ends(const int *in, int *low, int *high)
{
    int sum = 0;
    for (int i = 0; i < 8; i++)
        sum += in[i];
    if (threadIdx.x == 0) {
        *low = 1;
    }
}
__global__ void all(const int *in, int *whole)
{
    whole[threadIdx.x] = in[threadIdx.x];
}

int main()
{
    int *in, *both;
    cudaMalloc(&in, 8 * sizeof(int));
    cudaMalloc(&both, 8 * sizeof(int));
    cudaMemset(in, 0, 8 * sizeof(int));
    ends<<<1, 8>>>(in, both + 1, both + 2);
    all<<<1, 8>>>(in, both);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(both);
}
