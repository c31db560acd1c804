// A box of five with its halo: the loop ends one too early, so half of what line 18 stores is never
// read. The thread that stores it writes its own sum later on.
// expect: unread-slot note s 18
// says: s[67] is written and never read again: thread 1 writes it (line 18) in round 0, block 0
#include <cstdio>

constexpr int R = 2, B = 64, N = 256;

__global__ void box(const int *in, int *out)
{
    __shared__ int s[B + 2 * R];
    int g = blockIdx.x * B + threadIdx.x;
    int l = threadIdx.x + R;
    s[l] = in[g];
    if (threadIdx.x < R)
    {
        s[l - R] = g >= R ? in[g - R] : 1;
        s[l + B] = g + B < N ? in[g + B] : 1;
    }
    __syncthreads();
    int sum = 0;
    for (int o = -R; o < R; o++)
        sum += s[l + o];
    out[g] = sum;
}

int main()
{
    static int numbers[N];
    int *in, *out;
    for (int i = 0; i < N; i++)
        numbers[i] = i + 1;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof numbers);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    box<<<N / B, B>>>(in, out);
    cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost);
    printf("%d %d\n", numbers[0], numbers[N - 1]);
    cudaFree(in);
    cudaFree(out);
}
