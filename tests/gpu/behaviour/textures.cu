// A texture and a surface: their accesses are named as not recorded, all others are recorded.
#include <cstdio>
#include <cstdlib>

#define CHECK(call) do { cudaError_t e = (call); if (e) { printf("line %d: %s\n", __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

__global__ void sample(cudaTextureObject_t texture, cudaSurfaceObject_t surface, float *out)
{
    const int x = threadIdx.x, y = threadIdx.y;
    const float v = tex2D<float>(texture, x + 0.5f, y + 0.5f);
    out[y * 16 + x] = v;
    surf2Dwrite(2 * v, surface, x * (int)sizeof(float), y);
}

int main()
{
    cudaArray_t from, to;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    float host[256], *out;
    for (int i = 0; i < 256; i++) host[i] = (float)i;
    CHECK(cudaMallocArray(&from, &format, 16, 16));
    CHECK(cudaMallocArray(&to, &format, 16, 16, cudaArraySurfaceLoadStore));
    CHECK(cudaMemcpy2DToArray(from, 0, 0, host, 64, 64, 16, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    cudaTextureDesc description = {};
    cudaTextureObject_t texture;
    cudaSurfaceObject_t surface;
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = from;
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    resource.res.array.array = to;
    CHECK(cudaCreateSurfaceObject(&surface, &resource));
    CHECK(cudaMalloc(&out, sizeof host));
    sample<<<1, dim3(16, 16)>>>(texture, surface, out);
    CHECK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    printf("%s\n", host[37] == 37 ? "right" : "WRONG");
}
