/* api_array.cpp - CUDA arrays: rows of elements one behind the other. */
#include "api.h"
#include "syncstep/trace.h"

struct cudaArray {
    struct cudaChannelFormatDesc format;
    struct cudaExtent extent; /* in elements, rows, slices as the program gave them */
    unsigned int flags;
    size_t element; /* bytes */
    char *base;
};

struct api_array_view api_array_describe(cudaArray_const_t array)
{
    struct api_array_view view;
    view.base = array->base;
    view.element = array->element;
    view.width = array->extent.width;
    view.height = array->extent.height;
    view.depth = array->extent.depth;
    view.pitch = view.width * view.element;
    return view;
}

static cudaError_t array_make(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                              struct cudaExtent extent, unsigned int flags, const void *site)
{
    if (!array || !format || extent.width == 0) return cudaErrorInvalidValue;
    int bits = format->x + format->y + format->z + format->w;
    if (bits <= 0 || bits % 8) return cudaErrorInvalidChannelDescriptor;
    size_t rows = extent.height ? extent.height : 1, slices = extent.depth ? extent.depth : 1;
    size_t bytes = (size_t)bits / 8 * extent.width * rows * slices;
    char *base = (char *)ss_allocate(TRACE_DEVICE, bytes, nullptr, site);
    if (!base) return cudaErrorMemoryAllocation;
    *array = new cudaArray{*format, extent, flags, (size_t)bits / 8, base};
    return cudaSuccess;
}

/* `bytes` from (x, y) on, x in bytes; runs over row ends as the old calls do. */
static char *array_at(cudaArray_const_t array, size_t x, size_t y)
{
    return array->base + y * array->extent.width * array->element + x;
}

extern "C" {

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                            size_t width, size_t height, unsigned int flags)
{
    API_ENTER("cudaMallocArray");
    API_RETURN(array_make(array, format, cudaExtent{width, height, 0}, flags, api_site));
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                              struct cudaExtent extent, unsigned int flags)
{
    API_ENTER("cudaMalloc3DArray");
    API_RETURN(array_make(array, format, extent, flags, api_site));
}

cudaError_t cudaFreeArray(cudaArray_t array)
{
    API_ENTER("cudaFreeArray");
    if (!array) return cudaSuccess;
    ss_release(array->base, api_site);
    delete array;
    return cudaSuccess;
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *format, struct cudaExtent *extent,
                             unsigned int *flags, cudaArray_t array)
{
    API_ENTER("cudaArrayGetInfo");
    if (!array) API_FAIL(cudaErrorInvalidResourceHandle);
    if (format) *format = array->format;
    if (extent) *extent = array->extent;
    if (flags) *flags = array->flags;
    return cudaSuccess;
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *format, cudaArray_const_t array)
{
    API_ENTER("cudaGetChannelDesc");
    if (!array || !format) API_FAIL(cudaErrorInvalidValue);
    *format = array->format;
    return cudaSuccess;
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                              enum cudaMemcpyKind kind)
{
    if (!to) return cudaErrorInvalidResourceHandle;
    return cudaMemcpy(array_at(to, x, y), from, bytes, kind);
}

cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                enum cudaMemcpyKind kind)
{
    if (!from) return cudaErrorInvalidResourceHandle;
    return cudaMemcpy(to, array_at(from, x, y), bytes, kind);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from,
                                size_t from_pitch, size_t width, size_t height,
                                enum cudaMemcpyKind kind)
{
    if (!to) return cudaErrorInvalidResourceHandle;
    return cudaMemcpy2D(array_at(to, x, y), to->extent.width * to->element, from, from_pitch, width,
                        height, kind);
}

cudaError_t cudaMemcpy2DFromArray(void *to, size_t to_pitch, cudaArray_const_t from, size_t x,
                                  size_t y, size_t width, size_t height, enum cudaMemcpyKind kind)
{
    if (!from) return cudaErrorInvalidResourceHandle;
    return cudaMemcpy2D(to, to_pitch, array_at(from, x, y), from->extent.width * from->element,
                        width, height, kind);
}
}
