#include "analysis/finish.h"

#include "analysis/round.h"
#include "analysis/value.h"
#include "analysis/words.h"
#include "base/i18n.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cache {
    struct finish *rows;
    bool *done;
    struct arena arena;
};

static void release(void *pointer)
{
    struct cache *cache = pointer;
    arena_fini(&cache->arena);
    free(cache->rows);
    free(cache->done);
    free(cache);
}

static struct cache *cache_of(struct analysis *analysis)
{
    void **slot = analysis_slot(analysis, ANALYSIS_FINISH, release);
    struct cache *cache = *slot;
    if (cache) return cache;
    *slot = cache = mem_alloc(sizeof *cache);
    arena_init(&cache->arena);
    uint32_t count = analysis_trace(analysis)->launch_count;
    cache->rows = mem_array(count, sizeof *cache->rows);
    cache->done = mem_array(count, sizeof *cache->done);
    return cache;
}

/* ---- Who wrote the values -------------------------------------------------------------------- */

/* Notes one store of one lane. */
static void note_writer(const struct trace_reading *r, struct finish_value *values, int64_t offset,
                        uint32_t block, uint32_t thread)
{
    int64_t from = offset - r->offset;
    if (r->stride == 0 || from % r->stride != 0) return;
    int64_t i = from / r->stride;
    if (i < 0 || i >= (int64_t)r->count) return;
    struct finish_value *value = &values[i];
    bool other = value->block != TRACE_NONE && (value->block != block || value->thread != thread);
    value->many |= other;
    value->block = block;
    value->thread = thread;
}

static void note_writers(const struct trace_launch *launch, const struct trace_reading *r,
                         struct finish_value *values)
{
    int64_t offsets[TRACE_LANES];
    for (uint32_t b = 0; b < launch->block_count; b++) {
        const struct trace_block *block = &launch->blocks[b];
        for (uint32_t k = 0; k < block->rounds; k++) {
            const struct trace_round *round = &launch->rounds[block->first_round + k];
            for (uint32_t q = 0; q < round->count; q++) {
                const struct trace_request *request = &launch->requests[round->first + q];
                if (request->kind != TRACE_STORE && request->kind != TRACE_ATOMIC) continue;
                if (request->space == TRACE_SHARED || request->object != r->allocation) continue;
                trace_request_offsets(launch, request, offsets);
                for (uint32_t rest = request->mask; rest; rest &= rest - 1) {
                    uint32_t lane = (uint32_t)__builtin_ctz(rest);
                    note_writer(r, values, offsets[lane], block->index,
                                request->warp * (uint32_t)TRACE_LANES + lane);
                }
            }
        }
    }
}

/* The launch that wrote what was read: the last one that wrote any of it. TRACE_NONE: none did. */
static uint32_t find_writers(const struct trace *trace, const struct trace_reading *r,
                             struct finish_value *values)
{
    for (uint32_t l = r->launch + 1; l-- > 0;) {
        for (uint32_t i = 0; i < r->count; i++) {
            values[i].block = values[i].thread = TRACE_NONE;
            values[i].many = false;
        }
        note_writers(&trace->launches[l], r, values);
        uint32_t known = 0;
        for (uint32_t i = 0; i < r->count; i++)
            known += values[i].block != TRACE_NONE;
        if (known && (known == r->count || !trace->launches[l].complete)) return l;
    }
    return TRACE_NONE;
}

/* ---- The addition -----------------------------------------------------------------------------
 */

/* Is this the only reading on its line, and does the line add one element to something? */
static bool adds(const struct trace *trace, const struct trace_reading *reading)
{
    const struct trace_site *site = &trace->sites[reading->site];
    if (!site->line || !words_adds_element(trace, site->source, site->line)) return false;
    for (uint32_t i = 0; i < trace->reading_count; i++) {
        const struct trace_reading *other = &trace->readings[i];
        const struct trace_site *there = &trace->sites[other->site];
        if (other != reading && other->launch == reading->launch && other->site != reading->site &&
            there->line == site->line && there->source == site->source)
            return false;
    }
    return true;
}

static void add_up(const struct trace *trace, struct finish *f)
{
    const struct trace_type *type = &trace->types[f->type];
    double real = 0;
    __int128 whole = 0;
    bool integer = true;
    for (uint32_t i = 0; i < f->count; i++) {
        struct number n = number_of(trace, f->type, f->values[i].bytes);
        if (!n.known) return;
        integer &= n.integer;
        whole += type->kind == TRACE_SIGNED ? (__int128)n.whole : (__int128)(uint64_t)n.whole;
        real += n.real;
    }
    if (!integer)
        snprintf(f->sum, sizeof f->sum, type->bytes > 4 ? "%.15g" : "%.8g", real);
    else if (whole >= INT64_MIN && whole <= INT64_MAX)
        snprintf(f->sum, sizeof f->sum, "%lld", (long long)whole);
}

