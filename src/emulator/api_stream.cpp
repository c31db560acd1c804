/* api_stream.cpp - streams and events. Work is done when a call returns, so that streams have only
 * handles; an event holds the model time at which it was recorded. */
#include "api.h"
#include "core.h"

#include <mutex>
#include <stdio.h>

struct CUstream_st {
    unsigned int flags;
    int priority;
    unsigned long long id;
    struct CUstream_st *next;
};

struct CUevent_st {
    unsigned int flags;
    bool recorded;
    struct ss::pending_works before;
    uint64_t nanoseconds;
    struct CUevent_st *next;
};

static struct CUstream_st *streams;
static struct CUevent_st *events;
static std::mutex handles_lock;

template <class T> static T **handle_find(T **list, T *wanted)
{
    while (*list && *list != wanted)
        list = &(*list)->next;
    return list;
}

cudaError_t api_stream_check(cudaStream_t stream)
{
    if ((uintptr_t)stream <= 4) /* the default streams, and those for launches from kernels */
        return cudaSuccess;
    std::lock_guard<std::mutex> hold(handles_lock);
    return *handle_find(&streams, stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

static cudaError_t event_check(cudaEvent_t event)
{
    if (!event) return cudaErrorInvalidResourceHandle;
    std::lock_guard<std::mutex> hold(handles_lock);
    return *handle_find(&events, event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

static cudaError_t stream_make(cudaStream_t *stream, unsigned int flags, int priority)
{
    static unsigned long long ids = 2;
    if (!stream || flags > cudaStreamNonBlocking) return cudaErrorInvalidValue;
    priority = priority > 0 ? 0 : priority < -5 ? -5 : priority;
    std::lock_guard<std::mutex> hold(handles_lock);
    *stream = streams = new CUstream_st{flags, priority, ++ids, streams};
    return cudaSuccess;
}

static cudaError_t event_make(cudaEvent_t *event, unsigned int flags)
{
    if (!event || flags > 7) return cudaErrorInvalidValue;
    std::lock_guard<std::mutex> hold(handles_lock);
    *event = events = new CUevent_st{flags, false, {}, 0, events};
    return cudaSuccess;
}

static cudaError_t event_record(cudaEvent_t event, cudaStream_t stream)
{
    cudaError_t error = event_check(event);
    if (error == cudaSuccess) error = api_stream_check(stream);
    if (error == cudaSuccess) {
        event->recorded = true;
        event->before = ss::pending_mark((uint64_t)stream);
        event->nanoseconds = ss_model_nanoseconds();
    }
    return error;
}

/* The host has seen that the event is over. */
static cudaError_t event_wait(cudaEvent_t event)
{
    cudaError_t error = event_check(event);
    if (error == cudaSuccess && event->recorded) ss::pending_wait(&event->before);
    return error;
}

static cudaError_t stream_wait(cudaStream_t stream)
{
    cudaError_t error = api_stream_check(stream);
    if (error == cudaSuccess) ss::pending_wait_stream((uint64_t)stream);
    return error;
}

extern "C" {

int ss_stream_blocking(uint64_t stream)
{
    if (stream <= 4) return 1;
    std::lock_guard<std::mutex> hold(handles_lock);
    struct CUstream_st **at = handle_find(&streams, (cudaStream_t)stream);
    return !*at || !((*at)->flags & cudaStreamNonBlocking);
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    API_ENTER("cudaStreamCreate");
    API_RETURN(stream_make(stream, cudaStreamDefault, 0));
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags)
{
    API_ENTER("cudaStreamCreateWithFlags");
    API_RETURN(stream_make(stream, flags, 0));
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority)
{
    API_ENTER("cudaStreamCreateWithPriority");
    API_RETURN(stream_make(stream, flags, priority));
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    API_ENTER("cudaStreamDestroy");
    std::unique_lock<std::mutex> hold(handles_lock);
    struct CUstream_st **at = handle_find(&streams, stream);
    if (!stream || !*at) {
        hold.unlock();
        API_FAIL(cudaErrorInvalidResourceHandle);
    }
    *at = stream->next;
    delete stream;
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    API_ENTER("cudaStreamSynchronize");
    API_RETURN(stream_wait(stream));
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    API_ENTER("cudaStreamQuery");
    API_RETURN(stream_wait(stream));
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags)
{
    API_ENTER("cudaStreamGetFlags");
    if (!flags) API_FAIL(cudaErrorInvalidValue);
    if (api_stream_check(stream)) API_FAIL(api_stream_check(stream));
    *flags = (uintptr_t)stream <= 2 ? cudaStreamDefault : stream->flags;
    return cudaSuccess;
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
    API_ENTER("cudaStreamGetPriority");
    if (!priority) API_FAIL(cudaErrorInvalidValue);
    if (api_stream_check(stream)) API_FAIL(api_stream_check(stream));
    *priority = (uintptr_t)stream <= 2 ? 0 : stream->priority;
    return cudaSuccess;
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id)
{
    API_ENTER("cudaStreamGetId");
    if (!id) API_FAIL(cudaErrorInvalidValue);
    if (api_stream_check(stream)) API_FAIL(api_stream_check(stream));
    *id = (uintptr_t)stream <= 2 ? (unsigned long long)(uintptr_t)stream : stream->id;
    return cudaSuccess;
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device)
{
    API_ENTER("cudaStreamGetDevice");
    if (!device) API_FAIL(cudaErrorInvalidValue);
    *device = 0;
    API_RETURN(api_stream_check(stream));
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int)
{
    API_ENTER("cudaStreamWaitEvent");
    if (api_stream_check(stream)) API_FAIL(api_stream_check(stream));
    cudaError_t error = event_check(event);
    if (!error && event->recorded) ss::pending_join((uint64_t)stream, &event->before);
    API_RETURN(error);
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
                                  unsigned int flags)
{
    API_ENTER("cudaStreamAddCallback");
    if (!callback || flags) API_FAIL(cudaErrorInvalidValue);
    if (api_stream_check(stream)) API_FAIL(api_stream_check(stream));
    ss::pending_wait_stream((uint64_t)stream);
    callback(stream, cudaSuccess, data);
    return cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data)
{
    API_ENTER("cudaLaunchHostFunc");
    if (!function) API_FAIL(cudaErrorInvalidValue);
    if (api_stream_check(stream)) API_FAIL(api_stream_check(stream));
    if (!api_capture_host(function, data, stream)) {
        ss::pending_wait_stream((uint64_t)stream);
        function(data);
    }
    return cudaSuccess;
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t, unsigned int flags)
{
    API_ENTER("cudaStreamAttachMemAsync");
    int fits;
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost && flags != cudaMemAttachSingle)
        API_FAIL(cudaErrorInvalidValue);
    if (api_place(pointer, 1, &fits) != API_BOTH) API_FAIL(cudaErrorInvalidValue);
    API_RETURN(api_stream_check(stream));
}

/* ---- Events ---- */

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    API_ENTER("cudaEventCreate");
    API_RETURN(event_make(event, cudaEventDefault));
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
{
    API_ENTER("cudaEventCreateWithFlags");
    API_RETURN(event_make(event, flags));
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    API_ENTER("cudaEventRecord");
    API_RETURN(event_record(event, stream));
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int)
{
    API_ENTER("cudaEventRecordWithFlags");
    API_RETURN(event_record(event, stream));
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    API_ENTER("cudaEventQuery");
    API_RETURN(event_wait(event));
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    API_ENTER("cudaEventSynchronize");
    API_RETURN(event_wait(event));
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    API_ENTER("cudaEventDestroy");
    std::unique_lock<std::mutex> hold(handles_lock);
    struct CUevent_st **at = handle_find(&events, event);
    if (!event || !*at) {
        hold.unlock();
        API_FAIL(cudaErrorInvalidResourceHandle);
    }
    *at = event->next;
    delete event;
    return cudaSuccess;
}

/* Which of the two a device would do is chance: the time is given here, and the fault is told. */
static void told_too_early(const void *site)
{
    struct ss::finding finding = {};

    finding.fault = TRACE_LAUNCH_ERROR;
    finding.severity = TRACE_WARNING;
    finding.thread = UINT32_MAX;
    finding.pc = (uint64_t)site;
    finding.space = TRACE_NO_SPACE;
    snprintf(finding.text, sizeof finding.text,
             "cudaEventElapsedTime() is called while what it measures may still be under way: "
             "nothing has waited for it. It refuses then (cudaErrorNotReady) and gives no time.");
    ss::find(NULL, &finding);
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end)
{
    API_ENTER("cudaEventElapsedTime");
    if (!milliseconds) API_FAIL(cudaErrorInvalidValue);
    if (event_check(start) || event_check(end) || !start->recorded || !end->recorded ||
        (start->flags | end->flags) & cudaEventDisableTiming)
        API_FAIL(cudaErrorInvalidResourceHandle);
    if (ss::pending_is_open(&start->before) || ss::pending_is_open(&end->before))
        told_too_early(api_site);
    event_wait(start);
    event_wait(end);
    *milliseconds = (float)((double)(int64_t)(end->nanoseconds - start->nanoseconds) / 1e6);
    return cudaSuccess;
}
}
