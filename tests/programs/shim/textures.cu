/* Texture objects with linear filtering, texture references, linear memory, surfaces. */
#include <stdio.h>

texture<float, 2, cudaReadModeElementType> plane;
texture<int> line;

__global__ void sample(cudaTextureObject_t object, float *out)
{
    int i = threadIdx.x;
    out[i] = tex2D<float>(object, i + 1.0f, 1.5f) + tex2D(plane, i, 1) * 100 +
             tex1Dfetch(line, i) * 10000;
}

__global__ void add_one(cudaSurfaceObject_t surface)
{
    float value;
    surf2Dread(&value, surface, threadIdx.x * 4, 0);
    surf2Dwrite(value + 1, surface, threadIdx.x * 4, 1);
}

int main()
{
    float host[32], result[10];
    for (int i = 0; i < 32; i++)
        host[i] = i;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray *array;
    cudaMallocArray(&array, &format, 8, 4, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(array, 0, 0, host, 32, 32, 4, cudaMemcpyHostToDevice);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description = {};
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
    description.filterMode = cudaFilterModeLinear;
    cudaTextureObject_t object;
    cudaCreateTextureObject(&object, &resource, &description, NULL);
    cudaBindTextureToArray(plane, array);
    int *ones, eight[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    cudaMalloc(&ones, sizeof eight);
    cudaMemcpy(ones, eight, sizeof eight, cudaMemcpyHostToDevice);
    cudaBindTexture(NULL, line, ones, sizeof eight);
    cudaSurfaceObject_t surface;
    cudaCreateSurfaceObject(&surface, &resource);
    add_one<<<1, 8>>>(surface);
    float *out;
    cudaMalloc(&out, sizeof result);
    sample<<<1, 10>>>(object, out);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    for (float x : result)
        printf("%g ", x);
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    cudaDestroyTextureObject(object);
    cudaUnbindTexture(plane);
    cudaFreeArray(array);
    return 0;
}
