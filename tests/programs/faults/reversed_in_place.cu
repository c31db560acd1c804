// Each element goes to the other end of the same array: a second launch would find it overwritten.
// expect: race error v 10,11
// advice: read from one array and write to another
// never: second launch
#include <cuda_runtime.h>
__global__ void reverse(int *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int x = v[i];
        v[n - 1 - i] = x;
    }
}
int main()
{
    const int n = 256;
    int h[n], *v;
    for (int i = 0; i < n; i++)
        h[i] = i;
    cudaMalloc(&v, sizeof h);
    cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
    reverse<<<2, 128>>>(v, n);
    cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost);
}
