/* api_copy.cpp - copies and memset, checked as real CUDA checks them. */
#include "api.h"

#include <string.h>

cudaError_t api_copy_check(const void *to, size_t to_bytes, const void *from, size_t from_bytes,
                           enum cudaMemcpyKind *kind)
{
    int to_fits, from_fits;
    if ((unsigned)*kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
    if (!to || !from) return cudaErrorInvalidValue;
    enum api_place there = api_place(to, to_bytes, &to_fits);
    enum api_place here = api_place(from, from_bytes, &from_fits);
    if (!to_fits || !from_fits) return cudaErrorInvalidValue;
    /* As measured on a device with unified addresses: a side that is said to be the device's has to
     * be known to CUDA; what is said to be the host's may be anything. */
    bool to_device = *kind == cudaMemcpyHostToDevice || *kind == cudaMemcpyDeviceToDevice;
    bool from_device = *kind == cudaMemcpyDeviceToHost || *kind == cudaMemcpyDeviceToDevice;
    if ((to_device && there == API_HOST) || (from_device && here == API_HOST))
        return cudaErrorInvalidValue;
    if (*kind == cudaMemcpyHostToHost && (there == API_DEVICE) != (here == API_DEVICE))
        return cudaErrorInvalidValue;
    if (*kind == cudaMemcpyDefault)
        *kind = there == API_HOST ? here == API_HOST ? cudaMemcpyHostToHost : cudaMemcpyDeviceToHost
                : here == API_HOST ? cudaMemcpyHostToDevice
                                   : cudaMemcpyDeviceToDevice;
    return cudaSuccess;
}

/* Overlapping copies are the program's fault; real CUDA leaves the result open. */
static void copy_bytes(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                       const void *site)
{
    ss_transfer(to, from, bytes, kind, site);
    memmove(to, from, bytes);
}

/* Sizes that the compiler knew, of the call under way. */
static thread_local size_t known_to = (size_t)-1, known_from = (size_t)-1;

void ss_copy_sizes(size_t to, size_t from)
{
    known_to = to;
    known_from = from;
}

/* The sides that a refused copy reaches beyond. */
static void tell_beyond(const char *call, const void *at, size_t bytes, const void *site)
{
    int fits;
    api_place(at, bytes, &fits);
    if (!fits) ss_beyond_device(call, at, bytes, site);
}

/* Real CUDA knows nothing of the host's buffers. Here the part is copied that fits. */
static size_t within_host(const char *call, size_t bytes, enum cudaMemcpyKind kind,
                          const void *site)
{
    size_t fits = bytes;
    if (kind == cudaMemcpyHostToDevice && known_from < bytes) {
        ss_beyond_host(call, 1, bytes, known_from, site);
        fits = known_from;
    }
    if (kind == cudaMemcpyDeviceToHost && known_to < bytes) {
        ss_beyond_host(call, 0, bytes, known_to, site);
        fits = known_to;
    }
    return fits;
}

static cudaError_t copy_1d(const char *call, void *to, const void *from, size_t bytes,
                           enum cudaMemcpyKind kind, const void *site)
{
    if (bytes == 0)
        return (unsigned)kind > cudaMemcpyDefault ? cudaErrorInvalidMemcpyDirection : cudaSuccess;
    cudaError_t error = api_copy_check(to, bytes, from, bytes, &kind);
    if (error == cudaSuccess)
        copy_bytes(to, from, within_host(call, bytes, kind, site), kind, site);
    if (error == cudaErrorInvalidValue && to && from) {
        tell_beyond(call, to, bytes, site);
        tell_beyond(call, from, bytes, site);
    }
    ss_copy_sizes((size_t)-1, (size_t)-1);
    return error;
}

static cudaError_t copy_2d(const char *call, void *to, size_t to_pitch, const void *from,
                           size_t from_pitch, size_t width, size_t height, enum cudaMemcpyKind kind,
                           const void *site)
{
    if ((unsigned)kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
    if (width == 0 || height == 0) return cudaSuccess;
    if (to_pitch < width || from_pitch < width) return cudaErrorInvalidPitchValue;
    cudaError_t error = api_copy_check(to, to_pitch * (height - 1) + width, from,
                                       from_pitch * (height - 1) + width, &kind);
    if (error == cudaErrorInvalidValue && to && from) {
        tell_beyond(call, to, to_pitch * (height - 1) + width, site);
        tell_beyond(call, from, from_pitch * (height - 1) + width, site);
    }
    if (error != cudaSuccess) return error;
    if (to_pitch == width && from_pitch == width) {
        copy_bytes(to, from, width * height, kind, site);
        return cudaSuccess;
    }
    for (size_t y = 0; y < height; y++)
        copy_bytes((char *)to + y * to_pitch, (const char *)from + y * from_pitch, width, kind,
                   site);
    return cudaSuccess;
}

/* One side of a 3-D copy: an array or pitched memory, as the address of the first byte. */
struct side {
    char *first;
    size_t pitch, rows; /* bytes from row to row, rows from slice to slice */
};

static cudaError_t side_of(cudaArray_t array, const struct cudaPitchedPtr *pitched,
                           const struct cudaPos *at, struct side *side)
{
    if (array) {
        struct api_array_view view = api_array_describe(array);
        side->pitch = view.pitch;
        side->rows = view.height ? view.height : 1;
        side->first = view.base + at->x * view.element + (at->y + at->z * side->rows) * side->pitch;
    } else {
        if (!pitched->ptr) return cudaErrorInvalidValue;
        side->pitch = pitched->pitch;
        side->rows = pitched->ysize;
        side->first = (char *)pitched->ptr + at->x + (at->y + at->z * side->rows) * side->pitch;
    }
    return cudaSuccess;
}

static cudaError_t copy_3d(const char *call, const struct cudaMemcpy3DParms *p, const void *site)
{
    struct side to, from;
    if (!p || (p->srcArray && p->srcPtr.ptr) || (p->dstArray && p->dstPtr.ptr))
        return cudaErrorInvalidValue;
    cudaError_t error = side_of(p->dstArray, &p->dstPtr, &p->dstPos, &to);
    if (error == cudaSuccess) error = side_of(p->srcArray, &p->srcPtr, &p->srcPos, &from);
    if (error != cudaSuccess) return error;
    /* With an array on either side the extent counts elements, else bytes. */
    size_t element = p->srcArray   ? api_array_describe(p->srcArray).element
                     : p->dstArray ? api_array_describe(p->dstArray).element
                                   : 1;
    for (size_t z = 0; z < p->extent.depth && error == cudaSuccess; z++)
        error = copy_2d(call, to.first + z * to.rows * to.pitch, to.pitch,
                        from.first + z * from.rows * from.pitch, from.pitch,
                        p->extent.width * element, p->extent.height, p->kind, site);
    return error;
}

static cudaError_t set_rows(const char *call, const void *site, void *pointer, size_t pitch,
                            int value, size_t width, size_t height, size_t depth, size_t slice_rows)
{
    if (width == 0 || height == 0 || depth == 0) return cudaSuccess;
    size_t bytes = pitch * (slice_rows * (depth - 1) + height - 1) + width;
    int fits = 1;
    if (pointer && api_place(pointer, bytes, &fits) != API_HOST && !fits)
        ss_beyond_device(call, pointer, bytes, site);
    if (!pointer || (pitch < width && height > 1) || api_place(pointer, bytes, &fits) == API_HOST ||
        !fits)
        return cudaErrorInvalidValue;
    for (size_t z = 0; z < depth; z++)
        for (size_t y = 0; y < height; y++) {
            char *row = (char *)pointer + (z * slice_rows + y) * pitch;
            memset(row, value, width);
            ss_filled(row, width);
        }
    ss_overwritten(pointer, bytes, site);
    return cudaSuccess;
}

extern "C" {

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind)
{
    API_ENTER("cudaMemcpy");
    ss::pending_wait_stream(0);
    API_RETURN(copy_1d(api_call, to, from, bytes, kind, api_site));
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    API_ENTER("cudaMemcpyAsync");
    if (api_stream_check(stream)) API_FAIL(api_stream_check(stream));
    if (api_capture_copy(to, from, bytes, kind, stream)) return cudaSuccess;
    cudaError_t error = copy_1d(api_call, to, from, bytes, kind, api_site);
    if (!error && bytes) ss::pending_copy((uint64_t)stream, to, from, bytes, api_site);
    API_RETURN(error);
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t bytes)
{
    API_ENTER("cudaMemcpyPeer");
    ss::pending_wait_stream(0);
    if (to_device != 0 || from_device != 0) API_FAIL(cudaErrorInvalidDevice);
    API_RETURN(copy_1d(api_call, to, from, bytes, cudaMemcpyDeviceToDevice, api_site));
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t bytes, cudaStream_t stream)
{
    API_ENTER("cudaMemcpyPeerAsync");
    if (to_device != 0 || from_device != 0) API_FAIL(cudaErrorInvalidDevice);
    if (api_stream_check(stream)) API_FAIL(api_stream_check(stream));
    API_RETURN(copy_1d(api_call, to, from, bytes, cudaMemcpyDeviceToDevice, api_site));
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind)
{
    API_ENTER("cudaMemcpy2D");
    ss::pending_wait_stream(0);
    API_RETURN(copy_2d(api_call, to, to_pitch, from, from_pitch, width, height, kind, api_site));
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream)
{
    API_ENTER("cudaMemcpy2DAsync");
    if (api_stream_check(stream)) API_FAIL(api_stream_check(stream));
    ss::pending_wait_stream((uint64_t)stream);
    API_RETURN(copy_2d(api_call, to, to_pitch, from, from_pitch, width, height, kind, api_site));
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *parameters)
{
    API_ENTER("cudaMemcpy3D");
    ss::pending_wait_stream(0);
    API_RETURN(copy_3d(api_call, parameters, api_site));
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *parameters, cudaStream_t stream)
{
    API_ENTER("cudaMemcpy3DAsync");
    if (api_stream_check(stream)) API_FAIL(api_stream_check(stream));
    ss::pending_wait_stream((uint64_t)stream);
    API_RETURN(copy_3d(api_call, parameters, api_site));
}

cudaError_t cudaMemset(void *pointer, int value, size_t bytes)
{
    API_ENTER("cudaMemset");
    ss::pending_wait_stream(0);
    API_RETURN(set_rows(api_call, api_site, pointer, bytes, value, bytes, 1, 1, 1));
}

cudaError_t cudaMemsetAsync(void *pointer, int value, size_t bytes, cudaStream_t stream)
{
    API_ENTER("cudaMemsetAsync");
    if (api_stream_check(stream)) API_FAIL(api_stream_check(stream));
    if (api_capture_set(pointer, value, bytes, stream)) return cudaSuccess;
    API_RETURN(set_rows(api_call, api_site, pointer, bytes, value, bytes, 1, 1, 1));
}

cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height)
{
    API_ENTER("cudaMemset2D");
    ss::pending_wait_stream(0);
    API_RETURN(set_rows(api_call, api_site, pointer, pitch, value, width, height, 1, height));
}

cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream)
{
    API_ENTER("cudaMemset2DAsync");
    if (api_stream_check(stream)) API_FAIL(api_stream_check(stream));
    API_RETURN(set_rows(api_call, api_site, pointer, pitch, value, width, height, 1, height));
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr pointer, int value, struct cudaExtent extent)
{
    API_ENTER("cudaMemset3D");
    ss::pending_wait_stream(0);
    API_RETURN(set_rows(api_call, api_site, pointer.ptr, pointer.pitch, value, extent.width,
                        extent.height, extent.depth, pointer.ysize));
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pointer, int value, struct cudaExtent extent,
                              cudaStream_t stream)
{
    API_ENTER("cudaMemset3DAsync");
    if (api_stream_check(stream)) API_FAIL(api_stream_check(stream));
    API_RETURN(set_rows(api_call, api_site, pointer.ptr, pointer.pitch, value, extent.width,
                        extent.height, extent.depth, pointer.ysize));
}

