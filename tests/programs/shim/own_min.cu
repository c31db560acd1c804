/* What the toolkit defines may be declared again, as old C programs do. */
#include <stdio.h>

int min(int a, int b);
float max(float a, float b);

__global__ void clamp(int *p)
{
    p[threadIdx.x] = min(p[threadIdx.x], 2);
}

int main()
{
    int *p, host[4] = {1, 2, 3, 4};
    cudaMalloc(&p, sizeof host);
    cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice);
    clamp<<<1, 4>>>(p);
    cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d %g %u\n", host[0], host[1], host[2], host[3], max(1.5f, 2.5f), min(7u, 5));
    return 0;
}
