// A struct in shared memory goes to a function whole, by value: it is read all the same.
// expect: none
#include <cstdio>
struct body { float x, y, z, mass; };
__device__ __noinline__ float weight(body b) { return b.mass * 9.81f + b.x + b.y + b.z; }
__global__ void weigh(float *out)
{
    __shared__ body s[32];
    int t = threadIdx.x;
    s[t].x = t;
    s[t].y = 1;
    s[t].z = 2;
    s[t].mass = t + 3;
    __syncthreads();
    out[t] = weight(s[31 - t]);
}
int main()
{
    float *out, h[32];
    cudaMalloc(&out, sizeof h);
    weigh<<<1, 32>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int t = 0; t < 32; t++)
        if (h[t] != (34 - t) * 9.81f + (31 - t) + 1 + 2) printf("%d %f\n", t, h[t]);
    cudaFree(out);
    return 0;
}
