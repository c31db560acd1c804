// A flag that only the thread sets that finds something; it is not there.
// expect: uninitialised-read warning found 20
// says: copy of found[0], which nobody has written
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
    look<<<1, 64>>>(in, found, 33);
    cudaMemcpy(&answer, found, sizeof answer, cudaMemcpyDeviceToHost);
    return answer ? 0 : printf("not there\n") < 0;
}
