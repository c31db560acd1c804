// expect: none
#include <cstdio>
__global__ void any(const int *in, int n, bool *found, float *mark)
{
    __shared__ int hit;
    __shared__ float least;
    if (threadIdx.x == 0) hit = 0, least = 0;
    __syncthreads();
    if (in[threadIdx.x] > 10) hit = 1;
    if (in[threadIdx.x] > 20)
        least = -1.5f;
    __syncthreads();
    if (hit) *found = true;
    for (int i = 0; i < n; i++) mark[i / 2] = 0.25f;
    if (threadIdx.x == 0 && blockIdx.x == 0) mark[n] = least;
}
int main()
{
    int in[64], *d_in;
    bool *d_found, found = false;
    float *d_mark, mark[5];
    for (int i = 0; i < 64; i++) in[i] = (i * 7 + 3) % 64;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_found, sizeof found);
    cudaMalloc(&d_mark, sizeof mark);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemset(d_found, 0, sizeof found);
    cudaMemset(d_mark, 0, sizeof mark);
    any<<<1, 64>>>(d_in, 4, d_found, d_mark);
    any<<<2, 64>>>(d_in, 3, d_found, d_mark);
    cudaMemcpy(&found, d_found, sizeof found, cudaMemcpyDeviceToHost);
    cudaMemcpy(mark, d_mark, sizeof mark, cudaMemcpyDeviceToHost);
    printf("%d %g\n", found, mark[0]);
    cudaFree(d_in);
    cudaFree(d_found);
    cudaFree(d_mark);
}
