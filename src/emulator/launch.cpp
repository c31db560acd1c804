/* launch.cpp - a kernel launch from beginning to end, on the host thread that asks for it. */
#include "count.h"
#include "crew.h"
#include "model.h"
#include "output.h"
#include "pending.h"
#include "readings.h"
#include "results.h"
#include "unset.h"

#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* Each is defined in an object that the linker takes only if the program needs it. */
extern "C" {
extern const char ss_uses_volatile __attribute__((weak));
extern const char ss_uses_atomics __attribute__((weak));
extern const char ss_uses_fences __attribute__((weak));
extern const char ss_uses_grid __attribute__((weak));
extern const char ss_uses_children __attribute__((weak));
}

namespace ss {

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
static uint32_t launches;
static uint64_t model_now; /* ns of the model at which the next launch may begin */

static std::atomic<int> running; /* launches, one inside the other */
static uint32_t tls_bytes;       /* the window that static shared memory lies in */

static int find_tls(struct dl_phdr_info *info, size_t, void *)
{
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS) tls_bytes = (uint32_t)info->dlpi_phdr[i].p_memsz;
    return 1; /* the executable comes first */
}

/* Before the program's own constructors: they may call the run-time already. */
__attribute__((constructor(101))) static void begin(void)
{
    spool_open();
    spool_host_alone(true);
    /* As on a terminal: what was printed before a crash is not lost. */
    setvbuf(stdout, NULL, _IOLBF, 0);
    arena_open();
    spool_device();
    signals_open();
    error_open();
    dl_iterate_phdr(find_tls, NULL);
}

uint32_t launch_last(void)
{
    return launches - 1;
}

bool launch_running(void)
{
    return running != 0;
}

static uint64_t now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static bool blocks_depend(void)
{
    return &ss_uses_volatile || &ss_uses_atomics || &ss_uses_fences || &ss_uses_grid ||
           &ss_uses_children;
}

static void announce(struct launch_state *launch)
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
    record.site = site_of((uint64_t)launch->site);
    record.recorded = launch->recorded;
    record.shared_bytes = tls_bytes;
    record.stream = ask->stream;
    record.parent = ask->parent;
    launch->record =
        (struct spool_launch *)spool_host(&record, SPOOL_LAUNCH, sizeof record, ask->name);
    launch->kernel_known = record.kernel != 0 || !launch->record;
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
    record.failed = launch->failed >> 32;
    spool_host(&record, SPOOL_LAUNCH_END, sizeof record, NULL);
}

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
    count_launch_begin(launch);
    spool_host_alone(!++running);
    crew_run(launch);
    spool_host_alone(!--running);
    unset_report(launch->ordinal);
    free((void *)launch->ends);
    const uint64_t failed = launch->failed >> 32;
    output_flush(failed ? failed : UINT64_MAX);
    model_now += launch->last_end;
}

} // namespace ss

using namespace ss;

/* From a block that holds the baton, hence inside the call of ss_launch that has the lock. */
void ss::launch_children(const struct launch_state *around)
{
    unset_report(around->ordinal);
    ss_launch_waiting();
}

int ss_launch(const struct ss_launch *ask)
{
    struct launch_state launch = {};
    uint64_t began = now_ns();
    int error = ss_error_sticky();
    bool inside = ss_hot.engine != NULL;

    if (error) return ss_error(error, 1, ask->name, __builtin_return_address(0));
    if (!inside) pthread_mutex_lock(&one_at_a_time);
    launch.ask = ask;
    launch.site = ask->site ? ask->site : __builtin_return_address(0);
    launch.ordinal = launches++;
    launch.recorded = launch.ordinal >= spool->first_launch && launch.ordinal <= spool->last_launch;
    announce(&launch);
    error = ss_launch_validate(ask, 0);
    if (!error && !inside) pending_launch(ask->stream, launch.ordinal, (uint64_t)launch.site);
    if (!error) run(&launch);
    if (!inside) pending_launch_end();
    if (launch.refused) {
        error = launch.error;
        launch.blocks_run = 0;
        launch.accesses = 0;
    }
    error_launch(launch.ordinal);
    conclude(&launch, error ? error : launch.error.load(), began);
    if (!inside) pthread_mutex_unlock(&one_at_a_time);
    /* What went wrong inside the kernel shows at the calls that follow, as on a device. */
    if (!error && launch.error) error_fault(launch.error, ask->name, launch.site);
    return error ? ss_error(error, 0, ask->name, launch.site) : 0;
}

extern "C" uint64_t ss_block_number(void);
uint64_t ss_block_number(void)
{
    return (uint64_t)ss_hot.engine->launch->ordinal << 32 | ss_hot.engine->block;
}

void ss_filled(const void *memory, size_t bytes)
{
    unset_written((uint64_t)memory, bytes);
    readings_host_wrote((uint64_t)memory, bytes);
}

void ss_overwritten(const void *memory, size_t bytes, const void *site)
{
    struct spool_transfer record = {};

    record.destination = (uint64_t)memory;
    record.bytes = bytes;
    record.site = site_of((uint64_t)site);
    record.after_launch = launches - 1;
    spool_host(&record, SPOOL_TRANSFER, sizeof record, NULL);
}

/* No memory of the device's at all. */
static bool is_hosts(const void *memory)
{
    uint64_t address = (uint64_t)memory;

    return address - (uint64_t)arena_base >= arena_bytes &&
           address - image_low >= image_high - image_low;
}

uint64_t ss_model_nanoseconds(void)
{
    return ss_hot.lane ? ss_clock() : model_now;
}

void ss_transfer(void *to, const void *from, size_t bytes, int kind, const void *site)
{
    struct spool_transfer record = {};

    memmove(to, from, bytes);
    readings_forget((uint64_t)to, bytes);
    if (kind == READING_FROM_DEVICE && launches) readings_watch(to, from, bytes, site);
    unset_copied((uint64_t)to, (uint64_t)from, bytes);
    if (kind == READING_FROM_DEVICE || (is_hosts(to) && !is_hosts(from)))
        results_copied(from, bytes, site);
    else if (arena_at((uint64_t)to) && arena_at((uint64_t)to)->kind != TRACE_DEVICE)
        results_moved(from, bytes, site);
    if (kind != READING_FROM_DEVICE) readings_host_wrote((uint64_t)to, bytes);
    record.destination = (uint64_t)to;
    record.source = (uint64_t)from;
    record.bytes = bytes;
    record.site = site_of((uint64_t)site);
    record.kind = (uint32_t)kind;
    record.after_launch = launches - 1;
    spool_host(&record, SPOOL_TRANSFER, sizeof record, NULL);
}
