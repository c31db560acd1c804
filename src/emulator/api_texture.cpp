/* api_texture.cpp - textures and surfaces: where a fetch reads and what it gives.
 *
 * Rules of the CUDA C++ Programming Guide, "Texture Fetching": point sampling takes texel floor(x);
 * linear filtering weighs the texels around x - 0.5 with fractions of 8 bits. */
#include "api.h"
#include "syncstep/texture.h"

#include <math.h>
#include <string.h>

struct ss_texture {
    struct cudaResourceDesc resource;
    struct cudaTextureDesc description;
    struct cudaChannelFormatDesc format;
    char *base;
    size_t pitch, element;
    long width, height, depth; /* texels; height and depth at least 1 */
};

static struct ss_texture *texture_of(unsigned long long object)
{
    return (struct ss_texture *)(uintptr_t)object;
}

static size_t element_bytes(const struct cudaChannelFormatDesc *format)
{
    return (size_t)(format->x + format->y + format->z + format->w) / 8;
}

static cudaError_t texture_make(const struct cudaResourceDesc *resource,
                                const struct cudaTextureDesc *description, struct ss_texture **out)
{
    struct ss_texture t = {};
    t.resource = *resource;
    if (description) t.description = *description;
    t.height = t.depth = 1;
    switch (resource->resType) {
    case cudaResourceTypeArray: {
        if (!resource->res.array.array) return cudaErrorInvalidResourceHandle;
        struct api_array_view view = api_array_describe(resource->res.array.array);
        cudaArrayGetInfo(&t.format, nullptr, nullptr, resource->res.array.array);
        t.base = view.base;
        t.pitch = view.pitch;
        t.width = (long)view.width;
        t.height = view.height ? (long)view.height : 1;
        t.depth = view.depth ? (long)view.depth : 1;
        break;
    }
    case cudaResourceTypeLinear:
        t.format = resource->res.linear.desc;
        t.base = (char *)resource->res.linear.devPtr;
        t.element = element_bytes(&t.format);
        if (!t.base || !t.element) return cudaErrorInvalidValue;
        t.width = (long)(resource->res.linear.sizeInBytes / t.element);
        break;
    case cudaResourceTypePitch2D:
        t.format = resource->res.pitch2D.desc;
        t.base = (char *)resource->res.pitch2D.devPtr;
        t.pitch = resource->res.pitch2D.pitchInBytes;
        t.width = (long)resource->res.pitch2D.width;
        t.height = (long)resource->res.pitch2D.height;
        break;
    case cudaResourceTypeMipmappedArray:
        return cudaErrorNotSupported;
    }
    t.element = element_bytes(&t.format);
    if (!t.base || !t.element || t.width <= 0) return cudaErrorInvalidValue;
    *out = new ss_texture(t);
    return cudaSuccess;
}

/* Texel index of a coordinate under the address mode; -1: the border. */
static long wrap_index(long i, long size, enum cudaTextureAddressMode mode, int normalized)
{
    if (i >= 0 && i < size) return i;
    if (!normalized && (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror))
        mode = cudaAddressModeClamp;
    switch (mode) {
    case cudaAddressModeWrap:
        return (i % size + size) % size;
    case cudaAddressModeClamp:
        return i < 0 ? 0 : size - 1;
    case cudaAddressModeMirror: {
        long in = (i % (2 * size) + 2 * size) % (2 * size);
        return in < size ? in : 2 * size - 1 - in;
    }
    case cudaAddressModeBorder:
        break;
    }
    return -1;
}

static const void *texel_at(const struct ss_texture *t, const long index[3], int layer)
{
    for (int d = 0; d < 3; d++)
        if (index[d] < 0) return nullptr;
    long z = layer >= 0 ? layer : index[2];
    return t->base + ((size_t)z * (size_t)t->height + (size_t)index[1]) * t->pitch +
           (size_t)index[0] * t->element;
}

