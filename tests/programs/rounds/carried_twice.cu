// A value read in one round and used two rounds later, when its slot has another: the arrow begins
// with what was read, not below the value of the row above it.
// draws 0 3: ●←───────11 rd 1
// draws 0 3: 10 rd 1───────────────────────────────────────────────────────→●
// says 0 3: each of 8 threads adds s[*] (read in round 1) to s[t] (line 18).
// draws 1 2: └───────→●
// lacks 1 2: rd 0
#include <cstdio>
__global__ void late(int *out)
{
    __shared__ int s[8];
    int t = threadIdx.x;
    s[t] = 10 + t;
    __syncthreads();
    int v = s[(t + 1) % 8];
    __syncthreads(); s[t] = 100 * t;
    __syncthreads();
    s[t] += v;
    __syncthreads();
    out[t] = s[t];
}
__global__ void scan(int *out)
{
    __shared__ int s[8];
    int t = threadIdx.x;
    s[t] = 10 + t;
    __syncthreads();
    int v = t > 0 ? s[t - 1] : 0;
    __syncthreads();
    s[t] += v;
    __syncthreads();
    out[t] = s[t];
}
int main()
{
    int *out, host[8];
    cudaMalloc(&out, sizeof host);
    late<<<1, 8>>>(out);
    scan<<<1, 8>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
}
