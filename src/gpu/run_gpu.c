#include "gpu/run_gpu.h"

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "gpu/ptx.h"
#include "gpu/resolver.h"
#include "run/collect.h"
#include "run/spool_index.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum mode { MODE_PROBED, MODE_TIMED, MODE_PLAIN };

struct gpu_run {
    const struct run_settings *settings;
    const struct gpu_build *build;
    unsigned device;
    struct trace_builder *builder;
    struct run_spool spool; /* of the probed run; the others' times are added to it */
    uint32_t mismatched;    /* launches that another run did not have so */
};

static int run_mode(struct gpu_run *run, enum mode mode, struct run_spool *spool,
                    struct trace_builder *builder, struct run_outcome *outcome, struct error *err)
{
    struct run_settings settings = *run->settings;
    const char *executable = mode == MODE_PROBED  ? run->build->base.executable
                             : mode == MODE_TIMED ? run->build->timed
                                                  : run->build->plain;
    if (mode != MODE_PROBED) { /* its output was seen in the first run */
        settings.pass_output = false;
        settings.own_input = false;
    }
    if (run_spool_open(spool, &settings, err) != 0) return -1;
    struct spool_header *header = spool->map;
    header->mode = mode;
    header->device = run->device;
    if (run_executable(&settings, executable, spool, builder, outcome, err) == 0) return 0;
    run_spool_close(spool);
    return -1;
}

/* ---- Times of the other runs --------------------------------------------------------------- */

static const struct spool_launch *find_launch(const struct spool_index *index, uint32_t ordinal)
{
    for (size_t i = 0; i < index->host_count; i++) {
        const struct spool_launch *l = (const void *)index->host[i];
        if (l->record.type == SPOOL_LAUNCH && l->ordinal == ordinal) return l;
    }
    return NULL;
}

static bool is_comparable(const struct spool_launch *a, const struct spool_launch *b)
{
    return a && b && memcmp(a->grid, b->grid, sizeof a->grid) == 0 &&
           memcmp(a->block, b->block, sizeof a->block) == 0 &&
           program_same_name(spool_text(&a->record, sizeof *a), spool_text(&b->record, sizeof *b));
}

/* Appends a segment with these records to a spool whose program has ended. */
static void append_records(struct run_spool *spool, const struct spool_record *const *records,
                           size_t count)
{
    struct spool_header *header = spool->map;
    uint64_t bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes += (records[i]->bytes + 7u) & ~7u;
    const uint64_t size =
        (sizeof(struct spool_segment) + bytes + SPOOL_SEGMENT - 1) / SPOOL_SEGMENT * SPOOL_SEGMENT;
    if (count == 0 || header->used + size > spool->size) return;
    struct spool_segment *segment = (struct spool_segment *)((char *)spool->map + header->used);
    header->used += size;
    segment->size = size;
    segment->filled = bytes;
    char *to = (char *)(segment + 1);
    for (size_t i = 0; i < count; i++) {
        memcpy(to, records[i], records[i]->bytes);
        to += (records[i]->bytes + 7u) & ~7u;
    }
}

/* The times in `from` go into the probed run's spool where the launches are the same. */
static void merge_times(struct gpu_run *run, const struct run_spool *from)
{
    struct spool_index probed, other;
    const struct spool_record **records = NULL;
    const struct spool_launch *mine = NULL, *theirs = NULL;
    size_t count = 0, capacity = 0;
    uint32_t last = UINT32_MAX;
    bool same = false;
    spool_index_init(&probed, run->spool.map, run->spool.size);
    spool_index_init(&other, from->map, from->size);
    for (size_t i = 0; i < other.host_count; i++) {
        const struct spool_record *record = other.host[i];
        if (record->type != SPOOL_TIME && record->type != SPOOL_TIMING) continue;
        const uint32_t ordinal = record->type == SPOOL_TIME
                                     ? ((const struct spool_time *)record)->launch
                                     : ((const struct spool_timing *)record)->launch;
        if (ordinal != last) {
            last = ordinal;
            mine = find_launch(&probed, ordinal);
            theirs = find_launch(&other, ordinal);
            same = is_comparable(mine, theirs);
            run->mismatched += !same;
        }
        if (!same) continue;
        MEM_GROW(records, count, capacity);
        records[count++] = record;
    }
    append_records(&run->spool, records, count);
    free(records);
    spool_index_fini(&probed);
    spool_index_fini(&other);
}

