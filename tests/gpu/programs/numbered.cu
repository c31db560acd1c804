// Barriers with a number, in PTX's own words: half of the block fills a row and only says so, the other
// half waits for that; then each half meets by itself.
#include <cstdio>

enum { HALF = 64, TURNS = 3 };

__global__ void numbered(const int *in, int *out)
{
    __shared__ int row[HALF], back[HALF];
    const int t = threadIdx.x % HALF;
    for (int turn = 0; turn < TURNS; turn++) {
        if (threadIdx.x < HALF) {
            row[t] = in[turn * HALF + t];
            asm volatile("bar.arrive 1, 128;" ::: "memory");
            asm volatile("bar.sync 2, 128;" ::: "memory"); // until the row is read
        } else {
            asm volatile("bar.sync 1, 128;" ::: "memory");
            back[t] = row[HALF - 1 - t];
            asm volatile("bar.arrive 2, 128;" ::: "memory");
            asm volatile("bar.sync 3, 64;" ::: "memory");
            out[turn * HALF + t] = back[(t + 1) % HALF];
            asm volatile("bar.sync 3, 64;" ::: "memory");
        }
    }
}

int main()
{
    int h[TURNS * HALF], *in, *out, wrong = 0;
    for (int i = 0; i < TURNS * HALF; i++)
        h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    numbered<<<1, 2 * HALF>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < TURNS * HALF; i++)
        wrong += h[i] != i / HALF * HALF + HALF - 1 - (i % HALF + 1) % HALF;
    printf("%d wrong\n", wrong);
}
