// As hand_over.cu, but the buffer is said to be full before it is. sm_80 has the barriers in hardware.
#include <cstdio>
#include <cuda/barrier>

enum { TURNS = 6, LANES = 32 };
typedef cuda::barrier<cuda::thread_scope_block> meeting;

__global__ void hand_over(const int *in, int *out)
{
    __shared__ meeting full, empty;
    __shared__ int buffer[LANES];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x == 0) {
        init(&full, LANES);
        init(&empty, LANES);
    }
    __syncthreads();
    for (int turn = 0; turn < TURNS; turn++) {
        if (threadIdx.x < LANES) {
            empty.wait_parity((turn & 1) ^ 1); // for the turn before; at first there is none
            (void)full.arrive(); // too early
            buffer[lane] = in[turn * LANES + lane];
        } else {
            full.wait_parity(turn & 1);
            out[turn * LANES + lane] = 2 * buffer[LANES - 1 - lane];
            (void)empty.arrive();
        }
    }
}

int main()
{
    int h[TURNS * LANES], *in, *out, wrong = 0;
    for (int i = 0; i < TURNS * LANES; i++)
        h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    hand_over<<<1, 2 * LANES>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < TURNS * LANES; i++)
        wrong += h[i] != 2 * (i / LANES * LANES + LANES - 1 - i % LANES);
    printf("%d wrong\n", wrong);
}
