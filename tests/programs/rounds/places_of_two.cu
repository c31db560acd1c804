// Lanes that meet in a place count once, in one array as in two.
// shows banks 0 1 warp 0 reads y and x, 32 lanes at 16 places
// shows banks 0 2 warp 0 writes y and x at 32 places
#include <cstdio>

__global__ void two(int *out)
{
    __shared__ int x[32], y[32];
    int t = threadIdx.x;
    int *p = t & 1 ? x : y;
    x[t] = y[t] = t;
    __syncthreads();
    int v = p[t / 4];
    __syncthreads();
    p[t] = v;
    __syncthreads();
    out[t] = x[t] + y[t];
}

int main()
{
    int *out;
    cudaMalloc(&out, 32 * sizeof(int));
    two<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    return 0;
}
