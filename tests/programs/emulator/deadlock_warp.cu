// Half of a warp waits at the block's barrier, the other half for all lanes of the warp.
// expect: diagnostic deadlock error .* Dead lock: thread 16 waits here for lane 0 of its warp \(mask 0xffffffff\), but thread 0 waits at a barrier of the block
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
