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

/* Where a store stands in its launch, and what it left. */
struct store {
    uint32_t launch, block, round, thread, kind;
    int64_t offset;
    uint32_t width;
    const uint8_t *bytes; /* NULL: not kept */
};

/* What is known of a value's writer while the stores go by. */
struct trail {
    uint32_t round;
    bool kept, same; /* the bytes of the last stores were kept; one of them left what was read */
};

struct hunt {
    const struct trace_reading *reading;
    struct finish_value *values;
    struct trail *trails;
};

/* Another store over a value: it replaces those before it where the run says that it came later, in
 * a later round of the block or from the same warp. */
static void note_store(const struct hunt *hunt, uint32_t i, const struct store *s)
{
    const struct trace_reading *r = hunt->reading;
    struct finish_value *value = &hunt->values[i];
    struct trail *trail = &hunt->trails[i];
    bool first = value->launch != s->launch, same_block = value->block == s->block;
    bool later =
        same_block && s->kind == TRACE_STORE &&
        (trail->round < s->round || value->thread / TRACE_LANES == s->thread / TRACE_LANES) &&
        !(value->many && trail->round == s->round);
    if (first || later) {
        value->many = false;
        *trail = (struct trail){.kept = true};
    } else {
        value->many |= !same_block || value->thread != s->thread;
    }
    value->launch = s->launch;
    value->block = s->block;
    value->thread = s->thread;
    trail->round = s->round;
    int64_t from = r->offset + r->stride * (int64_t)i - s->offset;
    bool covers = from >= 0 && from + r->width <= s->width;
    trail->kept &= s->bytes && covers;
    if (s->bytes && covers)
        trail->same |= memcmp(s->bytes + from, r->values + (size_t)i * r->width, r->width) == 0;
}

/* All values that the bytes of a store lie in, those that a later launch wrote excepted. */
static void note_bytes(const struct hunt *hunt, const struct store *s)
{
    const struct trace_reading *r = hunt->reading;
    int64_t end = s->offset + s->width - r->offset, from = s->offset - r->offset - (r->width - 1);
    if (end <= 0) return;
    int64_t i = from <= 0 ? 0 : (from + r->stride - 1) / r->stride;
    for (; i < (int64_t)r->count && i * r->stride < end; i++) {
        const struct finish_value *value = &hunt->values[i];
        if (value->launch == TRACE_NONE || value->launch == s->launch)
            note_store(hunt, (uint32_t)i, s);
    }
}

static void note_request(const struct hunt *hunt, const struct trace_launch *launch,
                         const struct trace_request *request, struct store *s)
{
    int64_t offsets[TRACE_LANES];
    uint8_t bytes[TRACE_LANES * 16];
    bool kept = trace_request_values(launch, request, bytes);
    trace_request_offsets(launch, request, offsets);
    s->kind = request->kind;
    s->width = request->width;
    for (uint32_t rest = request->mask; rest; rest &= rest - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(rest);
        s->thread = request->warp * (uint32_t)TRACE_LANES + lane;
        s->offset = offsets[lane];
        s->bytes = kept ? bytes + (size_t)lane * request->width : NULL;
        note_bytes(hunt, s);
    }
}

static void note_launch(const struct trace *trace, uint32_t number, const struct hunt *hunt)
{
    const struct trace_launch *launch = &trace->launches[number];
    struct store s = {.launch = number};
    for (uint32_t b = 0; b < launch->block_count; b++) {
        s.block = launch->blocks[b].index;
        for (s.round = 0; s.round < launch->blocks[b].rounds; s.round++) {
            const struct trace_round *round = trace_block_round(launch, b, s.round);
            for (uint32_t q = 0; q < round->count; q++) {
                const struct trace_request *request = &launch->requests[round->first + q];
                if (request->kind != TRACE_STORE && request->kind != TRACE_ATOMIC) continue;
                if (request->space == TRACE_SHARED || request->object != hunt->reading->allocation)
                    continue;
                note_request(hunt, launch, request, &s);
            }
        }
    }
}

/* May blocks that were not recorded have written the values too? */
static bool may_have_written(const struct trace_launch *launch, uint32_t allocation)
{
    bool points = false;
    for (uint32_t i = 0; i < launch->parameter_count; i++)
        points |= launch->parameters[i].allocation == allocation;
    return !launch->complete && points;
}

/* Fills in who wrote each value, the last one before it was read, and returns the last launch that
 * wrote any; TRACE_NONE: none did. Where the values that were stored were kept and what was read is
 * none of them, the host has written since: then nobody is said to have written it. */
