// Dynamic memory declared as char and used as int: an access covers four of its elements, and one
// byte is no number of its own. In the second launch 256 is added, which no byte that is compared
// shows.
// says 0 0: each of 64 threads copies in[t] to pool[4t..4t+3] (line 15)
// says 0 1: 32 of 64 threads add pool[4t+128..4t+131] to pool[4t..4t+3] (line 18)
// says 0 6: thread 0 adds pool[4..7] to pool[0..3] (line 18)
// lacks 0 1 (pool[0] +
// says 1 0: each of 64 threads reads in[t] and writes pool[4t..4t+3] (line 27)
// says 1 2: each of 64 threads reads s[4t..4t+3] and writes out[t] (line 32)
#include <cstdio>
extern __shared__ char pool[];
__global__ void sum(int *in) {
    int *a = (int *)pool;
    int t = threadIdx.x;
    a[t] = in[t];
    __syncthreads();
    for (int s = 32; s > 0; s /= 2) {
        if (t < s) a[t] += a[t + s];
        __syncthreads();
    }
    if (t == 0) in[0] = a[0];
}
__global__ void more(const int *in, float *out) {
    __shared__ float s[256];
    int *a = (int *)pool;
    int t = threadIdx.x;
    a[t] = in[t] + 256;
    __syncthreads();
    for (int i = t; i < 256; i += 64) s[i] = i;
    __syncthreads();
    float4 v = *(float4 *)&s[4 * t];
    out[t] = v.x + v.y + v.z + v.w;
}
int main() {
    int h[64], *in;
    float *out;
    for (int i = 0; i < 64; i++)
        h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, 256);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    sum<<<1, 64, 256>>>(in);
    more<<<1, 64, 256>>>(in, out);
    cudaMemcpy(h, in, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
}
