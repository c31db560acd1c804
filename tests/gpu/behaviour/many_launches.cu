// Thousands of launches: 64 are recorded, the rest only timed.
#include <cstdio>

__global__ void step(int *counter) { if (threadIdx.x == 0) counter[blockIdx.x]++; }

int main()
{
    int *counter, host[4];
    cudaMalloc(&counter, sizeof host);
    cudaMemset(counter, 0, sizeof host);
    for (int i = 0; i < 5000; i++) step<<<4, 32>>>(counter);
    cudaMemcpy(host, counter, sizeof host, cudaMemcpyDeviceToHost);
    printf("%s\n", host[3] == 5000 ? "right" : "WRONG");
}
