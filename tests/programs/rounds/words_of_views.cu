// What the views of requests call slots and passes.
// shows banks 0 0 warp 0 writes c[t] (line 24)
// shows banks 0 0 32 lanes write to a word that another lane writes to as well: they share its pass.
// shows banks 0 1 32 lanes read a word that another lane reads too
// shows banks 0 1 It is the only request of this access so far.
// shows banks 1 0 warp 0 writes m (line 32)
// shows banks 1 1 Lanes t and t+16 want two words of one bank: 2 passes instead of 1.
// shows banks 1 2 Atomics on one word queue up: 32 passes for 32 lanes.
// shows banks 1 3 Atomics queue up, on one word and on words of one bank: 32 passes for 32 lanes.
// shows banks 0 0 stride in words           1/4
// shows banks 1 4 warp 0 updates s, 32 lanes at 11 places (line 43)
// shows access 1 4 lane t updates out, 32 lanes at 11 places
// shows source 1 4 ; lanes of its atomics queue up
// shows banks 2 0 warp 0 writes s[tz][ty][tx] (line 51)
// shows banks 2 1 warp 0 reads s[tz][1][tx] (line 53)
// shows access 2 0 thread (tx,ty,tz) reads in[16tz + 4ty + tx]
#include <cstdio>

__global__ void chars(const char *in, int *out)
{
    __shared__ char c[32];
    __shared__ int w[16];
    int t = threadIdx.x;
    c[t] = in[t];
    if (t < 16) w[t] = t;
    __syncthreads();
    out[t] = w[t % 8] + w[t % 8 + 8] + c[t];
}
__global__ void queues(int *out)
{
    __shared__ int m;
    if (threadIdx.x == 0) m = 0;
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = s[t + 32] = 0;
    __syncthreads();
    atomicAdd(&s[t / 16 * 32 + t % 16], t);
    __syncthreads();
    atomicAdd(&m, t);
    __syncthreads();
    atomicAdd(&s[t / 4 % 2 * 32], t);
    __syncthreads();
    atomicAdd(&s[t * t % 25], 1), atomicAdd(&out[t * t % 25], 1);
    __syncthreads();
    out[t] = s[t] + m;
}
__global__ void boxes(const int *in, int *out)
{
    __shared__ int s[4][4][4];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    s[z][y][x] = in[(z * 4 + y) * 4 + x];
    __syncthreads();
    out[(z * 4 + y) * 4 + x] = s[z][1][x];
}
int main()
{
    char h[64] = {}, *c;
    int *d;
    cudaMalloc(&c, sizeof h);
    cudaMalloc(&d, 64 * sizeof(int));
    cudaMemset(d, 0, 64 * sizeof(int));
    cudaMemcpy(c, h, sizeof h, cudaMemcpyHostToDevice);
    chars<<<1, 32>>>(c, d);
    queues<<<1, 32>>>(d);
    boxes<<<1, dim3(4, 4, 4)>>>(d, d);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
