// Two loops that stand one behind the other, with no barrier between: how often a thread has been
// in each does not make one come again.
// expect: race error tile 19,21
// expect: race? warning tile 19,21
// expect: race error x 30,33
// expect: race warning x 30,33
// expect: race error s 43,45
// advice: a __syncthreads() between line 19 and line 21
// advice: a __syncthreads() between line 30 and line 33
// advice: a __syncthreads() between line 43 and line 45
// never: called again
// never: at the end of the loop
#include <cstdio>

__global__ void turn(const int *in, int *out)
{
    __shared__ int tile[256];
    for (int i = threadIdx.x; i < 256; i += 64)
        tile[i] = in[i];
    for (int i = threadIdx.x; i < 256; i += 64)
        out[i] = tile[255 - i];
}

__global__ void share(float *x, float *first)
{
    int t = threadIdx.x;
    if (t == 0) {
        float s = 0;
        for (int i = 0; i < 64; i++)
            s += x[i];
        *first = s;
    }
    x[t] = 2 * x[t];
}

__global__ void turns(const int *in, int *out)
{
    __shared__ int s[256];
    for (int part = 0; part < 2; part++) {
        int i = threadIdx.x;
        __syncthreads();
        do
            s[i] = in[256 * part + i];
        while ((i += 64) < 256);
        for (i = threadIdx.x; i < 256; i += 64) out[256 * part + i] = s[255 - i];
    }
}

int main()
{
    int h[512], *x, *y;
    for (int i = 0; i < 512; i++) h[i] = i * 7 % 11;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&y, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(y, 0, sizeof h);
    turn<<<1, 64>>>(x, y);
    turns<<<1, 64>>>(x, y);
    share<<<1, 64>>>((float *)x, (float *)y);
    cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[63]);
    cudaFree(x);
    cudaFree(y);
}