static size_t count_lines(const char *text)
{
    size_t lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* What a program prints of its own times is true in the plain run only: its output is shown where
 * it is the same but for words in its lines. */
static void keep_output(struct gpu_run *run, const struct trace *plain)
{
    struct trace *t = builder_trace(run->builder);
    if (plain->exit_status == t->exit_status && !plain->timed_out &&
        count_lines(plain->output) == count_lines(t->output))
        t->output = builder_text(run->builder, plain->output);
}

/* A run for times only. That it fails is not the trace's fault: it then lacks these times. */
static void run_for_times(struct gpu_run *run, enum mode mode)
{
    struct trace_builder *scratch = builder_create();
    struct run_spool spool;
    struct run_outcome outcome;
    struct error err;
    if (run_mode(run, mode, &spool, scratch, &outcome, &err) == 0) {
        merge_times(run, &spool);
        if (mode == MODE_PLAIN) keep_output(run, builder_trace(scratch));
        run_spool_close(&spool);
    }
    builder_destroy(scratch);
}

/* ---- The trace ----------------------------------------------------------------------------- */

static const char *join(struct trace_builder *builder, const char *const *words)
{
    struct str text;
    str_init(&text);
    for (size_t i = 0; words && words[i]; i++)
        str_addf(&text, "%s%s", i ? " " : "", words[i]);
    const char *joined = builder_name(builder, text.text);
    str_fini(&text);
    return joined;
}

static void fill_header(struct gpu_run *run)
{
    const struct run_settings *s = run->settings;
    struct trace *t = builder_trace(run->builder);
    char date[16] = "";
    const time_t now = time(NULL);
    struct tm local;
    if (localtime_r(&now, &local)) strftime(date, sizeof date, "%Y-%m-%d", &local);
    t->program = builder_name(run->builder, run->build->base.sources[0].name);
    t->arguments = join(run->builder, s->arguments);
    t->defines = builder_name(run->builder, s->defines ? s->defines : "");
    t->compiler = builder_name(run->builder, run->build->base.compiler);
    t->as = builder_name(run->builder, s->as ? s->as : "written");
    t->recorded = builder_name(run->builder, date);
    t->schedule = "";
    t->backend = TRACE_GPU;
    t->model_time = false;
}

static void note(struct gpu_run *run, struct trace_diagnostic *d, const char *message)
{
    d->fault = TRACE_LIMIT;
    d->severity = TRACE_NOTE;
    d->launch = d->block = d->round = d->thread = d->site = TRACE_NONE;
    d->array = "";
    d->count = d->count ? d->count : 1;
    d->message = message;
    builder_diagnostic(run->builder, d);
}

/* Instructions that no probe could be put at, by name and line. */
static void note_skipped(struct gpu_run *run)
{
    struct arena arena;
    struct gpu_sites sites;
    struct error err;
    arena_init(&arena);
    if (gpu_sites_read(&arena, run->build->sites, &sites, &err) == 0) {
        for (uint32_t i = 0; i < sites.skipped_count; i++) {
            const struct gpu_skipped *s = &sites.skipped[i];
            struct trace_diagnostic d = {.source = 0, .line = s->frame.line, .count = s->count};
            char message[512];
            if (strcmp(s->frame.file, run->build->base.sources[0].path) != 0) {
                d.source = TRACE_NONE;
                d.line = 0;
            }
            snprintf(message, sizeof message,
                     N_("What %.100s in line %u does is not recorded: the GPU back end cannot "
                        "instrument it."),
                     s->opcode, s->frame.line);
            note(run, &d, message);
        }
    }
    arena_fini(&arena);
}

static int finish(struct gpu_run *run, const struct run_outcome *outcome, struct trace **trace,
                  struct error *err)
{
    struct site_resolver *resolver = NULL;
    if (gpu_resolver(run->builder, run->build, &resolver, err) != 0) return -1;
    const struct collect_request request = {.spool = run->spool.map,
                                            .size = run->spool.size,
                                            .builder = run->builder,
                                            .resolver = resolver};
    collect(&request);
    note_skipped(run);
    if (run->mismatched) {
        struct trace_diagnostic d = {.source = TRACE_NONE, .count = run->mismatched};
        note(run, &d,
             N_("A run for times launched other kernels than the recorded one: those times are "
                "not comparable and left out."));
    }
    run_explain(run->builder, run->settings, outcome);
    resolver->destroy(resolver);
    return builder_finish(run->builder, trace, err);
}

int run_gpu(const struct run_settings *settings, const struct gpu_build *build, unsigned device,
            struct trace **trace, struct error *err)
{
    struct gpu_run run = {
        .settings = settings, .build = build, .device = device, .builder = builder_create()};
    struct run_outcome outcome;
    *trace = NULL;
    fill_header(&run);
    int status = run_mode(&run, MODE_PROBED, &run.spool, run.builder, &outcome, err);
    if (status != 0) {
        builder_destroy(run.builder);
        return -1;
    }
    if (!outcome.stopped && !outcome.timed_out && !outcome.signal) {
        run_for_times(&run, MODE_TIMED);
        run_for_times(&run, MODE_PLAIN);
    }
    status = finish(&run, &outcome, trace, err);
    run_spool_close(&run.spool);
    if (status != 0) builder_destroy(run.builder);
    return status;
}
