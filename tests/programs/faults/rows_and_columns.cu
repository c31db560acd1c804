// expect: out-of-bounds error img 10
// expect: out-of-bounds error img 11
// says: Thread (4,0) of block (1,0) uses img[1200]
#include <cstdio>
__global__ void brighten(unsigned char *img, int width, int height)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col < width && row < height) {
        int v = img[col * width + row] + 10;
        img[col * width + row] = v > 255 ? 255 : v;
    }
}
int main()
{
    const int w = 60, h = 20;
    unsigned char img[w * h], *d;
    for (int i = 0; i < w * h; i++) img[i] = i;
    cudaMalloc(&d, w * h);
    cudaMemcpy(d, img, w * h, cudaMemcpyHostToDevice);
    brighten<<<dim3(4, 2), dim3(16, 16)>>>(d, w, h);
    cudaMemcpy(img, d, w * h, cudaMemcpyDeviceToHost);
    printf("%d\n", img[20]);
    cudaFree(d);
}
