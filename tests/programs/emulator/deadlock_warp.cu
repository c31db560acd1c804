// Half of a warp waits at the block's barrier, the other half for all lanes of the warp.
// expect: diagnostic divergent-barrier error .* Dead lock: thread 0 waits at this barrier, but thread 16 waits for lanes of its warp
// expect: launch-end 0 error 702
__global__ void k(int *out)
{
    int t = threadIdx.x;
    if (t < 16)
        __syncthreads();
    else
        out[t] = __shfl_down_sync(0xffffffff, t, 1);
    __syncthreads();
}
int main()
{
    int *out;
    cudaMalloc(&out, 256);
    k<<<1, 32>>>(out);
    return cudaDeviceSynchronize() == cudaSuccess;
}
