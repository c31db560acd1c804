// Two threads take two locks in opposite order; both would spin for ever.
// expect: diagnostic deadlock error launch 0 block [01] .* waits here in a loop for a change that no thread makes
// expect: launch-end 0 error 702
__device__ int locks[2], count;
__global__ void k()
{
    int first = blockIdx.x, second = 1 - first;
    while (atomicCAS(&locks[first], 0, 1) != 0) {}
    atomicAdd(&count, 1);
    while (atomicAdd(&count, 0) < 2) {}
    while (atomicCAS(&locks[second], 0, 1) != 0) {}
    atomicExch(&locks[second], 0);
    atomicExch(&locks[first], 0);
}
int main()
{
    k<<<2, 1>>>();
    return cudaDeviceSynchronize() == cudaSuccess;
}