static uint32_t find_writers(const struct trace *trace, const struct trace_reading *r,
                             struct finish_value *values)
{
    struct hunt hunt = {r, values, mem_array(r->count, sizeof *hunt.trails)};
    uint32_t known = 0, writer = TRACE_NONE;
    for (uint32_t i = 0; i < r->count; i++)
        values[i] =
            (struct finish_value){.launch = TRACE_NONE, .block = TRACE_NONE, .thread = TRACE_NONE};
    for (uint32_t l = r->launch + 1; l-- > 0 && known < r->count;) {
        if (trace->launches[l].ordinal < r->fresh) break;
        note_launch(trace, l, &hunt);
        uint32_t before = known;
        known = 0;
        for (uint32_t i = 0; i < r->count; i++)
            known += values[i].launch != TRACE_NONE;
        if (!trace->launches[l].complete && known > before) break;
        if (may_have_written(&trace->launches[l], r->allocation)) break;
    }
    for (uint32_t i = 0; i < r->count; i++) {
        struct finish_value *v = &values[i];
        if (hunt.trails[i].kept && !hunt.trails[i].same)
            v->launch = v->block = v->thread = TRACE_NONE;
        if (v->launch != TRACE_NONE && (writer == TRACE_NONE || v->launch > writer))
            writer = v->launch;
    }
    free(hunt.trails);
    return writer;
}

/* Does a line of the kernel that accessed memory in this launch add an element to something? */
static bool kernel_adds(const struct trace *trace, uint32_t number)
{
    const struct trace_launch *launch = &trace->launches[number];
    bool *seen = mem_array(trace->site_count, sizeof *seen), found = false;
    for (uint32_t i = 0; i < launch->request_count && !found; i++) {
        const struct trace_request *request = &launch->requests[i];
        if (request->kind > TRACE_ATOMIC || seen[request->site]) continue;
        seen[request->site] = true;
        const struct trace_site *site = &trace->sites[request->site];
        found = site->line && words_adds_element(trace, site->source, site->line);
    }
    free(seen);
    return found;
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
        bool one = v->launch == f->writer && !v->many;
        blocks &= one && v->block == i;
        threads &= one && v->block == 0 && v->thread == i;
    }
    return blocks ? FINISH_BLOCKS : threads ? FINISH_THREADS : FINISH_ANY;
}

/* What the values are of: as a launch knows the allocation, the writer first; one that stores wider
 * ones may know it as vectors. */
static uint32_t type_of(const struct trace *trace, const struct trace_reading *r, uint32_t writer)
{
    for (uint32_t i = 0; i <= trace->launch_count; i++) {
        uint32_t launch = i ? i - 1 : writer;
        uint32_t type = trace_allocation_type(trace, &trace->launches[launch], r->allocation);
        if (type < trace->type_count && trace->types[type].bytes == r->width) return type;
    }
    return TRACE_NONE;
}

static bool examine(struct analysis *analysis, struct cache *cache,
                    const struct trace_reading *reading, struct finish *f)
{
    const struct trace *trace = analysis_trace(analysis);
    if (reading->count < 2 || reading->stride <= 0 || !adds(trace, reading)) return false;
    struct finish_value *values = arena_alloc(&cache->arena, reading->count * sizeof *values);
    uint32_t writer = find_writers(trace, reading, values);
    if (writer == TRACE_NONE) return false;
    *f = (struct finish){.reading = reading,
                         .writer = writer,
                         .values = values,
                         .count = reading->count,
                         .type = type_of(trace, reading, writer)};
    if (f->type == TRACE_NONE) return false;
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
    f->sums = kernel_adds(trace, writer);
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
    static const char *const whose[][2] = {
        [FINISH_ANY] = {N_("The kernel has ended. The CPU adds the %u values (%s%s) on line %u."),
                        N_("The kernel has ended. The CPU adds the %u partial sums (%s%s) on line "
                           "%u.")},
        [FINISH_BLOCKS] = {N_("The kernel has ended. The CPU adds the %u values of the blocks "
                              "(%s%s) on line %u."),
                           N_("The kernel has ended. The CPU adds the %u partial sums of the "
                              "blocks (%s%s) on line %u.")},
        [FINISH_THREADS] = {N_("The kernel has ended. The CPU adds the %u values of the threads "
                               "(%s%s) on line %u."),
                            N_("The kernel has ended. The CPU adds the %u partial sums of the "
                               "threads (%s%s) on line %u.")},
    };
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    size_t used = (size_t)snprintf(out, size, _(whose[f->shape][f->sums]), f->count,
                                   name_of(trace, f), copied, f->line);
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
