/* texture.h - reading textures and reading and writing surfaces in kernels. Every texel that is
 * fetched is a load at the caller's line. */
#ifndef SYNCSTEP_TEXTURE_H
#define SYNCSTEP_TEXTURE_H

#include "../texture_types.h"
#include "atomic.h"

extern "C" {

/* Texels that a fetch at (x, y, z) needs, in the texture's coordinates (src/emulator/
 * api_texture.cpp). address NULL: the border. */
struct ss_texels {
    const void *address[8];
    float weight[8];
    unsigned count, width; /* width: bytes of a texel */
};
void ss_texture_locate(cudaTextureObject_t object, int dims, float x, float y, float z, int layer,
                       struct ss_texels *texels);
void ss_texture_index(cudaTextureObject_t object, long index, struct ss_texels *texels);
/* The filtered value: raw bytes of an element, or floats (channels of them). */
void ss_texture_value(cudaTextureObject_t object, const struct ss_texels *texels, void *value,
                      size_t bytes);
/* Address of a surface's element, x in bytes; NULL outside (after the boundary mode). */
void *ss_surface_at(cudaSurfaceObject_t object, int x, int y, int z, size_t bytes, int mode);

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *description,
                                    const struct cudaResourceViewDesc *view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object);
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaTextureObject_t object);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object,
                                    const struct cudaResourceDesc *resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object);
cudaError_t ss_texture_bind(struct textureReference *reference, int read_mode, size_t *offset,
                            const struct cudaResourceDesc *resource, const char *call);
cudaError_t cudaUnbindTexture(const struct textureReference *reference);
struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind kind);
}

/* ---- Formats of element types ---- */