static enum finish_shape shape_of(const struct finish *f)
{
    bool blocks = true, threads = true;
    for (uint32_t i = 0; i < f->count; i++) {
        const struct finish_value *v = &f->values[i];
        blocks &= v->block == i && !v->many;
        threads &= v->block == 0 && v->thread == i && !v->many;
    }
    return blocks ? FINISH_BLOCKS : threads ? FINISH_THREADS : FINISH_ANY;
}

static bool examine(struct analysis *analysis, struct cache *cache,
                    const struct trace_reading *reading, struct finish *f)
{
    const struct trace *trace = analysis_trace(analysis);
    if (reading->count < 2 || reading->stride <= 0 || !adds(trace, reading)) return false;
    struct finish_value *values = arena_alloc(&cache->arena, reading->count * sizeof *values);
    uint32_t writer = find_writers(trace, reading, values);
    if (writer == TRACE_NONE) return false;
    *f = (struct finish){
        .reading = reading,
        .writer = writer,
        .values = values,
        .count = reading->count,
        .type = trace_allocation_type(trace, &trace->launches[writer], reading->allocation)};
    if (f->type >= trace->type_count || trace->types[f->type].bytes != reading->width) return false;
    for (uint32_t i = 0; i < f->count; i++) {
        values[i].bytes = reading->values + (size_t)i * reading->width;
        values[i].index =
            (uint64_t)(reading->offset + reading->stride * (int64_t)i) / reading->width;
    }
    f->source = trace->sites[reading->site].source;
    f->line = trace->sites[reading->site].line;
    if (reading->copy_site != TRACE_NONE) {
        f->copy_source = trace->sites[reading->copy_site].source;
        f->copy_line = trace->sites[reading->copy_site].line;
    }
    f->shape = shape_of(f);
    add_up(trace, f);
    return true;
}

const struct finish *finish_of_launch(struct analysis *analysis, uint32_t launch)
{
    const struct trace *trace = analysis_trace(analysis);
    if (launch >= trace->launch_count || !trace->reading_count) return NULL;
    struct cache *cache = cache_of(analysis);
    struct finish *f = &cache->rows[launch];
    for (uint32_t i = 0; i < trace->reading_count && !cache->done[launch]; i++) {
        if (trace->readings[i].launch != launch) continue;
        if (examine(analysis, cache, &trace->readings[i], f)) break;
        *f = (struct finish){0};
    }
    cache->done[launch] = true;
    return f->reading ? f : NULL;
}

/* ---- Words ------------------------------------------------------------------------------------
 */

static const char *name_of(const struct trace *trace, const struct finish *f)
{
    const char *name =
        trace_allocation_name(trace, &trace->launches[f->writer], f->reading->allocation);
    return *name ? name : _("the results");
}

void finish_sentence(struct analysis *analysis, const struct finish *f, char *out, size_t size)
{
    const struct trace *trace = analysis_trace(analysis);
    char copied[96] = "";
    if (f->copy_line) snprintf(copied, sizeof copied, _(", copied back on line %u"), f->copy_line);
    static const char *const whose[] = {
        [FINISH_ANY] = N_("The kernel has ended. The CPU adds the %u partial sums (%s%s) on line "
                          "%u."),
        [FINISH_BLOCKS] = N_("The kernel has ended. The CPU adds the %u partial sums of the blocks "
                             "(%s%s) on line %u."),
        [FINISH_THREADS] = N_("The kernel has ended. The CPU adds the %u partial sums of the "
                              "threads (%s%s) on line %u."),
    };
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    size_t used = (size_t)snprintf(out, size, _(whose[f->shape]), f->count, name_of(trace, f),
                                   copied, f->line);
#pragma GCC diagnostic pop
    if (*f->sum && used < size)
        snprintf(out + used, size - used, _(" Together they are %s."), f->sum);
}

void finish_writer(const struct finish *f, uint32_t value, char *out, size_t size)
{
    const struct finish_value *v = &f->values[value];
    out[0] = 0;
    if (v->block == TRACE_NONE) return;
    if (v->many)
        snprintf(out, size, "%s", _("several threads"));
    else
        snprintf(out, size, _("thread %u of block %u"), v->thread, v->block);
}
