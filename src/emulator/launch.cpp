/* launch.cpp - a kernel launch from beginning to end, on the host thread that asks for it. */
#include "crew.h"
#include "model.h"
#include "output.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

/* Each is defined in an object that the linker takes only if the program needs it. */
extern "C" {
extern const char ss_uses_volatile __attribute__((weak));
extern const char ss_uses_atomics __attribute__((weak));
extern const char ss_uses_fences __attribute__((weak));
extern const char ss_uses_grid __attribute__((weak));
}

namespace ss {

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
static uint32_t launches;
static uint64_t model_now; /* ns of the model at which the next launch may begin */

static uint64_t now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static bool blocks_depend(void)
{
    return &ss_uses_volatile || &ss_uses_atomics || &ss_uses_fences || &ss_uses_grid;
}

static void announce(const struct launch_state *launch, size_t shared_bytes)
{
    const struct ss_launch *ask = launch->ask;
    struct spool_launch record = {};

    record.ordinal = launch->ordinal;
    for (int i = 0; i < 3; i++) {
        record.grid[i] = ask->grid[i];
        record.block[i] = ask->block[i];
    }
    record.dynamic_bytes = (uint32_t)ask->dynamic_bytes;
    record.kernel = site_of((uint64_t)ask->kernel);
    record.site = site_of((uint64_t)ask->site);
    record.recorded = launch->recorded;
    record.shared_bytes = (uint32_t)shared_bytes;
    record.stream = ask->stream;
    spool_host(&record, SPOOL_LAUNCH, sizeof record, ask->name);
    for (unsigned i = 0; launch->recorded && i < ask->pointer_count; i++) {
        struct spool_parameter parameter = {};

        if (!ask->pointers[i]) continue;
        parameter.launch = launch->ordinal;
        parameter.position = i;
        parameter.value = ask->pointers[i];
        spool_host(&parameter, SPOOL_PARAMETER, sizeof parameter, NULL);
    }
}

static void conclude(struct launch_state *launch, int error, uint64_t began)
{
    struct spool_launch_end record = {};

    record.ordinal = launch->ordinal;
    record.error = error;
    record.accesses = launch->accesses;
    record.blocks_run = launch->blocks_run;
    record.nanoseconds = now_ns() - began;
    spool_host(&record, SPOOL_LAUNCH_END, sizeof record, NULL);
}

static size_t tls_bytes(void);

static void run(struct launch_state *launch)
{
    const struct ss_launch *ask = launch->ask;

    launch->threads = ask->block[0] * ask->block[1] * ask->block[2];
    launch->warps = (launch->threads + LANES - 1) / LANES;
    launch->blocks = ask->grid[0] * ask->grid[1] * ask->grid[2];
    launch->residency = model_residency(launch->threads, ask->dynamic_bytes);
    launch->held = launch->residency * MULTIPROCESSORS;
    launch->in_order = blocks_depend() || ask->cooperative;
    launch->ends = (struct block_end *)calloc(launch->held, sizeof *launch->ends);
    if (!launch->ends) abort();
    crew_run(launch);
    free((void *)launch->ends);
    output_flush();
    model_now += launch->last_end;
}

} // namespace ss

using namespace ss;

int ss_launch(const struct ss_launch *ask)
{
    struct launch_state launch = {};
    uint64_t began = now_ns();
    int error = ss_error_sticky();

    if (error) return error;
    pthread_mutex_lock(&one_at_a_time);
    launch.ask = ask;
    launch.ordinal = launches++;
    launch.recorded =
        launch.ordinal >= spool->first_launch && launch.ordinal <= spool->last_launch;
    announce(&launch, 0);
    error = ss_launch_validate(ask, 0);
    if (!error) run(&launch);
    conclude(&launch, error ? error : launch.error.load(), began);
    pthread_mutex_unlock(&one_at_a_time);
    /* What went wrong inside the kernel shows at the calls that follow, as on a device. */
    if (!error && launch.error) ss_error(launch.error, 1, ask->name, ask->site);
    return error ? ss_error(error, 0, ask->name, ask->site) : 0;
}
