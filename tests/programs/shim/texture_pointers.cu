/* Texture references bound as C has it, and handed on as const. */
#include <stdio.h>

texture<float, 2> plane;
texture<int, 1, cudaReadModeElementType> line;

__global__ void gather(float *out)
{
    int i = threadIdx.x;
    out[i] = tex2D(plane, i, 1) + 100 * tex1Dfetch(line, 3 - i);
}

static cudaError_t bind(const texture<int, 1, cudaReadModeElementType> &reference, const void *at,
                        size_t bytes)
{
    size_t *offset = NULL;
    return cudaBindTexture(offset, reference, at, bytes);
}

int main()
{
    float rows[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}}, result[4], *pitched, *out;
    int numbers[4] = {1, 2, 3, 4}, *linear;
    size_t pitch;
    cudaMallocPitch(&pitched, &pitch, sizeof rows[0], 2);
    cudaMemcpy2D(pitched, pitch, rows, sizeof rows[0], sizeof rows[0], 2, cudaMemcpyHostToDevice);
    cudaMalloc(&linear, sizeof numbers);
    cudaMemcpy(linear, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    cudaMalloc(&out, sizeof result);
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaBindTexture2D(0, &plane, pitched, &format, 4, 2, pitch);
    printf("%s\n", cudaGetErrorString(bind(line, linear, sizeof numbers)));
    gather<<<1, 4>>>(out);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    for (float x : result)
        printf("%g ", x);
    cudaChannelFormatDesc whole = cudaCreateChannelDesc<int>();
    cudaBindTexture(0, &line, linear + 0, &whole, sizeof numbers);
    cudaUnbindTexture(&line);
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    return 0;
}
