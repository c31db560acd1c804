// The write comes first on the line, and the shuffle between the two is no barrier.
// expect: race warning s 13,13
// says: a __syncwarp() between the two accesses on line 13
// never: into a variable
#include <cstdio>

__global__ void turn(int *out)
{
    __shared__ int s[32];
    int t = threadIdx.x, v;
    /* clang-format off */

    s[t] = t; v = __shfl_sync(~0u, t, 0); out[t] = s[31 - t] + v;
    /* clang-format on */
}

int main()
{
    int *out;
    cudaMalloc(&out, 32 * sizeof(int));
    turn<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
