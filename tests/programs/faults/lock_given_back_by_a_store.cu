// expect: race error sum 16,16
// expect: race error lock 14,17
// says: what an atomic takes is given back by a plain store
// advice: give the lock back by an atomic, too: atomicExch()
// never: begin it again
// never: __syncthreads() between
#include <cstdio>
__global__ void total(const int *in, int *out)
{
    __shared__ int lock, sum;
    if (threadIdx.x == 0) lock = sum = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {
        }
        sum += in[threadIdx.x];
        lock = 0;
    }
    __syncthreads();
    if (threadIdx.x == 0) out[0] = sum;
}
int main()
{
    int h[96], *in, *out;
    for (int i = 0; i < 96; i++) h[i] = i % 7 + 1;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    total<<<1, 96>>>(in, out);
    cudaMemcpy(h, out, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(in);
    cudaFree(out);
}
