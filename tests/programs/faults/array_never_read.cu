// One of two shared arrays is filled and never read; what went into it was also stored elsewhere.
// expect: unread-slot note copy 13
// says: No thread reads anything of copy in this launch.
// never: What went into it is lost
#include <cstdio>

__global__ void reverse(int *a)
{
    __shared__ int s[64], copy[64];
    int t = threadIdx.x;

    s[t] = a[t];
    copy[t] = a[t] * 2;
    __syncthreads();
    a[t] = s[63 - t];
}

int main()
{
    int h[64], *d;

    for (int i = 0; i < 64; i++)
        h[i] = i;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    reverse<<<1, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
    return 0;
}
