/* Slices of a 3-D array.
   Idea: cudaMalloc3D pads the rows; a slice is pitch * height bytes, row y of slice z begins at
   z * slice + y * pitch.
   Cost: as for the rows: idle bytes at each row's end.
   Hazard: cudaExtent counts the width in bytes, the rest in elements.
   Watch: each thread scales one element; a warp lies in one row. */
#include <cstdio>
#include <cstdlib>

#ifndef WIDTH
#define WIDTH 64
#endif
#ifndef HEIGHT
#define HEIGHT 64
#endif
#ifndef DEPTH
#define DEPTH 64
#endif

#define CHECK(call)                                                                     \
    do {                                                                                \
        cudaError_t status = (call);                                                    \
        if (status != cudaSuccess) {                                                    \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
            exit(1);                                                                    \
        }                                                                               \
    } while (0)

__global__ static void scale(cudaPitchedPtr memory, int width, int height, int depth, float factor)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const int z = blockIdx.z;
    if (x >= width || y >= height || z >= depth)
        return;
    const size_t slice = memory.pitch * height;
    float *row = (float *)((char *)memory.ptr + z * slice + y * memory.pitch);
    row[x] *= factor;
}

int main()
{
    static float host[DEPTH][HEIGHT][WIDTH];
    for (int z = 0; z < DEPTH; z++)
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++)
                host[z][y][x] = (float)(x + y + z);

    const cudaExtent extent = make_cudaExtent(WIDTH * sizeof(float), HEIGHT, DEPTH);
    cudaPitchedPtr device;
    CHECK(cudaMalloc3D(&device, extent));

    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(host, sizeof host[0][0], WIDTH, HEIGHT);
    copy.dstPtr = device;
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));

    const dim3 block(32, 8);
    const dim3 grid((WIDTH + block.x - 1) / block.x, (HEIGHT + block.y - 1) / block.y, DEPTH);
    scale<<<grid, block>>>(device, WIDTH, HEIGHT, DEPTH, 2.0f);
    CHECK(cudaGetLastError());

    cudaMemcpy3DParms back = {};
    back.srcPtr = device;
    back.dstPtr = make_cudaPitchedPtr(host, sizeof host[0][0], WIDTH, HEIGHT);
    back.extent = extent;
    back.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&back));

    int wrong = 0;
    for (int z = 0; z < DEPTH; z++)
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++)
                wrong += host[z][y][x] != 2.0f * (x + y + z);
    printf("pitch %zu bytes, slice %zu bytes, %d wrong\n", device.pitch, device.pitch * HEIGHT, wrong);
    cudaFree(device.ptr);
    return wrong ? 1 : 0;
}
