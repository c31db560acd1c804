#include "trace/check.h"

/* What is being checked, for the message. */
struct place {
    struct error *err;
    const char *what;
    uint64_t index;
};

static int bad(const struct place *place, const char *why)
{
    return error_set(place->err, "not a valid trace: %s %llu: %s", place->what,
                     (unsigned long long)place->index, why);
}

static bool optional(uint32_t index, uint32_t count)
{
    return index == TRACE_NONE || index < count;
}

static bool plain_width(uint32_t bytes)
{
    return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
}

static int check_type(const struct trace *t, uint32_t index, struct error *err)
{
    const struct trace_type *type = &t->types[index];
    struct place place = {err, "type", index};
    if (type->kind > TRACE_OPAQUE) return bad(&place, "unknown kind");
    if (!type->bytes || type->bytes > TRACE_MAX_ELEMENT) return bad(&place, "size");
    if (type->kind < TRACE_STRUCT && !plain_width(type->bytes)) return bad(&place, "size");
    if (type->kind != TRACE_STRUCT && type->field_count) return bad(&place, "fields");
    for (uint32_t i = 0; i < type->field_count; i++) {
        const struct trace_field *f = &type->fields[i];
        /* Fields have earlier types: so there are no circles. */
        if (f->type >= index || !f->count) return bad(&place, "field type");
        uint64_t bytes = (uint64_t)t->types[f->type].bytes * f->count;
        if (bytes > type->bytes || f->offset > type->bytes - bytes)
            return bad(&place, "field outside the struct");
    }
    return 0;
}

bool trace_pitch_fits(const struct trace_allocation *a)
{
    uint64_t slice, all, height = a->height ? a->height : 1, depth = a->depth ? a->depth : 1;
    uint64_t pitch = a->pitch ? a->pitch : 1;
    return !__builtin_mul_overflow(pitch, height, &slice) &&
           !__builtin_mul_overflow(slice, depth, &all) && all <= TRACE_MAX_OFFSET &&
           a->width <= TRACE_MAX_OFFSET;
}

static int check_readings(const struct trace *t, struct error *err)
{
    for (uint32_t i = 0; i < t->reading_count; i++) {
        const struct trace_reading *r = &t->readings[i];
        struct place place = {err, "reading", i};
        int64_t span;
        if (r->launch >= t->launch_count) return bad(&place, "launch");
        if (r->allocation >= t->allocation_count) return bad(&place, "allocation");
        if (r->site >= t->site_count || !optional(r->copy_site, t->site_count))
            return bad(&place, "site");
        if (!r->count || !plain_width(r->width)) return bad(&place, "size");
        if (__builtin_mul_overflow(r->stride, (int64_t)r->count, &span) ||
            __builtin_add_overflow(r->offset, span, &span) || r->offset < 0 ||
            r->offset > TRACE_MAX_OFFSET || span < -TRACE_MAX_OFFSET || span > TRACE_MAX_OFFSET)
            return bad(&place, "offset");
    }
    return 0;
}

static int check_tables(const struct trace *t, struct error *err)
{
    if (!t->source_count) return error_set(err, "not a valid trace: it names no program");
    for (uint32_t i = 0; i < t->type_count; i++)
        if (check_type(t, i, err)) return -1;
    for (uint32_t i = 0; i < t->site_count; i++) {
        const struct trace_site *s = &t->sites[i];
        struct place place = {err, "site", i};
        if (s->source >= t->source_count) return bad(&place, "source");
        for (uint32_t k = 0; k < s->frame_count; k++)
            if (s->frames[k].source >= t->source_count) return bad(&place, "frame");
    }
    for (uint32_t i = 0; i < t->allocation_count; i++) {
        const struct trace_allocation *a = &t->allocations[i];
        struct place place = {err, "allocation", i};
        if (a->kind > TRACE_UNKNOWN) return bad(&place, "unknown kind");
        if (!optional(a->type, t->type_count)) return bad(&place, "type");
        if (!optional(a->source, t->source_count)) return bad(&place, "source");
        if (a->address + a->bytes < a->address) return bad(&place, "size");
        if (!trace_pitch_fits(a)) return bad(&place, "pitch");
    }
    for (uint32_t i = 0; i < t->diagnostic_count; i++) {
        const struct trace_diagnostic *d = &t->diagnostics[i];
        struct place place = {err, "diagnostic", i};
        if (d->fault >= TRACE_FAULT_COUNT || d->severity > TRACE_NOTE)
            return bad(&place, "unknown kind");
        if (!optional(d->launch, t->launch_count)) return bad(&place, "launch");
        if (!optional(d->next_launch, t->launch_count + UINT64_C(1)))
            return bad(&place, "next launch");
        if (!optional(d->site, t->site_count)) return bad(&place, "site");
        if (!optional(d->source, t->source_count)) return bad(&place, "source");
        if (!optional(d->other_source, t->source_count)) return bad(&place, "other source");
    }
    return check_readings(t, err);
}

