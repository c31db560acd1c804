#include "run/collect_impl.h"

#include "base/i18n.h"
#include "base/mem.h"
#include "trace/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_GAP = 1024 }; /* rounds without any record, between two that have some */

/* ---- Device and launches in program order ------------------------------------------------ */

static const char *next_text(const char *text, const char *end)
{
    const char *zero = memchr(text, 0, (size_t)(end - text));
    return zero && zero + 1 < end ? zero + 1 : "";
}

static void read_device(struct collect *c, const struct spool_device *d)
{
    struct trace_device *to = &builder_trace(c->builder)->device;
    const char *end = (const char *)d + d->record.bytes;
    const char *name = spool_text(&d->record, sizeof *d);
    const char *driver = *name ? next_text(name, end) : "";
    const char *runtime = *driver ? next_text(driver, end) : "";
    if (*driver && !memchr(driver, 0, (size_t)(end - driver))) driver = runtime = "";
    if (*runtime && !memchr(runtime, 0, (size_t)(end - runtime))) runtime = "";
    *to =
        (struct trace_device){.name = builder_name(c->builder, name),
                              .driver = builder_name(c->builder, driver),
                              .runtime = builder_name(c->builder, runtime),
                              .multiprocessors = d->multiprocessors,
                              .major = d->major,
                              .minor = d->minor,
                              .warp_size = d->warp_size,
                              .max_threads_per_block = d->max_threads_per_block,
                              .max_threads_per_multiprocessor = d->max_threads_per_multiprocessor,
                              .max_blocks_per_multiprocessor = d->max_blocks_per_multiprocessor,
                              .global_bytes = d->global_bytes,
                              .shared_bytes_per_block = d->shared_bytes_per_block,
                              .shared_bytes_per_multiprocessor = d->shared_bytes_per_multiprocessor,
                              .constant_bytes = d->constant_bytes,
                              .l2_bytes = d->l2_bytes,
                              .registers_per_block = d->registers_per_block,
                              .memory_pitch = d->memory_pitch,
                              .texture_alignment = d->texture_alignment,
                              .clock_khz = d->clock_khz,
                              .memory_clock_khz = d->memory_clock_khz,
                              .memory_bus_bits = d->memory_bus_bits};
    memcpy(to->max_threads_dim, d->max_threads_dim, sizeof to->max_threads_dim);
    memcpy(to->max_grid, d->max_grid, sizeof to->max_grid);
}

/* Launches are in the order of their ordinals. */
struct launch_info *collect_launch_of(struct collect *c, uint32_t ordinal)
{
    size_t low = 0, high = c->launch_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c->launches[middle].record->ordinal < ordinal)
            low = middle + 1;
        else
            high = middle;
    }
    return low < c->launch_count && c->launches[low].record->ordinal == ordinal ? &c->launches[low]
                                                                                : NULL;
}

void collect_place(struct collect *c, uint64_t site, struct trace_diagnostic *d)
{
    d->site = c->resolver->site(c->resolver, site);
    const struct trace_site *place = builder_site_at(c->builder, d->site);
    d->line = place->line;
    if (place->line) d->source = place->source;
}

bool collect_left_out(const struct launch_info *launch, uint32_t block)
{
    return launch && launch->end && launch->end->failed && block != UINT32_MAX &&
           block >= launch->end->failed;
}

static bool follows(const struct collect *c, const struct spool_launch *launch)
{
    return !c->launch_count || c->launches[c->launch_count - 1].record->ordinal < launch->ordinal;
}

static void read_host_records(struct collect *c)
{
    for (size_t i = 0; i < c->index.host_count; i++) {
        const struct spool_record *record = c->index.host[i];
        const struct spool_launch *launch = (const void *)record;
        const struct spool_launch_end *end = (const void *)record;
        if (record->type == SPOOL_DEVICE) {
            read_device(c, (const void *)record);
        } else if (record->type == SPOOL_LAUNCH && follows(c, launch)) {
            MEM_GROW(c->launches, c->launch_count, c->launch_capacity);
            c->launches[c->launch_count++] = (struct launch_info){
                .record = launch, .begin = i, .finish = SIZE_MAX, .index = TRACE_NONE};
        } else if (record->type == SPOOL_LAUNCH_END) {
            struct launch_info *info = collect_launch_of(c, end->ordinal);
            if (!info || info->end) continue;
            info->end = end;
            info->finish = i;
        }
    }
}

