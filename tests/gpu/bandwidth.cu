/* kernels/full_bandwidth.cu against CUB's DeviceReduce::Sum in one run, 2^28 and 2^30 ints, and against
 * the peak that the device states. Exit 1: slower than CUB, or below 95 % of peak at 2^30. */
#include <algorithm>
#include <cub/device/device_reduce.cuh>
#include <vector>

#define main program_main
#define N 1048576
#include "../../kernels/full_bandwidth.cu"
#undef N
#undef main

static cudaEvent_t start, stop;
static unsigned long long *result;

__global__ static void fill(unsigned *data, size_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        data[i] = ((unsigned)i * 2654435761u ^ (unsigned)(i >> 7) * 40503u) >> 24;
}

template <class F> static double median(F run)
{
    std::vector<float> times;
    for (int i = 0; i < 33; i++) {
        float ms;
        CHECK(cudaMemsetAsync(result, 0, 64));
        CHECK(cudaEventRecord(start));
        run();
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        CHECK(cudaEventElapsedTime(&ms, start, stop));
        if (i >= 3)
            times.push_back(ms);
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2] * 1e-3;
}

int main()
{
    int clock, bits, bad = 0;
    int *input;
    void *scratch = nullptr;
    CHECK(cudaDeviceGetAttribute(&clock, cudaDevAttrMemoryClockRate, 0));
    CHECK(cudaDeviceGetAttribute(&bits, cudaDevAttrGlobalMemoryBusWidth, 0));
    const double peak = 2e3 * clock * bits / 8;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaMalloc(&result, 64));
    CHECK(cudaMalloc(&input, (size_t)4 << 30));
    fill<<<2048, 256>>>((unsigned *)input, (size_t)1 << 30);
    for (int bits_of_n : {28, 30}) {
        const long long n = 1ll << bits_of_n;
        const double bytes = 4.0 * (double)n;
        size_t need = 0;
        unsigned long long mine = 0;
        int theirs = 0;
        CHECK(cub::DeviceReduce::Sum(nullptr, need, input, (int *)(result + 2), n));
        CHECK(cudaMalloc(&scratch, need));
        const double cub_time = median([&] { cub::DeviceReduce::Sum(scratch, need, input, (int *)(result + 2), n); });
        CHECK(cudaMemcpy(&theirs, result + 2, 4, cudaMemcpyDeviceToHost));
        const int tile = THREADS * LOADS * 4, blocks = (int)((n + tile - 1) / tile);
        const double own = median([&] { reduce<<<blocks, THREADS>>>(input, result, (int)n); });
        CHECK(cudaMemcpy(&mine, result, 8, cudaMemcpyDeviceToHost));
        printf("2^%d ints: full_bandwidth %.2f us, %.0f GB/s, %.1f %% of peak; CUB %.2f us, %.0f GB/s; "
               "%.3f x CUB%s\n", bits_of_n, own * 1e6, bytes / own / 1e9, 100 * bytes / own / peak,
               cub_time * 1e6, bytes / cub_time / 1e9, cub_time / own, (unsigned)mine == (unsigned)theirs ? "" : "; WRONG SUM");
        bad |= (unsigned)mine != (unsigned)theirs || cub_time / own < 1.0 || (bits_of_n == 30 && bytes / own < 0.95 * peak);
        cudaFree(scratch);
    }
    return bad;
}
