#include "run/run.h"

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "run/child.h"
#include "run/collect.h"
#include "run/dwarf.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* Sparse: only what is written takes memory. A request takes 40 to 550 bytes. */
#define SPOOL_CAPACITY (UINT64_C(4) << 30)

/* ---- The spool --------------------------------------------------------------------------- */

int run_spool_open(struct run_spool *spool, const struct run_settings *s, struct error *err)
{
    spool->size = SPOOL_CAPACITY;
    spool->map = MAP_FAILED;
    spool->fd = memfd_create("syncstep-spool", MFD_CLOEXEC);
    if (spool->fd >= 0 && !ftruncate(spool->fd, (off_t)spool->size))
        spool->map = mmap(NULL, spool->size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE,
                          spool->fd, 0);
    if (spool->map == MAP_FAILED) {
        error_set(err, _("no memory to record into: %s"), strerror(errno));
        if (spool->fd >= 0) close(spool->fd);
        return -1;
    }
    struct spool_header *h = spool->map;
    *h = (struct spool_header){.magic = SPOOL_MAGIC,
                               .version = SPOOL_VERSION,
                               .header_bytes = sizeof *h,
                               .capacity = spool->size,
                               .used = SPOOL_FIRST,
                               .max_accesses = s->limits.max_accesses,
                               .first_launch = s->limits.first_launch,
                               .last_launch = s->limits.last_launch,
                               .first_block = s->limits.first_block,
                               .last_block = s->limits.last_block,
                               .value_blocks = s->limits.value_blocks,
                               .value_times = s->limits.value_times,
                               .schedule = s->schedule,
                               .fill = s->fill,
                               .only = s->only,
                               .only_fill = s->only_fill,
                               .local_first = s->local_first,
                               .local_last = s->local_last,
                               .local_fill = s->local_fill,
                               .local_plain = s->local_plain,
                               .seed = s->seed,
                               .workers = s->workers,
                               .results = s->results};
    return 0;
}

void run_spool_close(struct run_spool *spool)
{
    munmap(spool->map, spool->size);
    close(spool->fd);
}

/* ---- Running ----------------------------------------------------------------------------- */

struct asker {
    const struct run_settings *settings;
    const struct spool_header *header;
    struct timespec start;
};

/* Where nothing runs on the device, the host that computes gets on, too: by a second of the
 * processor, or by a tenth of a short limit, which a busy machine may not grant as a whole. */
static uint64_t progress(void *context, double processor)
{
    const struct asker *a = context;
    const uint64_t beats = __atomic_load_n(&a->header->heartbeat, __ATOMIC_RELAXED);
    const bool alone = __atomic_load_n(&a->header->host_alone, __ATOMIC_RELAXED);
    const double step = fmin(1, a->settings->timeout / 10);
    return beats + (alone && step > 0 ? (uint64_t)(processor / step) : 0);
}

static bool ask(void *context)
{
    struct asker *a = context;
    struct timespec now;
    if (!a->settings->progress) return false;
    clock_gettime(CLOCK_MONOTONIC, &now);
    struct run_progress so_far = {
        .seconds =
            (double)(now.tv_sec - a->start.tv_sec) + (double)(now.tv_nsec - a->start.tv_nsec) / 1e9,
        .accesses = __atomic_load_n(&a->header->accesses, __ATOMIC_RELAXED),
        .heartbeat = __atomic_load_n(&a->header->heartbeat, __ATOMIC_RELAXED)};
    return a->settings->progress(a->settings->context, &so_far);
}

static const char **make_argv(const struct run_settings *s, const char *executable)
{
    size_t count = 0;
    while (s->arguments && s->arguments[count])
        count++;
    const char **argv = mem_array(count + 2, sizeof *argv);
    argv[0] = executable;
    for (size_t i = 0; i < count; i++)
        argv[i + 1] = s->arguments[i];
    return argv;
}

int run_executable(const struct run_settings *s, const char *executable, struct run_spool *spool,
                   struct trace_builder *builder, struct run_outcome *outcome, struct error *err)
{
    struct asker asker = {.settings = s, .header = spool->map};
    clock_gettime(CLOCK_MONOTONIC, &asker.start);
    const char **argv = make_argv(s, executable);
    struct child child = {.executable = executable,
                          .argv = argv,
                          .spool = spool->fd,
                          .own_input = s->own_input,
                          .pass_output = s->pass_output,
                          .seconds = s->timeout,
                          .most = s->timeout * RUN_PATIENCE,
                          .progress = progress,
                          .cancelled = ask,
                          .context = &asker};
    int status = child_run(&child, err);
    if (!status) {
        struct trace *t = builder_trace(builder);
        t->exit_status = child.status;
        t->timed_out = child.timed_out;
        t->output = builder_text_n(builder, child.output.text, child.output.length);
        t->errors = builder_text_n(builder, child.errors.text, child.errors.length);
        *outcome = (struct run_outcome){child.status, child.signal, child.timed_out, child.in_all,
                                        child.stopped};
    }
    str_fini(&child.output);
    str_fini(&child.errors);
    free(argv);
    return status;
}

