// One digit of a radix sort, twice. flag[t] gets a bit of key[t]; in some slots the bit happens to be
// the old flag plus, or less, the key. Nobody reads the old flags in that round.
// says 0 1 each of 32 threads reads key[t] and writes flag[t] (line 16).
// says 0 3 each of 32 threads reads key[t] and writes flag[t] (line 16).
// lacks 0 3 reads flag[t]
#include <cstdio>

__global__ void digits(const unsigned *in, int *out)
{
    __shared__ unsigned key[32];
    __shared__ int flag[32];
    int t = threadIdx.x, sum = 0;
    key[t] = in[t];
    for (int bit = 0; bit < 2; bit++) {
        __syncthreads();
        flag[t] = !((key[t] >> bit) & 1);
        __syncthreads();
        sum += flag[31 - t];
    }
    out[t] = sum;
}

int main()
{
    unsigned keys[32], *in;
    int sums[32], *out, wrong = 0;
    for (int i = 0; i < 32; i++)
        keys[i] = (i * 11 + 3) % 16 / (i % 3 + 1);
    cudaMalloc(&in, sizeof keys);
    cudaMalloc(&out, sizeof sums);
    cudaMemcpy(in, keys, sizeof keys, cudaMemcpyHostToDevice);
    digits<<<1, 32>>>(in, out);
    cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        wrong += sums[31 - i] != !(keys[i] & 1) + !(keys[i] & 2);
    printf("%d wrong\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
