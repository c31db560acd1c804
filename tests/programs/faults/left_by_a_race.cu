// Who reads the flag too late leaves the loop and misses the barrier: the race comes first.
// expect: race error err 16,24
// expect: race warning err 16,24
// expect: divergent-barrier? warning - *
// first: race on err
#include <cstdio>

__global__ void relax(float *v, int n)
{
    __shared__ float err, x[128];
    int t = threadIdx.x;

    x[t] = v[t];
    __syncthreads();
    while (true) {
        if (t == 0) err = 0;
        float m = x[t];
        if (t > 0 && t < n - 1) m = (x[t - 1] + x[t + 1]) / 2;
        __syncthreads();
        if (fabsf(m - x[t]) > 1.f) err = 1;
        x[t] = m;
        __syncthreads();
        // a barrier is missing behind the next line
        if (err == 0) break;
    }
    v[t] = x[t];
}

int main()
{
    float h[128] = {}, *d;

    h[0] = 100;
    h[127] = 50;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    relax<<<1, 128>>>(d, 128);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g\n", h[1]);
    cudaFree(d);
    return 0;
}