static int check_array(const struct trace *t, const struct trace_array *a,
                       const struct place *place)
{
    if (a->type >= t->type_count) return bad(place, "type of an array");
    if (a->dim_count > TRACE_MAX_DIMS) return bad(place, "dimensions of an array");
    uint64_t count = 1;
    for (uint32_t i = 0; i < a->dim_count; i++) {
        count *= a->dims[i];
        if (count > TRACE_MAX_SHARED) return bad(place, "dimensions of an array");
    }
    if (!count || count != a->count || count * t->types[a->type].bytes != a->bytes)
        return bad(place, "size of an array");
    if (a->bytes > TRACE_MAX_SHARED || a->offset > TRACE_MAX_SHARED - a->bytes)
        return bad(place, "offset of an array");
    if (!optional(a->source, t->source_count)) return bad(place, "source of an array");
    return 0;
}

/* Blocks ascend, their rounds and the rounds' requests follow each other without gaps. */
static int check_shape(const struct trace_launch *l, const struct place *place)
{
    uint64_t threads = (uint64_t)l->block[0] * l->block[1];
    if (!l->block_count) return l->request_count || l->round_count ? bad(place, "no blocks") : 0;
    if (!threads || threads > TRACE_MAX_BLOCK_THREADS) return bad(place, "threads of a block");
    threads *= l->block[2];
    if (!threads || threads > TRACE_MAX_BLOCK_THREADS) return bad(place, "threads of a block");
    if (!l->grid[0] || !l->grid[1] || !l->grid[2] || l->grid[0] > INT32_MAX ||
        l->grid[1] > UINT16_MAX || l->grid[2] > UINT16_MAX)
        return bad(place, "grid");
    uint32_t rounds = 0, requests = 0;
    for (uint32_t i = 0; i < l->block_count; i++) {
        const struct trace_block *b = &l->blocks[i];
        if (b->index >= trace_grid_blocks(l) || (i && b->index <= l->blocks[i - 1].index))
            return bad(place, "order of the blocks");
        if (!b->rounds || b->first_round != rounds || b->rounds > l->round_count - rounds)
            return bad(place, "rounds of a block");
        rounds += b->rounds;
    }
    if (rounds != l->round_count) return bad(place, "rounds of no block");
    for (uint32_t i = 0; i < rounds; i++) {
        const struct trace_round *r = &l->rounds[i];
        if (r->first != requests || r->count > l->request_count - requests)
            return bad(place, "requests of a round");
        requests += r->count;
    }
    if (requests != l->request_count) return bad(place, "requests of no round");
    return 0;
}

static bool offset_fits(int64_t offset, const struct trace_request *r)
{
    if (r->kind == TRACE_SHUFFLE) return offset >= 0 && offset < TRACE_LANES;
    return offset >= -TRACE_MAX_OFFSET && offset <= TRACE_MAX_OFFSET;
}

