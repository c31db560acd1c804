// Barriers that some threads would never reach: they leave the turn or the kernel before it.
// expect: race error s 22,23
// expect: race error s 33,34
// expect: race error s 41,43
// expect: race error s 50,52
// expect: race error s 62,63
// expect: race warning s 62,63
// expect: race error s 70,72
// advice: between line 22 and line 23, where all 128 threads reach it. The continue on line 21 keeps threads from it
// advice: line 33 and line 34 stand in the cases of a switch: end it behind the first and begin it again for the second
// advice: between line 41 and the return on line 42, where all 128 threads still reach it
// advice: after line 52, so that everybody has read before the next turn writes; all 128 threads must reach it. The continue on line 53 must not come before it.
// advice: between line 62 and line 63, where all 128 threads reach it. The return on line 61 keeps threads from it
// advice: between line 70 and line 72, where all 128 threads reach it. The break on line 71 keeps threads from it
#include <cuda_runtime.h>
__global__ void turns(int *o, int n)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    for (int i = 0; i < n; i++) {
        if (t >= 64) continue;
        s[t] = i + t;
        o[t] = s[(t + 32) % 64];
    }
}
__global__ void cases(int *o)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    switch (t / 64) {
    case 0: s[t] = t; break;
    default: o[t] = s[t - 64];
    }
}
__global__ void leaves(int *o)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = t;
    if (t >= 64) return;
    o[t] = s[127 - t];
}
__global__ void skips(int *o, int n)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    for (int i = 0; i < n; i++) {
        s[t] = i + t;
        __syncthreads();
        int v = s[127 - t];
        if (v % 2) continue;
        o[t] = v;
    }
}
__global__ void guarded(int *o, int n)
{
    __shared__ int s[128];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (i >= n) return;
    s[t] = i;
    o[i] = s[t ^ 33] + s[t ^ 1];
}
__global__ void ends(int *o, int n)
{
    __shared__ int s[128];
    int t = threadIdx.x, v = 0;
    for (int i = 0; i < n; i++) {
        s[t] = i;
        if (t >= 64) break;
        v += s[(t + 32) % 64];
    }
    o[t] = v;
}
int main()
{
    int *o;
    cudaMalloc(&o, 256 * sizeof *o);
    turns<<<1, 128>>>(o, 1);
    cases<<<1, 128>>>(o);
    leaves<<<1, 128>>>(o);
    skips<<<1, 128>>>(o, 2);
    guarded<<<2, 128>>>(o, 192);
    ends<<<1, 128>>>(o, 1);
    cudaDeviceSynchronize();
}