static float channel(const struct ss_texture *t, const char *texel, int c)
{
    const int bits[4] = {t->format.x, t->format.y, t->format.z, t->format.w};
    if (bits[c] == 0) return 0;
    for (int i = 0; i < c; i++)
        texel += bits[i] / 8;
    if (t->format.f == cudaChannelFormatKindFloat) {
        float value;
        memcpy(&value, texel, sizeof value);
        return value;
    }
    bool negative = t->format.f == cudaChannelFormatKindSigned;
    if (bits[c] == 8)
        return negative ? fmaxf((float)*(const signed char *)texel / 127, -1)
                        : (float)*(const unsigned char *)texel / 255;
    short half;
    memcpy(&half, texel, sizeof half);
    return negative ? fmaxf((float)half / 32767, -1) : (float)(unsigned short)half / 65535;
}

extern "C" {

void ss_texture_locate(cudaTextureObject_t object, int dims, float x, float y, float z, int layer,
                       struct ss_texels *texels)
{
    const struct ss_texture *t = texture_of(object);
    texels->count = 0;
    if (!t) ss_trap("a texture that is not bound to anything was read");
    const long size[3] = {t->width, t->height, t->depth};
    float at[3] = {x, y, z}, part[3] = {0, 0, 0};
    long low[3] = {0, 0, 0}, corner[3];
    bool linear = t->description.filterMode == cudaFilterModeLinear;
    texels->width = (unsigned)t->element;
    for (int d = 0; d < dims; d++) {
        if (t->description.normalizedCoords) at[d] *= (float)size[d];
        if (linear) {
            low[d] = (long)floorf(at[d] - 0.5f);
            part[d] = rintf((at[d] - 0.5f - (float)low[d]) * 256) / 256;
        } else {
            low[d] = (long)floorf(at[d]);
        }
    }
    int corners = linear ? 1 << dims : 1;
    for (int i = 0; i < corners; i++) {
        float weight = 1;
        for (int d = 0; d < 3; d++) {
            bool upper = i >> d & 1;
            corner[d] = d < dims
                            ? wrap_index(low[d] + upper, size[d], t->description.addressMode[d],
                                         t->description.normalizedCoords)
                            : 0;
            weight *= d < dims && linear ? upper ? part[d] : 1 - part[d] : 1;
        }
        if (weight == 0 && texels->count > 0) continue;
        texels->address[texels->count] = texel_at(t, corner, layer);
        texels->weight[texels->count++] = weight;
    }
}

void ss_texture_index(cudaTextureObject_t object, long index, struct ss_texels *texels)
{
    const struct ss_texture *t = texture_of(object);
    if (!t) ss_trap("a texture that is not bound to anything was read");
    texels->count = 1;
    texels->width = (unsigned)t->element;
    texels->weight[0] = 1;
    texels->address[0] =
        index < 0 || index >= t->width ? nullptr : t->base + (size_t)index * t->element;
}

void ss_texture_value(cudaTextureObject_t object, const struct ss_texels *texels, void *value,
                      size_t bytes)
{
    const struct ss_texture *t = texture_of(object);
    bool floats = t->description.readMode == cudaReadModeNormalizedFloat ||
                  (t->description.filterMode == cudaFilterModeLinear &&
                   t->format.f == cudaChannelFormatKindFloat);
    if (!floats) {
        memset(value, 0, bytes);
        if (texels->address[0])
            memcpy(value, texels->address[0], bytes < t->element ? bytes : t->element);
        return;
    }
    float sum[4] = {0, 0, 0, 0};
    for (unsigned i = 0; i < texels->count; i++)
        for (int c = 0; c < 4; c++)
            sum[c] += texels->weight[i] * (texels->address[i]
                                               ? channel(t, (const char *)texels->address[i], c)
                                               : t->description.borderColor[c]);
    memcpy(value, sum, bytes < sizeof sum ? bytes : sizeof sum);
}

void *ss_surface_at(cudaSurfaceObject_t object, int x, int y, int z, size_t bytes, int mode)
{
    const struct ss_texture *t = texture_of(object);
    if (!t) ss_trap("a surface that is not bound to anything was used");
    long row = (long)t->pitch;
    bool inside =
        x >= 0 && (long)x + (long)bytes <= row && y >= 0 && y < t->height && z >= 0 && z < t->depth;
    if (!inside && mode == cudaBoundaryModeTrap) ss_trap("a surface was used outside its bounds");
    if (!inside && mode == cudaBoundaryModeZero) return nullptr;
    if (!inside) {
        x = x < 0 ? 0 : (long)x + (long)bytes > row ? (int)(row - (long)bytes) : x;
        y = y < 0 ? 0 : y >= t->height ? (int)t->height - 1 : y;
        z = z < 0 ? 0 : z >= t->depth ? (int)t->depth - 1 : z;
    }
    return t->base + ((size_t)z * (size_t)t->height + (size_t)y) * t->pitch + (size_t)x;
}

/* ---- Host ---- */

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind kind)
{
    return cudaChannelFormatDesc{x, y, z, w, kind};
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *description,
                                    const struct cudaResourceViewDesc *)
{
    API_ENTER("cudaCreateTextureObject");
    struct ss_texture *t = nullptr;
    if (!object || !resource || !description) API_FAIL(cudaErrorInvalidValue);
    cudaError_t error = texture_make(resource, description, &t);
    if (error != cudaSuccess) API_FAIL(error);
    *object = (cudaTextureObject_t)(uintptr_t)t;
    return cudaSuccess;
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object)
{
    API_ENTER("cudaDestroyTextureObject");
    delete texture_of(object);
    return cudaSuccess;
}

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaTextureObject_t object)
{
    API_ENTER("cudaGetTextureObjectResourceDesc");
    if (!resource || !object) API_FAIL(cudaErrorInvalidValue);
    *resource = texture_of(object)->resource;
    return cudaSuccess;
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object,
                                    const struct cudaResourceDesc *resource)
{
    API_ENTER("cudaCreateSurfaceObject");
    struct ss_texture *t = nullptr;
    if (!object || !resource || resource->resType != cudaResourceTypeArray)
        API_FAIL(cudaErrorInvalidValue);
    cudaError_t error = texture_make(resource, nullptr, &t);
    if (error != cudaSuccess) API_FAIL(error);
    *object = (cudaSurfaceObject_t)(uintptr_t)t;
    return cudaSuccess;
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object)
{
    API_ENTER("cudaDestroySurfaceObject");
    delete texture_of(object);
    return cudaSuccess;
}