namespace syncstep {
template <class ss_T, class ss_C, int ss_N> struct channels_of {
    static cudaChannelFormatDesc make()
    {
        int bits = 8 * (int)sizeof(ss_C);
        return cudaCreateChannelDesc(bits, ss_N > 1 ? bits : 0, ss_N > 2 ? bits : 0,
                                     ss_N > 3 ? bits : 0,
                                     ss_C(0.5) != ss_C(0) ? cudaChannelFormatKindFloat
                                     : ss_C(-1) < ss_C(0) ? cudaChannelFormatKindSigned
                                                          : cudaChannelFormatKindUnsigned);
    }
};
template <class ss_T> struct format_of;
#define SS_FORMAT(ss_T, ss_C, ss_N)                                                                \
    template <> struct format_of<ss_T> : channels_of<ss_T, ss_C, ss_N> {                           \
    };
#define SS_FORMATS(name, ss_C)                                                                     \
    SS_FORMAT(name##1, ss_C, 1)                                                                    \
    SS_FORMAT(name##2, ss_C, 2)                                                                    \
    SS_FORMAT(name##4, ss_C, 4)
SS_FORMATS(char, signed char)
SS_FORMATS(uchar, unsigned char)
SS_FORMATS(short, short)
SS_FORMATS(ushort, unsigned short)
SS_FORMATS(int, int)
SS_FORMATS(uint, unsigned)
SS_FORMATS(float, float)
SS_FORMAT(char, signed char, 1)
SS_FORMAT(signed char, signed char, 1)
SS_FORMAT(unsigned char, unsigned char, 1)
SS_FORMAT(short, short, 1)
SS_FORMAT(unsigned short, unsigned short, 1)
SS_FORMAT(int, int, 1)
SS_FORMAT(unsigned, unsigned, 1)
SS_FORMAT(float, float, 1)
#undef SS_FORMATS
#undef SS_FORMAT

/* What a reference in normalized mode gives: floats, as many as there are channels. */
template <class ss_T, int ss_Mode> struct fetched {
    typedef ss_T type;
};
template <> struct fetched<unsigned char, cudaReadModeNormalizedFloat> {
    typedef float type;
};
template <> struct fetched<unsigned short, cudaReadModeNormalizedFloat> {
    typedef float type;
};
template <> struct fetched<uchar4, cudaReadModeNormalizedFloat> {
    typedef float4 type;
};
template <> struct fetched<ushort4, cudaReadModeNormalizedFloat> {
    typedef float4 type;
};
template <> struct fetched<uchar2, cudaReadModeNormalizedFloat> {
    typedef float2 type;
};

SS_INLINE void log_texels(const ss_texels &texels)
{
    for (unsigned i = 0; i < texels.count; i++)
        if (texels.address[i]) ss_load(texels.address[i], texels.width);
}
template <class ss_T> SS_INLINE ss_T fetch(cudaTextureObject_t object, const ss_texels &texels)
{
    ss_T value;
    log_texels(texels);
    ss_texture_value(object, &texels, &value, sizeof value);
    return value;
}
template <class ss_T>
SS_INLINE ss_T sample(cudaTextureObject_t object, int dims, float x, float y, float z,
                      int layer = -1)
{
    ss_texels texels;
    ss_texture_locate(object, dims, x, y, z, layer, &texels);
    return fetch<ss_T>(object, texels);
}
template <class ss_T> SS_INLINE ss_T sample_index(cudaTextureObject_t object, long index)
{
    ss_texels texels;
    ss_texture_index(object, index, &texels);
    return fetch<ss_T>(object, texels);
}
} // namespace syncstep

template <class ss_T> SS_INLINE struct cudaChannelFormatDesc cudaCreateChannelDesc()
{
    return syncstep::format_of<ss_T>::make();
}

/* ---- Objects ---- */

#define SS_FETCH(name, parameters, expression)                                                     \
    template <class ss_T> SS_INLINE ss_T name parameters                                           \
    {                                                                                              \
        return expression;                                                                         \
    }
SS_FETCH(tex1Dfetch, (cudaTextureObject_t t, int i), syncstep::sample_index<ss_T>(t, i))
SS_FETCH(tex1D, (cudaTextureObject_t t, float x), syncstep::sample<ss_T>(t, 1, x, 0, 0))
SS_FETCH(tex2D, (cudaTextureObject_t t, float x, float y), syncstep::sample<ss_T>(t, 2, x, y, 0))
SS_FETCH(tex3D, (cudaTextureObject_t t, float x, float y, float z),
         syncstep::sample<ss_T>(t, 3, x, y, z))
SS_FETCH(tex1DLod, (cudaTextureObject_t t, float x, float), syncstep::sample<ss_T>(t, 1, x, 0, 0))
SS_FETCH(tex2DLod, (cudaTextureObject_t t, float x, float y, float),
         syncstep::sample<ss_T>(t, 2, x, y, 0))
SS_FETCH(tex3DLod, (cudaTextureObject_t t, float x, float y, float z, float),
         syncstep::sample<ss_T>(t, 3, x, y, z))
SS_FETCH(tex1DLayered, (cudaTextureObject_t t, float x, int layer),
         syncstep::sample<ss_T>(t, 1, x, 0, 0, layer))
SS_FETCH(tex2DLayered, (cudaTextureObject_t t, float x, float y, int layer),
         syncstep::sample<ss_T>(t, 2, x, y, 0, layer))
#undef SS_FETCH

template <class ss_T> SS_INLINE void tex1Dfetch(ss_T *value, cudaTextureObject_t t, int i)
{
    *value = syncstep::sample_index<ss_T>(t, i);
}
template <class ss_T> SS_INLINE void tex1D(ss_T *value, cudaTextureObject_t t, float x)
{
    *value = syncstep::sample<ss_T>(t, 1, x, 0, 0);
}
template <class ss_T> SS_INLINE void tex2D(ss_T *value, cudaTextureObject_t t, float x, float y)
{
    *value = syncstep::sample<ss_T>(t, 2, x, y, 0);
}
template <class ss_T>
SS_INLINE void tex3D(ss_T *value, cudaTextureObject_t t, float x, float y, float z)
{
    *value = syncstep::sample<ss_T>(t, 3, x, y, z);
}

/* ---- References ---- */

#define SS_REFERENCE(name, parameters, function)                                                   \
    template <class ss_T, int ss_Type, cudaTextureReadMode ss_Mode>                                \
    SS_INLINE typename syncstep::fetched<ss_T, ss_Mode>::type name parameters                      \
    {                                                                                              \
        typedef typename syncstep::fetched<ss_T, ss_Mode>::type ss_R;                              \
        return syncstep::function;                                                                 \
    }
#define SS_TEXTURE texture<ss_T, ss_Type, ss_Mode> &t
SS_REFERENCE(tex1Dfetch, (const SS_TEXTURE, int i),
             sample_index<ss_R>(syncstep::quiet_load(&t.object), i))
SS_REFERENCE(tex1D, (const SS_TEXTURE, float x),
             sample<ss_R>(syncstep::quiet_load(&t.object), 1, x, 0, 0))
SS_REFERENCE(tex2D, (const SS_TEXTURE, float x, float y),
             sample<ss_R>(syncstep::quiet_load(&t.object), 2, x, y, 0))
SS_REFERENCE(tex3D, (const SS_TEXTURE, float x, float y, float z),
             sample<ss_R>(syncstep::quiet_load(&t.object), 3, x, y, z))
#undef SS_REFERENCE

SS_INLINE cudaResourceDesc ss_linear(const void *pointer, const cudaChannelFormatDesc &format,
                                     size_t bytes)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = (void *)pointer;
    resource.res.linear.desc = format;
    resource.res.linear.sizeInBytes = bytes;
    return resource;
}
template <class ss_T, int ss_Type, cudaTextureReadMode ss_Mode>
SS_INLINE cudaError_t cudaBindTexture(size_t *offset, const SS_TEXTURE, const void *pointer,
                                      const cudaChannelFormatDesc &format, size_t bytes = ~0u)
{
    cudaResourceDesc resource = ss_linear(pointer, format, bytes);
    return ss_texture_bind((textureReference *)&t, ss_Mode, offset, &resource, "cudaBindTexture");
}
template <class ss_T, int ss_Type, cudaTextureReadMode ss_Mode>
SS_INLINE cudaError_t cudaBindTexture(size_t *offset, const SS_TEXTURE, const void *pointer,
                                      size_t bytes = ~0u)
{
    cudaResourceDesc resource = ss_linear(pointer, cudaCreateChannelDesc<ss_T>(), bytes);
    return ss_texture_bind((textureReference *)&t, ss_Mode, offset, &resource, "cudaBindTexture");
}
template <class ss_T, int ss_Type, cudaTextureReadMode ss_Mode>
SS_INLINE cudaError_t cudaBindTexture2D(size_t *offset, const SS_TEXTURE, const void *pointer,
                                        const cudaChannelFormatDesc &format, size_t width,
                                        size_t height, size_t pitch)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = (void *)pointer;
    resource.res.pitch2D.desc = format;
    resource.res.pitch2D.width = width;
    resource.res.pitch2D.height = height;
    resource.res.pitch2D.pitchInBytes = pitch;
    return ss_texture_bind((textureReference *)&t, ss_Mode, offset, &resource, "cudaBindTexture2D");
}
template <class ss_T, int ss_Type, cudaTextureReadMode ss_Mode>
SS_INLINE cudaError_t cudaBindTexture2D(size_t *offset, const SS_TEXTURE, const void *pointer,
                                        size_t width, size_t height, size_t pitch)
{
    return cudaBindTexture2D(offset, t, pointer, cudaCreateChannelDesc<ss_T>(), width, height,
                             pitch);
}
template <class ss_T, int ss_Type, cudaTextureReadMode ss_Mode>
SS_INLINE cudaError_t cudaBindTextureToArray(const SS_TEXTURE, cudaArray_const_t array)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = (cudaArray_t)array;
    return ss_texture_bind((textureReference *)&t, ss_Mode, nullptr, &resource, "cudaBindTextureToArray");
}
template <class ss_T, int ss_Type, cudaTextureReadMode ss_Mode>
SS_INLINE cudaError_t cudaBindTextureToArray(const SS_TEXTURE, cudaArray_const_t array,
                                             const cudaChannelFormatDesc &)
{
    return cudaBindTextureToArray(t, array);
}
template <class ss_T, int ss_Type, cudaTextureReadMode ss_Mode>
SS_INLINE cudaError_t cudaUnbindTexture(const SS_TEXTURE)
{
    return cudaUnbindTexture((const textureReference *)&t);
}
/* The same as C has them: a pointer to the reference, and to its format. */
#define SS_TEXTURE_AT const texture<ss_T, ss_Type, ss_Mode> *t
template <class ss_T, int ss_Type, cudaTextureReadMode ss_Mode>
SS_INLINE cudaError_t cudaBindTexture(size_t *offset, SS_TEXTURE_AT, const void *pointer,
                                      const cudaChannelFormatDesc *format, size_t bytes = ~0u)
{
    return cudaBindTexture(offset, *t, pointer, *format, bytes);
}
template <class ss_T, int ss_Type, cudaTextureReadMode ss_Mode>
SS_INLINE cudaError_t cudaBindTexture2D(size_t *offset, SS_TEXTURE_AT, const void *pointer,
                                        const cudaChannelFormatDesc *format, size_t width,
                                        size_t height, size_t pitch)
{
    return cudaBindTexture2D(offset, *t, pointer, *format, width, height, pitch);
}
template <class ss_T, int ss_Type, cudaTextureReadMode ss_Mode>
SS_INLINE cudaError_t cudaBindTextureToArray(SS_TEXTURE_AT, cudaArray_const_t array,
                                             const cudaChannelFormatDesc *)
{
    return cudaBindTextureToArray(*t, array);
}
#undef SS_TEXTURE_AT
#undef SS_TEXTURE

