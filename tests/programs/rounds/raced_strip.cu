// The legend has what is in the picture: several write slots that are marked as raced, and the
// picture has no sign of its own for that. words.sh looks at it on 80 columns.
// shows tree 0 1 ■ written   ● read
// lacks 0 1 by several
// shows tree 0 3 █ by several
// shows source 0 2 ; lanes of its atomics queue up, and bank conflicts of its other accesses cost 31 passes more; 32.0
// shows source 0 3 ; lanes of its atomics queue up; 32.0
#include <cstdio>

__global__ void strip(int *out)
{
    __shared__ int s[1024], h[16];
    int t = threadIdx.x;
    for (int i = 0; i < 32; i++)
        s[i * 32 + t] = 0;
    if (t < 16) h[t] = 0;
    __syncthreads();
    s[t / 2] = t;
    __syncthreads();
    atomicAdd(&h[s[t * 32] & 15], 1);
    __syncthreads();
    atomicAdd(&s[0], 1);
    __syncthreads();
    out[t] = s[t] + h[t % 16];
}

int main()
{
    int *out;
    cudaMalloc(&out, 32 * sizeof(int));
    strip<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    return 0;
}