/* ---- Blocks of a launch ------------------------------------------------------------------- */

struct block_info {
    uint32_t index, rounds;
    bool finished;
    size_t requests, requests_end, snapshots, snapshots_end; /* entries */
};

struct blocks {
    struct block_info *at;
    uint32_t count;
    size_t capacity;
};

static struct block_info *block_of(struct blocks *blocks, uint32_t index)
{
    if (!blocks->count || blocks->at[blocks->count - 1].index != index) {
        MEM_GROW(blocks->at, blocks->count, blocks->capacity);
        blocks->at[blocks->count++] = (struct block_info){.index = index};
    }
    return &blocks->at[blocks->count - 1];
}

/* Rounds up to the highest with a record; a number that leaps is an error of the writer. */
static void see_round(struct block_info *block, uint32_t round)
{
    if (round >= block->rounds && round - block->rounds < MAX_GAP) block->rounds = round + 1;
}

/* Merges three sorted lists: blocks begun and ended, requests, snapshots. */
static void find_blocks(struct collect *c, uint32_t ordinal, uint64_t grid, struct blocks *blocks)
{
    const struct spool_index *x = &c->index;
    size_t b, r, s;
    size_t bs = spool_entries_of(x->blocks, x->block_count, ordinal, &b);
    size_t rs = spool_entries_of(x->requests, x->request_count, ordinal, &r);
    size_t ss = spool_entries_of(x->snapshots, x->snapshot_count, ordinal, &s);
    const struct spool_launch_end *end = c->launch->end;
    if (end && end->error && !end->blocks_run) return; /* refused: nothing of it has run */
    while (b < bs || r < rs || s < ss) {
        uint32_t next = UINT32_MAX;
        if (b < bs && x->blocks[b].block < next) next = x->blocks[b].block;
        if (r < rs && x->requests[r].block < next) next = x->requests[r].block;
        if (s < ss && x->snapshots[s].block < next) next = x->snapshots[s].block;
        if (next >= grid || collect_left_out(c->launch, next)) break;
        struct block_info *block = block_of(blocks, next);
        block->requests = r;
        block->snapshots = s;
        for (; r < rs && x->requests[r].block == next; r++)
            see_round(block, x->requests[r].round);
        for (; s < ss && x->snapshots[s].block == next; s++)
            see_round(block, x->snapshots[s].round);
        block->requests_end = r;
        block->snapshots_end = s;
        for (; b < bs && x->blocks[b].block == next; b++) {
            const struct spool_block *record = (const void *)x->blocks[b].record;
            if (record->record.type != SPOOL_BLOCK_END) continue;
            block->finished = true;
            if (record->rounds) see_round(block, record->rounds - 1);
        }
        if (!block->rounds) block->rounds = 1;
    }
}

static void collect_block(struct collect *c, const struct block_info *block, uint32_t position)
{
    size_t r = block->requests, s = block->snapshots;
    builder_block(c->builder, block->index, block->finished);
    shared_block(c);
    for (uint32_t round = 0; round < block->rounds; round++) {
        size_t first = r;
        builder_round(c->builder);
        while (r < block->requests_end && c->index.requests[r].round <= round)
            r++;
        if (r > first) requests_round(c, c->index.requests + first, r - first);
        for (; s < block->snapshots_end && c->index.snapshots[s].round <= round; s++)
            shared_snapshot(c, (const void *)c->index.snapshots[s].record);
        shared_round_end(c, position, round);
    }
}

/* ---- A launch ---------------------------------------------------------------------------- */

