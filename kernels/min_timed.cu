/* Timing blocks.
   Idea: every block finds the least of the same 512 floats with a halving tree and notes clock()
   when it starts and when it ends. How long a block takes depends on how many others share its
   multiprocessor.
   Cost: a block alone hides no latency; with more blocks than multiprocessors each one takes
   longer, and all of them together are done sooner.
   Hazard: the barrier at the top of the loop also separates the loads from the first round.
   Watch: the blocks view for 1, 8, 16, 32, 64 ... blocks. This command makes a table of them:
   - syncstep sweep min_timed.cu -D NUM_BLOCKS=1,8,16,32,64 */
#include <cstdio>
#include <cstdlib>
#include <ctime>

#ifndef NUM_BLOCKS
#define NUM_BLOCKS 64
#endif
#ifndef NUM_THREADS
#define NUM_THREADS 256
#endif

#define CHECK(call)                                                                     \
    do {                                                                                \
        cudaError_t status = (call);                                                    \
        if (status != cudaSuccess) {                                                    \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
            exit(1);                                                                    \
        }                                                                               \
    } while (0)

__global__ static void timedReduction(const float *input, float *output, clock_t *timer)
{
    extern __shared__ float shared[];
    const int tid = threadIdx.x;
    const int bid = blockIdx.x;
    if (tid == 0)
        timer[bid] = clock();

    shared[tid] = input[tid];
    shared[tid + blockDim.x] = input[tid + blockDim.x];

    for (int d = blockDim.x; d > 0; d /= 2) {
        __syncthreads();
        if (tid < d) {
            float f0 = shared[tid];
            float f1 = shared[tid + d];
            if (f1 < f0)
                shared[tid] = f1;
        }
    }

    if (tid == 0)
        output[bid] = shared[0];
    __syncthreads();
    if (tid == 0)
        timer[bid + gridDim.x] = clock();
}

#if (NUM_THREADS & (NUM_THREADS - 1)) != 0
#error "NUM_THREADS must be a power of two: halving an odd number would leave a slot out"
#endif

int main()
{
    float input[NUM_THREADS * 2];
    for (int i = 0; i < NUM_THREADS * 2; i++)
        input[i] = (float)i;

    float *dev_input, *dev_output;
    clock_t *dev_timer;
    CHECK(cudaMalloc(&dev_input, sizeof input));
    CHECK(cudaMalloc(&dev_output, sizeof(float) * NUM_BLOCKS));
    CHECK(cudaMalloc(&dev_timer, sizeof(clock_t) * NUM_BLOCKS * 2));
    CHECK(cudaMemcpy(dev_input, input, sizeof input, cudaMemcpyHostToDevice));

    timedReduction<<<NUM_BLOCKS, NUM_THREADS, sizeof(float) * 2 * NUM_THREADS>>>(
        dev_input, dev_output, dev_timer);
    CHECK(cudaGetLastError());

    static float output[NUM_BLOCKS];
    static clock_t timer[NUM_BLOCKS * 2];
    CHECK(cudaMemcpy(output, dev_output, sizeof output, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(timer, dev_timer, sizeof timer, cudaMemcpyDeviceToHost));

    bool right = true;
    double clocks = 0;
    for (int b = 0; b < NUM_BLOCKS; b++) {
        right = right && output[b] == 0;
        clocks += timer[b + NUM_BLOCKS] - timer[b];
    }
    printf("minimum: %g (expected 0) in %s\n", output[0], right ? "all blocks" : "NOT all blocks");
    printf("average clocks per block: %.0f\n", clocks / NUM_BLOCKS);
    cudaFree(dev_input);
    cudaFree(dev_output);
    cudaFree(dev_timer);
    return right ? 0 : 1;
}