cudaError_t ss_texture_bind(struct textureReference *reference, int read_mode, size_t *offset,
                            const struct cudaResourceDesc *resource, const char *call)
{
    API_ENTER(call);
    struct cudaTextureDesc description = {};
    struct cudaResourceDesc sized = *resource;
    struct ss_texture *t = nullptr;
    memcpy(description.addressMode, reference->addressMode, sizeof description.addressMode);
    description.filterMode = reference->filterMode;
    description.readMode = (enum cudaTextureReadMode)read_mode;
    description.normalizedCoords = reference->normalized;
    if (sized.resType == cudaResourceTypeLinear) {
        /* "All of it" means to the end of the allocation. */
        struct ss_region region;
        if (!ss_find(sized.res.linear.devPtr, &region)) API_FAIL(cudaErrorInvalidValue);
        size_t left = region.bytes - (size_t)((const char *)sized.res.linear.devPtr - region.base);
        if (sized.res.linear.sizeInBytes > left) sized.res.linear.sizeInBytes = left;
    }
    cudaError_t error = texture_make(&sized, &description, &t);
    if (error != cudaSuccess) API_FAIL(error);
    delete texture_of(reference->object);
    reference->object = (cudaTextureObject_t)(uintptr_t)t;
    reference->channelDesc = t->format;
    if (offset) *offset = 0;
    return cudaSuccess;
}

cudaError_t cudaUnbindTexture(const struct textureReference *reference)
{
    API_ENTER("cudaUnbindTexture");
    struct textureReference *own = (struct textureReference *)reference;
    if (!own) API_FAIL(cudaErrorInvalidTexture);
    delete texture_of(own->object);
    own->object = 0;
    return cudaSuccess;
}
}
