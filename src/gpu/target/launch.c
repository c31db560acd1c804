#include "gpu/target/launch.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_REPEATS = 21, MOST_REPEATED_LAUNCHES = 64, MOST_TIMINGS = 1 << 20 };
static const double REPEAT_BUDGET = 0.2; /* seconds for the repetitions of one launch */
/* Seconds until a launch returns though its kernel is still at it, where the kernel may wait for
 * something that the host writes: programs expect launches to return. */
static const double PATIENCE = 2;

char launch_shadow[sizeof(struct probe_control)];

static uint32_t next_ordinal;
static struct recording recording;
static struct probe_timing *timing; /* on the device */
static uint32_t timing_room;
static bool dead; /* the context is lost to an earlier error */
static volatile sig_atomic_t terminated;

uint32_t launch_last(void)
{
    return next_ordinal - 1;
}

/* ---- Errors -------------------------------------------------------------------------------- */

static bool is_sticky(cudaError_t error)
{
    switch (error) {
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure:
    case cudaErrorAssert:
    case cudaErrorECCUncorrectable:
        return true;
    default:
        return false;
    }
}

static void add_error(cudaError_t error, bool seen, const char *call, const void *site)
{
    struct spool_error record = {.error = (int32_t)error,
                                 .seen = seen,
                                 .launch = launch_last(),
                                 .sticky = is_sticky(error),
                                 .site = inside_site(site)};
    outbox_text(SPOOL_ERROR, &record, sizeof record, call);
}

void launch_error(cudaError_t error, const char *call, const void *site)
{
    if (error != cudaSuccess && error != cudaErrorNotReady) add_error(error, false, call, site);
}

void launch_asked(cudaError_t error, const char *call, const void *site)
{
    add_error(error, true, call, site);
}

void launch_reset(void)
{
    launch_finish(true);
    memory_release();
    memset(&recording, 0, sizeof recording);
    timing = NULL;
    timing_room = 0;
    dead = false;
}

/* ---- What is launched ---------------------------------------------------------------------- */

static const struct table_kernel *find_kernel(const char *name, uint32_t *index)
{
    for (uint32_t i = 0; i < syncstep_kernel_count; i++)
        if (strcmp(syncstep_kernels[i].name, name) == 0) {
            *index = i + 1;
            return &syncstep_kernels[i];
        }
    *index = 0;
    return NULL;
}

static bool is_recorded(uint32_t ordinal)
{
    return ordinal >= inside_spool->first_launch && ordinal <= inside_spool->last_launch &&
           inside_spool->capacity != 0;
}

static void write_launch(const struct launch *l, const char *name, uint32_t index,
                         uint32_t static_bytes, uint32_t ordinal)
{
    struct spool_launch record = {.ordinal = ordinal,
                                  .grid = {l->grid.x, l->grid.y, l->grid.z},
                                  .block = {l->block.x, l->block.y, l->block.z},
                                  .dynamic_bytes = (uint32_t)l->bytes,
                                  .kernel = index,
                                  .site = inside_site(l->site),
                                  .recorded = is_recorded(ordinal),
                                  .shared_bytes = static_bytes,
                                  .stream = (uint64_t)(uintptr_t)l->stream};
    outbox_text(SPOOL_LAUNCH, &record, sizeof record, name);
}

/* Pointers among the parameters, by where they point: types are the collector's business. */
static void write_parameters(const struct launch *l, const struct table_kernel *kernel,
                             uint32_t ordinal)
{
    for (unsigned i = 0; kernel && l->arguments && i < kernel->parameter_count; i++) {
        uint64_t value;
        if (kernel->parameter_bytes[i] != sizeof value || !l->arguments[i]) continue;
        memcpy(&value, l->arguments[i], sizeof value);
        if (!memory_find(value)) continue;
        struct spool_parameter record = {.launch = ordinal, .position = i, .value = value};
        outbox_text(SPOOL_PARAMETER, &record, sizeof record, "");
    }
}

static void write_end(uint32_t ordinal, cudaError_t error, uint64_t accesses, uint64_t blocks,
                      double ns)
{
    struct spool_launch_end *record = outbox_record(SPOOL_LAUNCH_END, sizeof *record);
    if (record) {
        record->ordinal = ordinal;
        record->error = (int32_t)error;
        record->accesses = accesses;
        record->blocks_run = blocks;
        record->nanoseconds = ns > 0 ? (uint64_t)ns : 0;
    }
    outbox_commit();
}

/* ---- Waiting ------------------------------------------------------------------------------- */

