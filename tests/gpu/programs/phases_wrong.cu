// As phases.cu, but what the others wrote is read between arrive and wait. sm_80 has the barrier
// in hardware.
#include <cstdio>
#include <cuda/barrier>

enum { N = 128, TURNS = 4 };

__global__ void rotate(int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> met;
    __shared__ int row[2][N];
    const int t = threadIdx.x;
    if (t == 0)
        init(&met, N);
    __syncthreads();
    int mine = t;
    for (int turn = 0; turn < TURNS; turn++) {
        row[turn & 1][t] = mine;
        auto phase = met.arrive();
        mine = row[turn & 1][(t + 1) % N] + turn * turn; // too early
        met.wait(std::move(phase));
    }
    out[t] = mine;
}

int main()
{
    int *d, h[N], wrong = 0;
    cudaMalloc(&d, sizeof h);
    rotate<<<1, N>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        wrong += h[i] != (i + TURNS) % N + 14;
    printf("%d wrong\n", wrong);
}
