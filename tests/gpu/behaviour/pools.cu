// Memory from pools, ordered by a stream.
#include <cstdio>
#include <cstdlib>

#define CHECK(call) do { cudaError_t e = (call); if (e) { printf("line %d: %s\n", __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

__global__ void scale(const float *source, float *target, float factor)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    target[i] = factor * source[i];
}

int main()
{
    const size_t bytes = 1024 * sizeof(float);
    cudaStream_t stream;
    cudaMemPool_t pool;
    cudaMemPoolProps props = {};
    float *d_ordered, *d_pooled, host[1024];
    for (int i = 0; i < 1024; i++) host[i] = (float)i;
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    CHECK(cudaMemPoolCreate(&pool, &props));
    CHECK(cudaStreamCreate(&stream));
    for (int i = 0; i < 2; i++) {
        CHECK(cudaMallocAsync(&d_ordered, bytes, stream));
        CHECK(cudaMallocFromPoolAsync(&d_pooled, bytes, pool, stream));
        CHECK(cudaMemcpyAsync(d_ordered, host, bytes, cudaMemcpyHostToDevice, stream));
        scale<<<8, 128, 0, stream>>>(d_ordered, d_pooled, 2);
        CHECK(cudaMemcpyAsync(host, d_pooled, bytes, cudaMemcpyDeviceToHost, stream));
        CHECK(cudaFreeAsync(d_ordered, stream));
        CHECK(cudaFreeAsync(d_pooled, stream));
    }
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaMemPoolDestroy(pool));
    printf("%s\n", host[1000] == 4000 ? "right" : "WRONG");
}
