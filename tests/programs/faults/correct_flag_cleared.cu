// expect: none
// The flag is cleared first.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void look(const int *in, bool *found, int key)
{
    if (in[threadIdx.x] == key) *found = true;
}

int main()
{
    int host[64], *in;
    bool *found, answer;
    for (int i = 0; i < 64; i++) host[i] = 2 * i;
    cudaMalloc(&in, sizeof host), cudaMalloc(&found, sizeof answer);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(found, 0, sizeof answer);
    look<<<1, 64>>>(in, found, 33);
    cudaMemcpy(&answer, found, sizeof answer, cudaMemcpyDeviceToHost);
    return answer ? 0 : printf("not there\n") < 0;
}
