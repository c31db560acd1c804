// Each thread writes four slots at once; the last of them is read by nobody.
// expect: unread-slot note s 12
// says: s[7]
// never: s[4]
#include <cstdio>
#include <cuda_runtime.h>

__global__ void halves(int *out)
{
    __shared__ __align__(16) int s[128];
    int t = threadIdx.x;
    *(int4 *)&s[4 * t] = make_int4(4 * t + 1, 4 * t + 2, 4 * t + 3, 4 * t + 4);
    __syncthreads();
    if (t == 0) {
        int sum = 0;
        for (int i = 0; i < 128; i++)
            if (i % 4 != 3 || i == 3) sum += s[i];
        *out = sum;
    }
}

int main()
{
    int result, *out;
    cudaMalloc(&out, sizeof result);
    halves<<<1, 32>>>(out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    return cudaGetLastError();
}
