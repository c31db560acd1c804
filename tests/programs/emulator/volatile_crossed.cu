// Blocks that only look at a volatile variable that nobody writes any more: a dead lock, as with
// atomics; a thread that looks at it for long before somebody does write is none.
// expect: diagnostic deadlock error launch 1 block [01] .* in a loop for a change that no thread
// expect: launch-end 0 error 0
// expect: launch-end 1 error 702
__global__ void patient(volatile int *f, volatile int *g)
{
    if (blockIdx.x == 0)
        while (!*f) {
        }
    else
        for (int i = 0; i < 20000; i++)
            if (i == 19999)
                *f = 1;
            else
                g[i % 32] = i;
}
__global__ void crossed(volatile int *f)
{
    if (blockIdx.x == 0) {
        while (!*f) {
        }
    } else {
        while (*f != 2) {
        }
        *f = 1;
    }
}
int main()
{
    int *f, *g;
    cudaMalloc(&f, sizeof *f);
    cudaMalloc(&g, 32 * sizeof *g);
    cudaMemset(f, 0, sizeof *f);
    patient<<<2, 1>>>(f, g);
    cudaDeviceSynchronize();
    cudaMemset(f, 0, sizeof *f);
    crossed<<<2, 1>>>(f);
    return cudaDeviceSynchronize() == cudaSuccess;
}
