// expect: race error in 22,24
// says: The host writes in[0] while scale (launched in line 22) may still be reading it
//
// The next round's data go into mapped memory while the kernel may still read those before; that
// another stream was waited for does not help.
#include <cstdio>

__global__ void scale(const float *in, float *out)
{
    out[threadIdx.x] = 2 * in[threadIdx.x];
}

int main()
{
    float *in, *out;
    cudaStream_t work, other;
    cudaStreamCreate(&work);
    cudaStreamCreate(&other);
    cudaHostAlloc(&in, 64 * sizeof *in, cudaHostAllocMapped);
    cudaMalloc(&out, 64 * sizeof *out);
    for (int i = 0; i < 64; i++) in[i] = i;
    scale<<<1, 64, 0, work>>>(in, out);
    cudaStreamSynchronize(other);
    for (int i = 0; i < 64; i++) in[i] = 1;
    cudaStreamSynchronize(work);
    scale<<<1, 64, 0, work>>>(in, out);
    float last;
    cudaMemcpy(&last, out + 63, sizeof last, cudaMemcpyDeviceToHost);
    printf("%g\n", last);
    cudaFree(out);
    cudaFreeHost(in);
}
