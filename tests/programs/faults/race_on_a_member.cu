// expect: race error s 13,13
// expect: race? warning s 13,13
// says: on s[0].pos.y
#include <cstdio>
#include <cuda_runtime.h>

struct point { float x, y; };
struct cell { int id; point pos; };

__global__ void move(cell *s0, float *out)
{
    __shared__ cell s[128]; int t = threadIdx.x; s[t] = s0[t]; __syncthreads();
    s[t].pos.y = s[(t + 64) % 128].pos.x + s[(t + 64) % 128].pos.y;
    __syncthreads();
    out[t] = s[t].pos.y + s[t].id;
}

int main()
{
    static cell host[128];
    float *out;
    cell *cells;
    cudaMalloc(&cells, sizeof host);
    cudaMalloc(&out, 128 * sizeof(float));
    cudaMemcpy(cells, host, sizeof host, cudaMemcpyHostToDevice);
    move<<<1, 128>>>(cells, out);
    printf("%d\n", cudaDeviceSynchronize());
    return 0;
}