static bool valid_shape(const struct spool_launch *l)
{
    uint64_t threads = (uint64_t)l->block[0] * l->block[1];
    if (!l->block[0] || !l->block[1] || !l->block[2] || threads > TRACE_MAX_BLOCK_THREADS)
        return false;
    return threads * l->block[2] <= TRACE_MAX_BLOCK_THREADS && l->grid[0] && l->grid[1] &&
           l->grid[2] && l->grid[0] <= INT32_MAX && l->grid[1] <= UINT16_MAX &&
           l->grid[2] <= UINT16_MAX;
}

static int by_block(const void *a, const void *b)
{
    const struct trace_timing *one = a, *two = b;
    return one->block < two->block ? -1 : one->block > two->block;
}

static void collect_times(struct collect *c, struct trace_launch *launch)
{
    struct trace_timing *timings = NULL;
    size_t count = 0, capacity = 0;
    for (size_t i = 0; i < c->index.host_count; i++) {
        const struct spool_timing *t = (const void *)c->index.host[i];
        const struct spool_time *time = (const void *)c->index.host[i];
        const struct spool_touched *touched = (const void *)c->index.host[i];
        if (t->record.type == SPOOL_TIMING && t->launch == launch->ordinal && t->end >= t->start &&
            !collect_left_out(c->launch, t->block)) {
            MEM_GROW(timings, count, capacity);
            timings[count++] = (struct trace_timing){t->block, t->sm, t->start, t->end, t->clocks};
        } else if (touched->record.type == SPOOL_TOUCHED && touched->launch == launch->ordinal) {
            launch->touched_read = touched->read;
            launch->touched_written = touched->written;
        } else if (t->record.type == SPOOL_TIME && time->launch == launch->ordinal) {
            struct trace_time *to = time->mode == 2   ? &launch->plain
                                    : time->mode == 1 ? &launch->timed
                                                      : &launch->probed;
            *to = (struct trace_time){time->median, time->low, time->high, time->count};
        }
    }
    if (count) qsort(timings, count, sizeof *timings, by_block);
    for (size_t i = 0; i < count; i++)
        if (!i || timings[i].block != timings[i - 1].block) builder_timing(c->builder, &timings[i]);
    free(timings);
}

/* Accesses that were counted by the program but not kept, by line. */
static bool collect_dropped(struct collect *c, uint32_t ordinal)
{
    struct trace_dropped *list = NULL;
    size_t count = 0, capacity = 0;
    if (c->launch->end && c->launch->end->failed) return false;
    for (size_t i = 0; i < c->index.host_count; i++) {
        const struct spool_dropped *d = (const void *)c->index.host[i];
        if (d->record.type != SPOOL_DROPPED || d->launch != ordinal || !d->accesses) continue;
        uint32_t site = c->resolver->site(c->resolver, d->site);
        size_t k = 0;
        while (k < count && list[k].site != site)
            k++;
        if (k == count) {
            MEM_GROW(list, count, capacity);
            list[count++] = (struct trace_dropped){.site = site};
        }
        list[k].accesses += d->accesses;
    }
    for (size_t i = 0; i < count; i++)
        builder_dropped(c->builder, list[i].site, list[i].accesses);
    free(list);
    return count > 0;
}

static uint32_t most_rounds(const struct blocks *blocks, uint32_t count)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++)
        if (blocks->at[i].rounds > most) most = blocks->at[i].rounds;
    return most;
}

static void collect_blocks(struct collect *c, struct trace_launch *launch, bool valid)
{
    struct blocks blocks = {0};
    uint32_t unfinished = 0;
    size_t first, last;
    uint64_t grid = valid ? trace_grid_blocks(launch) : 0;
    find_blocks(c, launch->ordinal, grid, &blocks);
    last = spool_entries_of(c->index.requests, c->index.request_count, launch->ordinal, &first);
    shared_begin(c, first, last);
    const uint32_t rounds = most_rounds(&blocks, blocks.count);
    uint32_t kept = blocks.count;
    shared_space(c, &kept, rounds);
    shared_rounds(c, most_rounds(&blocks, kept)); /* a block that is left out may have had more */
    c->launch->blocks_kept = kept;
    c->launch->blocks_known = blocks.count;
    for (uint32_t i = 0; i < kept; i++) {
        collect_block(c, &blocks.at[i], i);
        unfinished += !blocks.at[i].finished;
    }
    shared_end(c, kept);
    launch->complete = valid && kept == grid && !unfinished && c->launch->end;
    free(blocks.at);
}

