// A place taken by reading a counter and then adding to it: two threads may get the same one.
// expect: race error counter 12,12
// expect: race warning counter 12,12
// advice: use what the atomic returns
// says: what it has read may be out of date
// never: one change is lost
#include <cstdio>
__global__ void keep(const int *in, int *out, int *counter)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] % 2) {
        int at = *counter; atomicAdd(counter, 1);
        out[at] = i + 1;
    }
}
int main()
{
    static int h[128];
    int *in, *out, *counter;
    for (int i = 0; i < 128; i++) h[i] = (i * 13) % 97;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMalloc(&counter, sizeof(int));
    cudaMemset(out, 0, sizeof h);
    cudaMemset(counter, 0, sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    keep<<<4, 32>>>(in, out, counter);
    int n;
    cudaMemcpy(&n, counter, sizeof n, cudaMemcpyDeviceToHost);
    printf("%d\n", n);
}
