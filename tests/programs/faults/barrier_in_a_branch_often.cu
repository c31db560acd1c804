// One barrier in a branch, in a kernel that is launched often: one finding.
// expect: divergent-barrier error - 15,19
// findings: 1
// says: It happens in 4 launches.
#include <cstdio>
#include <utility>
#define BLOCK 96

__global__ void shift_left(const float *in, float *out, int n)
{
    __shared__ float buf[BLOCK];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        buf[threadIdx.x] = in[i];
        __syncthreads();
        bool edge = threadIdx.x == blockDim.x - 1 || i == n - 1;
        out[i] = edge ? 0.0f : buf[threadIdx.x + 1];
    }
    __syncthreads();
}

int main()
{
    const int n = 250;
    float h[n], *in, *out;
    for (int i = 0; i < n; i++) h[i] = 0.5f * i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    for (int k = 0; k < 4; k++) {
        shift_left<<<3, BLOCK>>>(in, out, n);
        std::swap(in, out);
    }
    cudaMemcpy(h, in, sizeof h, cudaMemcpyDeviceToHost);
    printf("%.1f %.1f\n", h[0], h[n - 2]);
    cudaFree(in);
    cudaFree(out);
}
