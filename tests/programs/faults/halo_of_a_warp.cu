// expect: race error block 19,26
// expect: race error block 22,26
// expect: race warning block 21,26
// expect: race? warning block 19,26
// advice: a __syncthreads() between line 21 and line 26
// never: a __syncwarp() between line
#include <cstdio>
#include <cstdlib>

#define RADIUS 3
#define BLOCK 128

__global__ void stencil(const int *in, int *out)
{
    __shared__ int block[BLOCK + 2 * RADIUS];
    int g = threadIdx.x + blockIdx.x * blockDim.x + RADIUS;
    int s = threadIdx.x + RADIUS;

    block[s] = in[g];
    if (threadIdx.x < RADIUS) {
        block[s - RADIUS] = in[g - RADIUS];
        block[s + BLOCK] = in[g + BLOCK];
    }
    int result = 0;
    for (int k = -RADIUS; k <= RADIUS; k++)
        result += block[s + k];
    out[g] = result;
}

int main(void)
{
    const int n = 512 + 2 * RADIUS;
    int *h = (int *)malloc(n * sizeof(int)), *d_in, *d_out;
    for (int i = 0; i < n; i++)
        h[i] = 1;
    cudaMalloc((void **)&d_in, n * sizeof(int));
    cudaMalloc((void **)&d_out, n * sizeof(int));
    cudaMemcpy(d_in, h, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_out, h, n * sizeof(int), cudaMemcpyHostToDevice);
    stencil<<<4, BLOCK>>>(d_in, d_out);
    cudaMemcpy(h, d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++)
        printf("%d ", h[i]);
    printf("\n");
    cudaFree(d_in);
    cudaFree(d_out);
    free(h);
    return 0;
}
