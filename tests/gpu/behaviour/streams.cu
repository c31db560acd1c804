// Kernels and copies in several streams, ordered by events; non-blocking streams; two host threads.
#include <cstdio>
#include <cstdlib>
#include <thread>

#define N 4096
#define CHECK(call) do { cudaError_t e = (call); if (e) { printf("line %d: %s\n", __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

__global__ void twice(int *data) { data[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }

__global__ void blockSum(const int *data, int *sums)
{
    __shared__ int part[128];
    const int t = threadIdx.x;
    part[t] = data[blockIdx.x * 128 + t];
    __syncthreads();
    for (int s = 64; s > 0; s /= 2) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0) sums[blockIdx.x] = part[0];
}

static void worker(int number, cudaStream_t stream, int *d, int *h)
{
    for (int i = 0; i < N; i++) h[i] = number;
    CHECK(cudaMemcpyAsync(d, h, N * sizeof(int), cudaMemcpyHostToDevice, stream));
    for (int i = 0; i < 3; i++) twice<<<N / 128, 128, 0, stream>>>(d);
    CHECK(cudaMemcpyAsync(h, d, N * sizeof(int), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
}

int main()
{
    cudaStream_t streams[4];
    cudaEvent_t done[4];
    int *in[4], *sums[4], *host[4], results[4][N / 128];
    for (int i = 0; i < 4; i++) {
        CHECK(i % 2 ? cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking) : cudaStreamCreate(&streams[i]));
        CHECK(cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming));
        CHECK(cudaMalloc(&in[i], N * sizeof(int)));
        CHECK(cudaMalloc(&sums[i], sizeof results[i]));
        CHECK(cudaMallocHost(&host[i], N * sizeof(int)));
        for (int k = 0; k < N; k++) host[i][k] = k % (i + 2);
    }
    for (int i = 0; i < 4; i++) {
        CHECK(cudaMemcpyAsync(in[i], host[i], N * sizeof(int), cudaMemcpyHostToDevice, streams[i]));
        twice<<<N / 128, 128, 0, streams[i]>>>(in[i]);
        CHECK(cudaEventRecord(done[i], streams[i]));
    }
    for (int i = 0; i < 4; i++) { // stream i sums what stream i + 1 made
        CHECK(cudaStreamWaitEvent(streams[i], done[(i + 1) % 4], 0));
        blockSum<<<N / 128, 128, 0, streams[i]>>>(in[(i + 1) % 4], sums[i]);
        CHECK(cudaMemcpyAsync(results[i], sums[i], sizeof results[i], cudaMemcpyDeviceToHost, streams[i]));
    }
    CHECK(cudaDeviceSynchronize());
    int bad = 0;
    for (int i = 0; i < 4; i++) {
        int sum = 0, expected = 0;
        for (int b = 0; b < N / 128; b++) sum += results[i][b];
        for (int k = 0; k < N; k++) expected += 2 * (k % ((i + 1) % 4 + 2));
        bad += sum != expected;
    }
    std::thread first(worker, 1, streams[0], in[0], host[0]), second(worker, 5, streams[1], in[1], host[1]);
    first.join();
    second.join();
    bad += host[0][7] != 8 || host[1][7] != 40;
    printf("%s\n", bad ? "WRONG" : "right");
    return bad;
}