/* ---- Surfaces ---- */

namespace syncstep {
template <class ss_T> SS_INLINE ss_T surface_read(void *at)
{
    ss_T value = ss_T();
    if (at) {
        ss_load(at, sizeof(ss_T));
        value = quiet_load((const ss_T *)at);
    }
    return value;
}
template <class ss_T> SS_INLINE void surface_write(void *at, const ss_T &value)
{
    if (at) {
        ss_store(at, sizeof(ss_T));
        quiet_store((ss_T *)at, value);
    }
}
} // namespace syncstep

#define SS_SURFACE(dims, places, arguments)                                                        \
    template <class ss_T>                                                                          \
    SS_INLINE ss_T surf##dims##read(cudaSurfaceObject_t s SS_COMMA places,                         \
                                    cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)           \
    {                                                                                              \
        return syncstep::surface_read<ss_T>(ss_surface_at(s, arguments, sizeof(ss_T), mode));      \
    }                                                                                              \
    template <class ss_T>                                                                          \
    SS_INLINE void surf##dims##read(ss_T *value, cudaSurfaceObject_t s SS_COMMA places,            \
                                    cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)           \
    {                                                                                              \
        *value = syncstep::surface_read<ss_T>(ss_surface_at(s, arguments, sizeof(ss_T), mode));    \
    }                                                                                              \
    template <class ss_T>                                                                          \
    SS_INLINE void surf##dims##write(ss_T value, cudaSurfaceObject_t s SS_COMMA places,            \
                                     cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)          \
    {                                                                                              \
        syncstep::surface_write(ss_surface_at(s, arguments, sizeof(ss_T), mode), value);           \
    }
#define SS_COMMA ,
SS_SURFACE(1D, int x, x SS_COMMA 0 SS_COMMA 0)
SS_SURFACE(2D, int x SS_COMMA int y, x SS_COMMA y SS_COMMA 0)
SS_SURFACE(3D, int x SS_COMMA int y SS_COMMA int z, x SS_COMMA y SS_COMMA z)
SS_SURFACE(2DLayered, int x SS_COMMA int y SS_COMMA int z, x SS_COMMA y SS_COMMA z)
#undef SS_SURFACE
#undef SS_COMMA

#endif
