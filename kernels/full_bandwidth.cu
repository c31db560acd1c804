/* As fast as memory delivers.
   Idea: every block takes one tile. A thread first asks for 16 int4, 256 bytes, and only then adds
   them up: so many loads are under way on a multiprocessor that memory is never idle. One atomic
   addition per block finishes the sum in the same launch.
   Cost: each byte of the input once; next to nothing besides.
   Hazard: more loads in flight need more registers: 64 a thread for the values alone. Beyond that
   the compiler would put them into local memory, which is the memory we wait for.
   Watch: -D N=268435456 and -D N=1073741824 on a GPU: share of peak in the ladder. */
#include <cstdio>
#include <cstdlib>

#ifndef N
#define N 1048576
#endif
#ifndef THREADS
#define THREADS 256
#endif
#ifndef LOADS
#define LOADS 16
#endif

#define CHECK(call)                                                                     \
    do {                                                                                \
        cudaError_t status = (call);                                                    \
        if (status != cudaSuccess) {                                                    \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
            exit(1);                                                                    \
        }                                                                               \
    } while (0)

__device__ static int warpSum(int value)
{
    for (int s = 16; s > 0; s /= 2)
        value += __shfl_down_sync(0xffffffffu, value, s);
    return value;
}

__device__ static int sumOf(int4 v)
{
    return v.x + v.y + v.z + v.w;
}

__global__ static void reduce(const int *input, unsigned long long *output, int n)
{
    __shared__ int warps[THREADS / 32];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const int4 *input4 = (const int4 *)input;
    const int first = blockIdx.x * THREADS * LOADS + threadIdx.x;
    int sum = 0;
    if (first + (LOADS - 1) * THREADS < n / 4) {
        int4 v[LOADS];
#pragma unroll
        for (int k = 0; k < LOADS; k++)
            v[k] = input4[first + k * THREADS];
#pragma unroll
        for (int k = 0; k < LOADS; k++)
            sum += sumOf(v[k]);
    } else {
        for (int k = 0; k < LOADS; k++)
            if (first + k * THREADS < n / 4)
                sum += sumOf(input4[first + k * THREADS]);
    }
    if (blockIdx.x == 0 && threadIdx.x < n % 4)
        sum += input[n / 4 * 4 + threadIdx.x];

    sum = warpSum(sum);
    if (lane == 0)
        warps[warp] = sum;
    __syncthreads();

    if (warp == 0) {
        sum = warpSum(lane < THREADS / 32 ? warps[lane] : 0);
        if (lane == 0)
            atomicAdd(output, (unsigned long long)sum);
    }
}

#if THREADS % 32 != 0 || THREADS > 1024
#error "THREADS must be a multiple of 32: a shuffle names all 32 lanes of the warp"
#endif

int main()
{
    const int tile = THREADS * LOADS * 4;
    const int blocks = N / tile + (N % tile != 0);
    int *data = (int *)malloc(sizeof(int) * (size_t)N);
    unsigned long long expected = 0, sum = 0;
    for (int i = 0; i < N; i++) {
        data[i] = (int)((unsigned)i * 2654435761u >> 24);
        expected += (unsigned)data[i];
    }

    int *input;
    unsigned long long *output;
    CHECK(cudaMalloc(&input, sizeof(int) * (size_t)N));
    CHECK(cudaMalloc(&output, sizeof *output));
    CHECK(cudaMemcpy(input, data, sizeof(int) * (size_t)N, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(output, 0, sizeof *output));

    reduce<<<blocks, THREADS>>>(input, output, N);
    CHECK(cudaGetLastError());

    CHECK(cudaMemcpy(&sum, output, sizeof sum, cudaMemcpyDeviceToHost));
    printf("GPU sum: %llu  CPU sum: %llu\n", sum, expected);

    cudaFree(input);
    cudaFree(output);
    free(data);
    return sum == expected ? 0 : 1;
}
