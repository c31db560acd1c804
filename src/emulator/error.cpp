/* error.cpp - errors as real CUDA keeps them: the last one, and sticky ones. */
#include "core.h"
#include "pending.h"

#include <atomic>
#include <pthread.h>

using namespace ss;

static std::atomic<int> last, stuck;
static std::atomic<uint32_t> last_launch{UINT32_MAX};
static std::atomic<bool> met; /* this process has used the device */
static bool lost;             /* it was the parent that did */

static void record(int error, uint32_t seen, const char *call, const void *site)
{
    struct spool_error entry = {};

    entry.error = error;
    entry.seen = seen;
    entry.launch = last_launch;
    entry.sticky = stuck != 0;
    entry.site = site_of((uint64_t)site);
    spool_host(&entry, SPOOL_ERROR, sizeof entry, call);
}

namespace ss {

void error_launch(uint32_t ordinal)
{
    last_launch = ordinal;
}

/* A kernel's fault shows at the next call that meets the device, not at cudaGetLastError. */
void error_fault(int error, const char *kernel, const void *site)
{
    if (!stuck) stuck = error;
    record(error, 0, kernel, site);
}

} // namespace ss

int ss_error(int error, int sticky, const char *call, const void *site)
{
    if (!error) return 0;
    if (sticky && !stuck) stuck = error;
    /* The host has asked, and been told that the device has stopped. */
    if (sticky && !ss_hot.engine) pending_wait_all();
    last = error;
    record(error, 0, call, site);
    return error;
}

int ss_error_get(int clear)
{
    int error = last.load();

    if (error)
        record(error, 1, clear ? "cudaGetLastError" : "cudaPeekAtLastError",
               __builtin_return_address(0));
    if (clear) last = 0;
    return error;
}

int ss_error_sticky(void)
{
    if (lost) return 3; /* cudaErrorInitializationError */
    met = true;
    return stuck;
}

/* A device that was in use does not go along into the child of a fork, nor do the threads that run
 * blocks. What a child does on a device of its own is recorded by nobody. */
static void in_child(void)
{
    if (met) lost = true;
    spool_leave();
}

void ss::error_open(void)
{
    pthread_atfork(NULL, NULL, in_child);
}

void ss_device_reset(void)
{
    arena_reset();
    last = stuck = 0;
}