bool collect_rounds_over(const struct collect *c, uint32_t ordinal)
{
    return c->ask->size >= SPOOL_FIRST &&
           ((const struct spool_header *)c->ask->spool)->rounds_over == ordinal + UINT64_C(1);
}

static void collect_launch(struct collect *c, struct launch_info *info)
{
    const struct spool_launch *r = info->record;
    struct trace_launch launch = {.kernel = spool_text(&r->record, sizeof *r),
                                  .ordinal = r->ordinal,
                                  .parent = (uint32_t)r->parent,
                                  .dynamic_bytes = r->dynamic_bytes,
                                  .source = TRACE_NONE,
                                  .error = info->end ? cuda_error_name(info->end->error) : ""};
    memcpy(launch.grid, r->grid, sizeof launch.grid);
    memcpy(launch.block, r->block, sizeof launch.block);
    if (r->site) {
        uint32_t site = c->resolver->site(c->resolver, r->site);
        const struct trace_site *place = builder_site_at(c->builder, site);
        launch.line = place->line;
        if (place->line) launch.source = place->source;
    }
    c->launch = info;
    c->accesses = c->hidden = 0;
    info->kernel = c->resolver->kernel(c->resolver, r->kernel, launch.kernel);
    if (info->kernel && (c->resolver->told || !*launch.kernel)) launch.kernel = info->kernel->name;
    if (info->kernel && c->resolver->written && launch.source != TRACE_NONE) {
        const char *written =
            c->resolver->written(c->resolver, launch.source, launch.line, launch.kernel);
        if (written) launch.kernel = written;
    }
    struct trace_launch *out = builder_launch_begin(c->builder, &launch);
    memory_begin(c, info);
    collect_blocks(c, out, valid_shape(r));
    collect_times(c, out);
    out->accesses = c->accesses;
    /* Of a launch that failed the program has counted blocks that are left out, too. */
    const bool counted = info->end && !info->end->failed;
    if (counted && info->end->accesses > out->accesses + c->hidden)
        out->accesses = info->end->accesses - c->hidden;
    if (collect_dropped(c, r->ordinal) || out->accesses != c->accesses) out->complete = false;
    if ((info->end && info->end->error) || collect_rounds_over(c, r->ordinal))
        out->complete = false;
    info->kept = c->accesses;
    info->all = out->accesses;
    info->complete = out->complete;
    readings_collect(c);
    host_collect(c);
    builder_launch_end(c->builder);
}

void collect(const struct collect_request *request)
{
    struct collect c = {.ask = request,
                        .builder = request->builder,
                        .resolver = request->resolver,
                        .snapshot_bytes =
                            request->snapshot_bytes ? request->snapshot_bytes : COLLECT_SNAPSHOTS};
    uint32_t recorded = 0;
    if (request->size >= SPOOL_FIRST) {
        c.image_base = ((const struct spool_header *)request->spool)->image_base;
        c.fill = (uint8_t)((const struct spool_header *)request->spool)->fill;
    }
    spool_index_init(&c.index, request->spool, request->size);
    read_host_records(&c);
    memory_read(&c);
    for (size_t i = 0; i < c.launch_count; i++) {
        if (!c.launches[i].record->recorded) continue;
        c.launches[i].index = recorded++;
        collect_launch(&c, &c.launches[i]);
    }
    builder_trace(c.builder)->launches_seen = (uint32_t)c.launch_count;
    results_collect(&c);
    diagnostics_read(&c);
    limits_read(&c);
    memory_fini(&c.memory);
    free(c.launches);
    free(c.outside);
    free(c.rows);
    spool_index_fini(&c.index);
}