/* ---- Symbols ---- */

cudaError_t ss_symbol_copy(enum ss_symbol_call call, const void *symbol, size_t symbol_bytes,
                           const void *from, void *to, size_t bytes, size_t offset,
                           enum cudaMemcpyKind kind)
{
    static const char *const NAMES[] = {
        [SS_SYMBOL_TO] = "cudaMemcpyToSymbol",
        [SS_SYMBOL_FROM] = "cudaMemcpyFromSymbol",
        [SS_SYMBOL_TO_ASYNC] = "cudaMemcpyToSymbolAsync",
        [SS_SYMBOL_FROM_ASYNC] = "cudaMemcpyFromSymbolAsync",
    };
    API_ENTER(NAMES[call]);
    ss::pending_wait_all();
    bool writes = call == SS_SYMBOL_TO || call == SS_SYMBOL_TO_ASYNC;
    int fits;
    if (api_place(symbol, symbol_bytes, &fits) != API_BOTH) API_FAIL(cudaErrorInvalidSymbol);
    if (offset > symbol_bytes || bytes > symbol_bytes - offset) API_FAIL(cudaErrorInvalidValue);
    if (kind == (writes ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice) ||
        kind == cudaMemcpyHostToHost)
        API_FAIL(cudaErrorInvalidMemcpyDirection);
    char *place = (char *)symbol + offset;
    API_RETURN(writes ? copy_1d(api_call, place, from, bytes, kind, api_site)
                      : copy_1d(api_call, to, place, bytes, kind, api_site));
}

cudaError_t ss_symbol_address(void **address, const void *symbol)
{
    API_ENTER("cudaGetSymbolAddress");
    int fits;
    if (!address) API_FAIL(cudaErrorInvalidValue);
    if (api_place(symbol, 1, &fits) != API_BOTH) API_FAIL(cudaErrorInvalidSymbol);
    *address = (void *)symbol;
    return cudaSuccess;
}
}
