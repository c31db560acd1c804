// A barrier that is an object, split: arrive, do what needs nobody, wait for that phase. sm_80 has it
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
        const int more = turn * turn; // nobody else is needed for this
        met.wait(std::move(phase));
        mine = row[turn & 1][(t + 1) % N] + more;
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