static const char *check_offsets(const struct trace_launch *l, const struct trace_request *r)
{
    uint32_t lanes = (uint32_t)__builtin_popcount(r->mask);
    if (r->flags & TRACE_SCATTERED) {
        if (r->scattered > l->scattered_count || lanes > l->scattered_count - r->scattered)
            return "offsets";
        for (uint32_t i = 0; i < lanes; i++)
            if (!offset_fits(l->scattered[r->scattered + i], r)) return "an offset";
        return NULL;
    }
    int span = 31 - __builtin_clz(r->mask) - __builtin_ctz(r->mask);
    if (!offset_fits(r->offset, r) || !offset_fits(r->offset + (int64_t)span * r->stride, r))
        return "an offset";
    return NULL;
}

static const char *check_request(const struct trace *t, const struct trace_launch *l,
                                 const struct trace_request *r)
{
    if (!r->mask) return "no lanes";
    if (r->kind >= TRACE_KIND_COUNT || r->space > TRACE_NO_SPACE) return "unknown kind";
    if (r->site >= t->site_count) return "site";
    uint32_t threads = trace_threads(l), first = r->warp * (uint32_t)TRACE_LANES;
    if (first >= threads) return "warp";
    if (threads - first < TRACE_LANES && r->mask >> (threads - first)) return "lanes";
    bool access = r->kind <= TRACE_ATOMIC;
    if (access ? !plain_width(r->width) : r->width && !plain_width(r->width)) return "width";
    if (access && r->space == TRACE_NO_SPACE) return "space";
    uint32_t objects = !access                    ? 0
                       : r->space == TRACE_SHARED ? l->array_count
                                                  : t->allocation_count;
    if (!optional(r->object, objects)) return "array or allocation";
    if (r->flags & TRACE_VALUES) {
        uint64_t bytes = (uint64_t)__builtin_popcount(r->mask) * r->width;
        if (r->values > l->value_bytes || bytes > l->value_bytes - r->values) return "values";
    }
    return check_offsets(l, r);
}

static int check_requests(const struct trace *t, const struct trace_launch *l,
                          const struct place *place)
{
    for (uint32_t i = 0; i < l->round_count; i++) {
        const struct trace_request *r = l->requests + l->rounds[i].first;
        for (uint32_t k = 0; k < l->rounds[i].count; k++) {
            const char *why = check_request(t, l, &r[k]);
            if (why) return bad(place, why);
            if (k && r[k].warp < r[k - 1].warp) return bad(place, "order of the warps");
        }
    }
    return 0;
}

static int check_launch(const struct trace *t, uint32_t index, struct error *err)
{
    const struct trace_launch *l = &t->launches[index];
    struct place place = {err, "launch", index};
    if (!optional(l->source, t->source_count)) return bad(&place, "source");
    if (check_shape(l, &place)) return -1;
    for (uint32_t i = 0; i < l->array_count; i++)
        if (check_array(t, &l->arrays[i], &place)) return -1;
    if (check_requests(t, l, &place)) return -1;
    for (uint32_t i = 0; i < l->parameter_count; i++) {
        const struct trace_parameter *p = &l->parameters[i];
        if (!optional(p->allocation, t->allocation_count) || !optional(p->type, t->type_count))
            return bad(&place, "parameter");
        if (p->offset < -TRACE_MAX_OFFSET || p->offset > TRACE_MAX_OFFSET)
            return bad(&place, "parameter");
    }
    for (uint32_t i = 0; i < l->timing_count; i++)
        if (l->timings[i].end < l->timings[i].start ||
            (i && l->timings[i].block <= l->timings[i - 1].block))
            return bad(&place, "times of the blocks");
    for (uint32_t i = 0; i < l->dropped_count; i++)
        if (l->dropped[i].site >= t->site_count) return bad(&place, "site of dropped accesses");
    for (uint32_t i = 0; i < l->host_write_count; i++) {
        const struct trace_host_write *w = &l->host_writes[i];
        if (w->allocation >= t->allocation_count || w->offset > TRACE_MAX_OFFSET ||
            w->bytes > TRACE_MAX_OFFSET)
            return bad(&place, "copy of the host's");
    }
    return 0;
}

int trace_check(const struct trace *t, struct error *err)
{
    if (check_tables(t, err)) return -1;
    for (uint32_t i = 0; i < t->launch_count; i++)
        if (check_launch(t, i, err)) return -1;
    return 0;
}