static void on_terminate(int signal_number)
{
    (void)signal_number;
    terminated = 1;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Waits for what was launched, at most so many seconds (0 = for ever). A kernel that never ends can
 * be left: the parent's SIGTERM ends the wait, what was logged is kept, and the process ends. */
static cudaError_t wait_for(cudaEvent_t event, double most)
{
    struct sigaction action = {.sa_handler = on_terminate}, old;
    cudaError_t error;
    unsigned turns;
    const double start = most > 0 ? seconds() : 0;
    sigaction(SIGTERM, &action, &old);
    for (turns = 0; (error = cudaEventQuery(event)) == cudaErrorNotReady; turns++) {
        if (terminated || (most > 0 && seconds() - start > most)) break;
        if (turns > 2000) nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    }
    sigaction(SIGTERM, &old, NULL);
    if (turns) cudaGetLastError(); /* the question itself leaves "not ready" behind */
    return error;
}

/* ---- Timing -------------------------------------------------------------------------------- */

struct stopwatch {
    cudaEvent_t start, stop;
    bool good;
};

static struct stopwatch stopwatch_new(void)
{
    struct stopwatch w = {0};
    w.good = cudaEventCreate(&w.start) == cudaSuccess && cudaEventCreate(&w.stop) == cudaSuccess;
    if (!w.good) cudaGetLastError();
    return w;
}

static void stopwatch_end(struct stopwatch *w)
{
    if (w->start) cudaEventDestroy(w->start);
    if (w->stop) cudaEventDestroy(w->stop);
}

/* One run; ns by CUDA events. `gated`: queued whole before it starts (not for launches that the
 * run-time refuses to queue behind others). */
static cudaError_t run_once(const struct launch *l, struct stopwatch *w, bool gated, double *ns)
{
    float ms = 0;
    const bool held = gated && device_gate_close(l->stream);
    if (w->good) cudaEventRecord(w->start, l->stream);
    cudaError_t error = l->call(l);
    if (w->good) cudaEventRecord(w->stop, l->stream);
    if (held) device_gate_open();
    if (error != cudaSuccess) return error;
    error = w->good ? wait_for(w->stop, memory_is_common() ? PATIENCE : 0)
                    : cudaStreamSynchronize(l->stream);
    if (error == cudaSuccess && w->good &&
        cudaEventElapsedTime(&ms, w->start, w->stop) == cudaSuccess)
        *ns = (double)ms * 1e6;
    return error;
}

static int compare_times(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void write_time(uint32_t ordinal, double *times, uint32_t count)
{
    struct spool_time *record = count ? outbox_record(SPOOL_TIME, sizeof *record) : NULL;
    if (!record) return;
    qsort(times, count, sizeof *times, compare_times);
    record->launch = ordinal;
    record->mode = inside_spool->mode;
    record->count = count;
    record->median = count % 2 ? times[count / 2] : (times[count / 2 - 1] + times[count / 2]) / 2;
    record->low = times[0];
    record->high = times[count - 1];
    outbox_commit();
}

/* A launch that has returned to the program though its kernel is still at it. */
static struct {
    bool waits, records;
    uint32_t ordinal;
    uint64_t blocks;
    struct stopwatch w;
    struct probe_control timings; /* of a timed run */
} left;

/* `error` of a run that was waited for: the kernel is left to itself. The rest comes with
 * launch_finish. */
static void finish_at_exit(void);

static bool leave_running(const struct launch *l, uint32_t ordinal, const struct stopwatch *w,
                          cudaError_t error)
{
    static bool registered;
    if (error != cudaErrorNotReady || terminated) return false;
    if (!registered) atexit(finish_at_exit); /* the run-time has registered its end before */
    registered = true;
    left.waits = true;
    left.ordinal = ordinal;
    left.blocks = (uint64_t)l->grid.x * l->grid.y * l->grid.z;
    left.w = *w;
    left.records = false;
    left.timings = (struct probe_control){0};
    return true;
}

static cudaError_t set_control(const struct probe_control *control)
{
    return cudaMemcpyToSymbol(launch_shadow, control, sizeof *control, 0, cudaMemcpyHostToDevice);
}

/* ---- The three runs ------------------------------------------------------------------------ */

static void prepare_timings(const struct launch *l, struct probe_control *control)
{
    const uint64_t blocks = (uint64_t)l->grid.x * l->grid.y * l->grid.z;
    const uint32_t count = blocks > MOST_TIMINGS ? MOST_TIMINGS : (uint32_t)blocks;
    if (count > timing_room) {
        if (timing) cudaFree(timing);
        timing_room = 0;
        timing = NULL;
        if (cudaMalloc((void **)&timing, count * sizeof *timing) != cudaSuccess) {
            cudaGetLastError();
            return;
        }
        timing_room = count;
    }
    *control = (struct probe_control){.enabled = 1,
                                      .timings = count,
                                      .timing = timing,
                                      .threads = l->block.x * l->block.y * l->block.z};
}

static void write_timings(uint32_t ordinal, const struct probe_control *control)
{
    struct probe_timing *t = calloc((size_t)control->timings + 1, sizeof *t);
    if (!t || control->timings == 0 ||
        cudaMemcpy(t, timing, control->timings * sizeof *t, cudaMemcpyDeviceToHost) !=
            cudaSuccess) {
        free(t);
        return;
    }
    for (uint32_t i = 0; i < control->timings; i++) {
        struct spool_timing *record = t[i].end ? outbox_record(SPOOL_TIMING, sizeof *record) : NULL;
        if (!record) continue;
        record->launch = ordinal;
        record->block = i;
        record->sm = t[i].sm;
        record->start = t[i].start;
        record->end = t[i].end;
        record->clocks = t[i].clock_end - t[i].clock;
    }
    outbox_commit();
    free(t);
}

static uint32_t repeats_for(double first_ns)
{
    const double runs = REPEAT_BUDGET * 1e9 / (first_ns + 50e3);
    return runs > MOST_REPEATS ? MOST_REPEATS : runs < 3 ? 0 : (uint32_t)runs;
}

/* What is saved and restored must not be written meanwhile by copies in other streams. A stream
 * that is being captured forbids the question: then nothing is repeated. */
static bool others_rest(void)
{
    if (cudaDeviceSynchronize() == cudaSuccess) return true;
    cudaGetLastError();
    return false;
}

/* Plain and timed runs. The first run is a warm-up where the launch can be repeated. */
static cudaError_t run_timed(const struct launch *l, const struct table_kernel *kernel,
                             uint32_t ordinal, double *ns)
{
    struct probe_control control = {0};
    struct stopwatch w = stopwatch_new();
    double times[MOST_REPEATS] = {0};
    uint32_t count = 1;
    const bool timed = inside_spool->mode == MODE_TIMED;
    const bool can = kernel && !kernel->prints && ordinal < MOST_REPEATED_LAUNCHES && w.good &&
                     others_rest() && memory_save();
    if (timed) {
        prepare_timings(l, &control);
        set_control(&control);
    }
    if (timed && control.timings) cudaMemset(timing, 0, control.timings * sizeof *timing);
    cudaError_t error = run_once(l, &w, false, &times[0]);
    const uint32_t repeats = can && error == cudaSuccess ? repeats_for(times[0]) : 0;
    for (uint32_t i = 0; i < repeats && error == cudaSuccess && !terminated; i++) {
        memory_restore(l->stream);
        if (timed && control.timings)
            cudaMemsetAsync(timing, 0, control.timings * sizeof *timing, l->stream);
        error = run_once(l, &w, true, &times[i]);
        count = i + 1;
    }
    *ns = times[0];
    if (error == cudaSuccess) {
        write_time(ordinal, times, count);
        if (timed) write_timings(ordinal, &control);
    }
    if (leave_running(l, ordinal, &w, error)) {
        left.timings = control;
        return error;
    }
    if (timed && error == cudaSuccess) set_control(&(struct probe_control){0});
    stopwatch_end(&w);
    return error;
}

static cudaError_t run_probed(const struct launch *l, uint32_t ordinal, uint32_t static_bytes,
                              uint64_t *accesses, double *ns)
{
    const unsigned grid[3] = {l->grid.x, l->grid.y, l->grid.z};
    const unsigned block[3] = {l->block.x, l->block.y, l->block.z};
    const bool exists = grid[0] && grid[1] && grid[2] && block[0] && block[1] && block[2];
    const bool records =
        exists && is_recorded(ordinal) &&
        recording_begin(&recording, ordinal, grid, block, static_bytes, (uint32_t)l->bytes);
    struct stopwatch w = stopwatch_new();
    if (exists && is_recorded(ordinal) && !records)
        outbox_note(TRACE_LIMIT, TRACE_WARNING, ordinal,
                    "There was not enough memory to record this launch.");
    set_control(records ? &recording.control : &(struct probe_control){0});
    cudaError_t error = run_once(l, &w, false, ns);
    if (leave_running(l, ordinal, &w, error)) {
        left.records = records;
        return error;
    }
    if (records && (error == cudaSuccess || is_sticky(error) || error == cudaErrorNotReady))
        *accesses = recording_harvest(&recording, ordinal, error == cudaSuccess);
    if (error == cudaSuccess) {
        double times[1] = {*ns};
        write_time(ordinal, times, 1);
    }
    if (error != cudaErrorNotReady) stopwatch_end(&w);
    return error;
}

/* The kernel did not end: what is known is written, then the process ends as it was told to. */
static void end_here(uint32_t ordinal, uint64_t blocks)
{
    struct spool_diagnostic d = {.fault = TRACE_TIMEOUT,
                                 .severity = TRACE_ERROR,
                                 .launch = ordinal,
                                 .block = UINT32_MAX,
                                 .round = UINT32_MAX,
                                 .thread = UINT32_MAX,
                                 .space = TRACE_NO_SPACE,
                                 .count = 1};
    write_end(ordinal, cudaErrorLaunchTimeout, 0, blocks, 0);
    outbox_text(SPOOL_DIAGNOSTIC, &d, sizeof d, "The kernel did not end in time.");
    signal(SIGTERM, SIG_DFL);
    raise(SIGTERM);
    _exit(128 + SIGTERM);
}

static void finish_at_exit(void)
{
    launch_finish(true);
}

void launch_finish(bool wait)
{
    float ms = 0;
    uint64_t accesses = 0;
    if (!left.waits) return;
    if (!wait && cudaEventQuery(left.w.stop) == cudaErrorNotReady) {
        cudaGetLastError();
        return;
    }
    left.waits = false;
    const cudaError_t error = wait_for(left.w.stop, 0);
    if (left.records) accesses = recording_harvest(&recording, left.ordinal, error == cudaSuccess);
    if (error == cudaErrorNotReady) end_here(left.ordinal, left.blocks);
    if (error == cudaSuccess &&
        cudaEventElapsedTime(&ms, left.w.start, left.w.stop) == cudaSuccess) {
        double times[1] = {(double)ms * 1e6};
        write_time(left.ordinal, times, 1);
        if (left.timings.timings) write_timings(left.ordinal, &left.timings);
        set_control(&(struct probe_control){0});
    }
    stopwatch_end(&left.w);
    dead = dead || is_sticky(error);
    write_end(left.ordinal, error, accesses, left.blocks, (double)ms * 1e6);
}

cudaError_t launch_run(const struct launch *l)
{
    const char *name = "";
    struct cudaFuncAttributes attributes = {0};
    enum cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    uint32_t index = 0;
    uint64_t accesses = 0;
    double ns = 0;
    launch_finish(true);
    const uint32_t ordinal = next_ordinal++;
    cudaFuncGetName(&name, l->kernel);
    const struct table_kernel *kernel = find_kernel(name, &index);
    if (cudaFuncGetAttributes(&attributes, l->kernel) != cudaSuccess) cudaGetLastError();
    if (l->stream) cudaStreamIsCapturing(l->stream, &capture);
    device_describe();
    memory_symbols_resolve();
    write_launch(l, name, index, (uint32_t)attributes.sharedSizeBytes, ordinal);
    write_parameters(l, kernel, ordinal);
    cudaError_t error;
    if (capture != cudaStreamCaptureStatusNone || dead || inside_spool->capacity == 0) {
        error = l->call(l);
        if (capture != cudaStreamCaptureStatusNone)
            outbox_note(TRACE_LIMIT, TRACE_NOTE, ordinal,
                        "This launch became part of a CUDA graph and was not recorded.");
    } else if (inside_spool->mode == MODE_PROBED) {
        error = run_probed(l, ordinal, (uint32_t)attributes.sharedSizeBytes, &accesses, &ns);
    } else {
        error = run_timed(l, kernel, ordinal, &ns);
    }
    if (left.waits) return cudaSuccess;
    if (error == cudaErrorNotReady) end_here(ordinal, (uint64_t)l->grid.x * l->grid.y * l->grid.z);
    dead = dead || is_sticky(error);
    const bool ran = error == cudaSuccess || is_sticky(error); /* else it was refused */
    write_end(ordinal, error, accesses, ran ? (uint64_t)l->grid.x * l->grid.y * l->grid.z : 0, ns);
    launch_error(error, "launch", l->site);
    /* A fault of the kernel is told by a later call in real CUDA: here as well. */
    return is_sticky(error) ? cudaSuccess : error;
}
