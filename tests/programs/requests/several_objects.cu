// Lanes of one instruction that touch different arrays or allocations are one request.
// counts LINE KEY VALUE: of the report
// counts 22 shared_store_requests 1
// counts 22 shared_store_wavefronts 1
// counts 23 shared_load_requests 1
// counts 23 shared_load_wavefronts 1
// counts 25 shared_store_requests 1
// counts 25 shared_store_wavefronts 1
// counts 28 global_load_requests 1
// counts 28 global_load_sectors 8
// counts 30 shared_load_requests 1
// counts 30 shared_load_wavefronts 2
#include <cstdio>

__global__ void k(const int *x, const int *y, int *out)
{
    extern __shared__ int dynamic[];
    __shared__ int a[32], b[32];
    int t = threadIdx.x;
    int *neighbours = t & 1 ? a : b, *kinds = t < 16 ? dynamic : a;

    neighbours[t] = t;
    int v = neighbours[t];
    __syncwarp();
    kinds[t] = t;
    dynamic[16 + t % 16] = a[t % 16] = b[t] = 0;
    const int *either = t & 1 ? x : y;
    v += either[t];
    const int *halves = t & 1 ? a : b;
    v += halves[t / 2];
    out[t] = v;
}

int main()
{
    int *x, *y, *out;
    cudaMalloc(&x, 128);
    cudaMalloc(&y, 128);
    cudaMalloc(&out, 128);
    cudaMemset(x, 0, 128);
    cudaMemset(y, 0, 128);
    k<<<1, 32, 128>>>(x, y, out);
    cudaDeviceSynchronize();
}
