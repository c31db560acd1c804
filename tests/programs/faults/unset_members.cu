// expect: uninitialised-read warning s 18
// expect: uninitialised-read warning cells 19
// expect: unread-slot? note s *
// says: read of s[3].pos.y, which nobody has written
// says: read of cells[0].mass, which nobody has written
#include <cstdio>
#include <cuda_runtime.h>

struct point { float x, y; };
struct cell { int id; point pos; float mass; };

__global__ void weigh(const cell *cells, float *out)
{
    __shared__ cell s[32];
    int t = threadIdx.x;
    s[t].pos.x = t;
    if (t != 3) s[t].pos.y = t;
    float sum = s[t].pos.x + s[t].pos.y;
    out[t] = sum * cells[t].mass;
}

__global__ void number(cell *cells)
{
    cells[threadIdx.x].id = threadIdx.x;
}

int main()
{
    float host[32], *out;
    cell *cells;
    cudaMalloc(&cells, 32 * sizeof(cell));
    cudaMalloc(&out, sizeof host);
    number<<<1, 32>>>(cells);
    weigh<<<1, 32>>>(cells, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%g\n", host[9]);
    return cudaGetLastError();
}