static void explain(struct trace_builder *builder, enum trace_fault fault, const char *message)
{
    struct trace_diagnostic d = builder_blank_diagnostic(fault, TRACE_ERROR);
    d.message = message;
    builder_diagnostic(builder, &d);
}

void run_explain(struct trace_builder *builder, const struct run_settings *s,
                 const struct run_outcome *outcome)
{
    char message[160];
    if (outcome->timed_out && !builder_reported(builder, TRACE_TIMEOUT)) {
        if (outcome->in_all)
            snprintf(message, sizeof message,
                     N_("The program got on, but had not ended after %.0f seconds and was stopped; "
                        "--timeout %.0f lets it go on for twice as long."),
                     s->timeout * RUN_PATIENCE, s->timeout * 2);
        else
            snprintf(message, sizeof message,
                     N_("The program got nowhere for %.0f seconds and was stopped (--timeout)."),
                     s->timeout);
        explain(builder, TRACE_TIMEOUT, message);
    } else if (outcome->stopped) {
        return;
    } else if (outcome->signal && !outcome->timed_out && !builder_reported(builder, TRACE_CRASH) &&
               !builder_reported(builder, TRACE_ASSERTION) &&
               !builder_reported(builder, TRACE_STACK_OVERFLOW)) {
        snprintf(message, sizeof message, N_("The program was ended by signal %d: %s."),
                 outcome->signal, strsignal(outcome->signal));
        explain(builder, TRACE_CRASH, message);
    }
}

/* ---- The emulator ------------------------------------------------------------------------ */

static const char *join_arguments(struct trace_builder *builder, const char *const *arguments)
{
    struct str text;
    str_init(&text);
    for (size_t i = 0; arguments && arguments[i]; i++)
        str_addf(&text, "%s%s", i ? " " : "", arguments[i]);
    const char *joined = builder_name(builder, text.text);
    str_fini(&text);
    return joined;
}

static void fill_header(struct trace_builder *builder, const struct run_settings *s)
{
    static const char *const orders[] = {"forward", "reverse", "random"};
    struct trace *t = builder_trace(builder);
    t->program = builder_name(builder, s->build->sources[0].name);
    t->arguments = join_arguments(builder, s->arguments);
    t->defines = builder_name(builder, s->defines);
    t->compiler = builder_name(builder, s->build->compiler);
    t->as = builder_name(builder, s->as ? s->as : "written");
    t->backend = TRACE_EMULATOR;
    t->model_time = true;
    t->schedule = orders[s->schedule];
    if (s->schedule == SPOOL_RANDOM)
        t->schedule =
            arena_printf(builder_arena(builder), "random:%llu", (unsigned long long)s->seed);
}

static int resolve(struct trace_builder *builder, const struct build_result *build,
                   struct site_resolver **resolver, struct error *err)
{
    struct dwarf_file *own = mem_array(build->source_count, sizeof *own);
    for (size_t i = 0; i < build->source_count; i++)
        own[i] = (struct dwarf_file){build->sources[i].path, build->sources[i].name};
    struct dwarf_request request = {.executable = build->executable,
                                    .symbols = build->symbols,
                                    .own = own,
                                    .own_count = build->source_count};
    int status = dwarf_resolver(builder, &request, resolver, err);
    free(own);
    return status;
}

int run_program(const struct run_settings *settings, struct trace **trace, struct error *err)
{
    struct run_spool spool;
    struct run_outcome outcome;
    struct site_resolver *resolver = NULL;
    *trace = NULL;
    if (run_spool_open(&spool, settings, err)) return -1;
    struct trace_builder *builder = builder_create();
    fill_header(builder, settings);
    int status =
        run_executable(settings, settings->build->executable, &spool, builder, &outcome, err);
    if (!status) status = resolve(builder, settings->build, &resolver, err);
    if (!status) {
        struct collect_request request = {
            .spool = spool.map, .size = spool.size, .builder = builder, .resolver = resolver};
        collect(&request);
        run_explain(builder, settings, &outcome);
        resolver->destroy(resolver);
        status = builder_finish(builder, trace, err);
    }
    if (status) builder_destroy(builder);
    run_spool_close(&spool);
    return status;
}
