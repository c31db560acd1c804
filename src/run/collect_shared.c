#include "run/collect_impl.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_REGION = 16 << 20, /* bytes of shared memory that a spool may speak of */
    MAX_ALIGNMENT = 16,
};

/* ---- Which arrays a launch has ------------------------------------------------------------ */

struct chosen {
    bool *statics;     /* by program array */
    bool dynamic;      /* dynamic memory was touched */
    uint32_t function; /* that touched it first */
};

static void choose_at(const struct collect *c, struct chosen *chosen, uint64_t region,
                      const struct spool_request *head)
{
    if (region >= SPOOL_DYNAMIC && region < SPOOL_DYNAMIC + MAX_REGION) {
        if (!chosen->dynamic) chosen->function = c->resolver->function(c->resolver, head->site);
        chosen->dynamic = true;
        return;
    }
    for (uint32_t i = 0; i < c->resolver->array_count; i++) {
        const struct program_array *a = &c->resolver->arrays[i];
        if (!a->dynamic && region - a->region < a->bytes) {
            chosen->statics[i] = true;
            return;
        }
    }
}

static void choose_touched(const struct collect *c, struct chosen *chosen,
                           const struct spool_entry *entry)
{
    const struct spool_requests *record = (const void *)entry->record;
    const uint8_t *at = (const uint8_t *)(record + 1);
    const uint8_t *end = (const uint8_t *)record + record->record.bytes;
    struct spooled r;
    uint64_t last = UINT64_MAX;
    for (uint32_t i = 0; i < record->count && spooled_next(&at, end, &r); i++) {
        if (r.head->space != TRACE_SHARED || r.head->kind > TRACE_ATOMIC) continue;
        if (r.affine) {
            /* The middle lane: the outer ones may have run over the array's end. */
            uint32_t span =
                (uint32_t)(31 - __builtin_clz(r.head->mask) - __builtin_ctz(r.head->mask));
            uint64_t middle = r.head->address + (uint64_t)((int64_t)r.head->stride * (span / 2));
            if (middle != last) choose_at(c, chosen, middle, r.head);
            last = middle;
        } else {
            for (uint32_t k = 0; k < r.lanes; k++)
                choose_at(c, chosen, r.address[k], r.head);
        }
    }
}

/* Dynamic memory has one array per launch: the kernel's, else the touching function's, else any. */
static const struct program_array *choose_dynamic(const struct collect *c,
                                                  const struct chosen *chosen)
{
    const struct program_array *any = NULL, *toucher = NULL;
    uint32_t kernel = c->launch->kernel ? c->launch->kernel->identity : 0;
    for (uint32_t i = 0; i < c->resolver->array_count; i++) {
        const struct program_array *a = &c->resolver->arrays[i];
        if (!a->dynamic) continue;
        if (kernel && a->kernel == kernel) return a;
        if (!toucher && chosen->function && a->kernel == chosen->function) toucher = a;
        if (!any) any = a;
    }
    if (!chosen->dynamic) return NULL;
    return toucher ? toucher : any;
}

static uint32_t align_up(uint32_t offset, uint32_t element)
{
    uint32_t alignment = element & -element;
    if (alignment > MAX_ALIGNMENT) alignment = MAX_ALIGNMENT;
    return (offset + alignment - 1) / alignment * alignment;
}

static void add_array(struct collect *c, const struct program_array *a, uint32_t *offset,
                      const struct spool_array *told)
{
    struct shared *s = &c->shared;
    struct trace_array array = {.name = a->name,
                                .function = a->function,
                                .type = a->type,
                                .dim_count = a->dim_count,
                                .count = a->count,
                                .bytes = a->bytes,
                                .dynamic = a->dynamic,
                                .source = a->source,
                                .line = a->line};
    memcpy(array.dims, a->dims, sizeof array.dims);
    uint32_t element = builder_type_at(c->builder, a->type)->bytes;
    if (a->dynamic) {
        uint32_t inner = 1;
        for (uint32_t i = 1; i < a->dim_count; i++)
            inner *= a->dims[i];
        array.dim_count = a->dim_count ? a->dim_count : 1;
        uint32_t bytes = c->launch->record->dynamic_bytes;
        if (bytes > MAX_REGION) return;
        array.dims[0] = bytes / element / inner;
        array.count = array.dims[0] * inner;
        array.bytes = array.count * element;
        *offset = (*offset + 15) / 16 * 16;
        if (!array.count) return;
    }
    array.offset = *offset = told ? told->window : align_up(*offset, element);
    *offset += array.bytes;
    struct shared_array *out = &s->arrays[s->count++];
    *out = (struct shared_array){.array = a,
                                 .region = a->dynamic ? SPOOL_DYNAMIC
                                           : told     ? told->offset
                                                      : a->region,
                                 .bytes = array.bytes,
                                 .element = element};
    out->index = builder_array(c->builder, &array);
    out->written = mem_alloc(array.bytes);
}

static int by_region(const void *a, const void *b)
{
    const struct shared_array *one = a, *two = b;
    return one->region < two->region ? -1 : one->region > two->region;
}

/* The arrays that the spool says the launch has; of several views of dynamic memory the first. */
static void add_told(struct collect *c)
{
    bool *have = mem_alloc(c->resolver->array_count + 1), dynamic = false;
    for (size_t i = c->launch->begin; i < c->index.host_count; i++) {
        const struct spool_array *told = (const void *)c->index.host[i];
        if (told->record.type != SPOOL_ARRAY || told->launch != c->launch->record->ordinal ||
            told->array >= c->resolver->array_count || have[told->array] ||
            told->window >= MAX_REGION)
            continue;
        const struct program_array *a = &c->resolver->arrays[told->array];
        uint32_t offset = told->window;
        if ((a->dynamic && dynamic) || told->offset >= (a->dynamic ? UINT32_MAX : MAX_REGION))
            continue;
        have[told->array] = true;
        dynamic = dynamic || a->dynamic;
        add_array(c, a, &offset, told);
    }
    free(have);
}

void shared_begin(struct collect *c, size_t first, size_t last)
{
    struct shared *s = &c->shared;
    struct chosen chosen = {.statics = mem_alloc(c->resolver->array_count)};
    uint32_t kernel = c->launch->kernel ? c->launch->kernel->identity : 0, offset = 0;
    memset(s, 0, sizeof *s);
    s->arrays = mem_array((size_t)c->resolver->array_count + 1, sizeof *s->arrays);
    if (c->resolver->told) {
        free(chosen.statics);
        add_told(c);
        qsort(s->arrays, s->count, sizeof *s->arrays, by_region);
        return;
    }
    for (size_t i = first; i < last && c->resolver->array_count; i++)
        choose_touched(c, &chosen, &c->index.requests[i]);
    for (uint32_t i = 0; i < c->resolver->array_count; i++) {
        const struct program_array *a = &c->resolver->arrays[i];
        if (!a->dynamic && (chosen.statics[i] || (kernel && a->kernel == kernel)))
            add_array(c, a, &offset, NULL);
    }
    const struct program_array *dynamic = choose_dynamic(c, &chosen);
    if (dynamic) add_array(c, dynamic, &offset, NULL);
    qsort(s->arrays, s->count, sizeof *s->arrays, by_region);
    free(chosen.statics);
}

/* ---- Bytes ------------------------------------------------------------------------------- */

/* How many of the blocks can be kept, and room for their snapshots. */
void shared_space(struct collect *c, uint32_t *blocks, uint32_t rounds)
{
    struct shared *s = &c->shared;
    uint64_t row = 0;
    for (uint32_t i = 0; i < s->count; i++)
        row += 2 * ((uint64_t)s->arrays[i].bytes + s->arrays[i].bytes / s->arrays[i].element);
    uint64_t block = row * rounds;
    s->rounds = rounds;
    s->kept = block <= c->snapshot_bytes && *blocks && s->count;
    if (!s->kept) {
        if (block && *blocks > 1) *blocks = 1;
        return;
    }
    if (*blocks > c->snapshot_bytes / block) *blocks = (uint32_t)(c->snapshot_bytes / block);
    c->snapshot_bytes -= block * *blocks;
    size_t rows = (size_t)*blocks * rounds;
    for (uint32_t i = 0; i < s->count; i++) {
        struct shared_array *a = &s->arrays[i];
        a->data = mem_array(rows, a->bytes);
        a->slots = mem_array(rows, a->bytes / a->element);
    }
}

void shared_rounds(struct collect *c, uint32_t rounds)
{
    c->shared.rounds = rounds;
}

void shared_block(struct collect *c)
{
    struct shared *s = &c->shared;
    if (s->fixed.size) memset(s->fixed.bytes, c->fill, s->fixed.size);
    if (s->dynamic.size) memset(s->dynamic.bytes, c->fill, s->dynamic.size);
    for (uint32_t i = 0; i < s->count; i++) {
        memset(s->arrays[i].written, 0, s->arrays[i].bytes);
        s->arrays[i].unwritten = s->arrays[i].bytes;
    }
}

static void grow(struct shared_region *region, size_t size, uint8_t fill)
{
    if (size <= region->size) return;
    region->bytes = mem_resize(region->bytes, size, 1);
    memset(region->bytes + region->size, fill, size - region->size);
    region->size = size;
}

void shared_snapshot(struct collect *c, const struct spool_snapshot *snapshot)
{
    bool dynamic = snapshot->offset >= SPOOL_DYNAMIC;
    struct shared_region *region = dynamic ? &c->shared.dynamic : &c->shared.fixed;
    uint64_t offset = snapshot->offset - (dynamic ? SPOOL_DYNAMIC : 0);
    if (!c->shared.kept || !snapshot->size || offset + snapshot->size > MAX_REGION) return;
    grow(region, offset + snapshot->size, c->fill);
    memcpy(region->bytes + offset, snapshot + 1, snapshot->size);
}

/* What a function returns as a struct goes into an array without a word from the compiler: bytes
 * that are no longer the filling have been written. */
static void find_unseen(const struct collect *c, struct shared_array *a, const uint8_t *bytes,
                        size_t count)
{
    if (!a->unwritten || builder_trace(c->builder)->backend != TRACE_EMULATOR) return;
    for (size_t i = 0; i < count; i++)
        if (!a->written[i] && bytes[i] != c->fill) shared_written(a, (int64_t)i, 1);
}

static void copy_slots(const struct shared_array *a, uint8_t *slots)
{
    uint32_t count = a->bytes / a->element;
    if (!a->unwritten) {
        memset(slots, 1, count);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *bytes = a->written + (size_t)i * a->element;
        uint8_t any = 0;
        for (uint32_t k = 0; k < a->element; k++)
            any |= bytes[k];
        slots[i] = any;
    }
}

void shared_round_end(struct collect *c, uint32_t block, uint32_t round)
{
    struct shared *s = &c->shared;
    size_t row = (size_t)block * s->rounds + round;
    for (uint32_t i = 0; i < s->count && s->kept; i++) {
        struct shared_array *a = &s->arrays[i];
        struct shared_region *region = a->array->dynamic ? &s->dynamic : &s->fixed;
        size_t from = a->array->dynamic ? 0 : a->region;
        size_t bytes = a->bytes;
        if (from + bytes <= MAX_REGION) grow(region, from + bytes, c->fill);
        if (from + bytes > region->size) bytes = region->size > from ? region->size - from : 0;
        if (bytes) find_unseen(c, a, region->bytes + from, bytes);
        if (bytes) memcpy(a->data + row * a->bytes, region->bytes + from, bytes);
        copy_slots(a, a->slots + row * (a->bytes / a->element));
    }
}

void shared_end(struct collect *c, uint32_t blocks)
{
    struct shared *s = &c->shared;
    size_t rows = (size_t)blocks * s->rounds;
    for (uint32_t i = 0; i < s->count; i++) {
        struct shared_array *a = &s->arrays[i];
        if (s->kept && rows) {
            uint8_t *data, *written;
            builder_snapshots(c->builder, a->index, &data, &written);
            memcpy(data, a->data, rows * a->bytes);
            memcpy(written, a->slots, rows * (a->bytes / a->element));
        }
        free(a->data);
        free(a->slots);
        free(a->written);
    }
    free(s->arrays);
    free(s->fixed.bytes);
    free(s->dynamic.bytes);
    memset(s, 0, sizeof *s);
}

/* ---- Addresses --------------------------------------------------------------------------- */

struct shared_array *shared_find(struct collect *c, uint64_t region)
{
    for (uint32_t i = 0; i < c->shared.count; i++)
        if (region - c->shared.arrays[i].region < c->shared.arrays[i].bytes)
            return &c->shared.arrays[i];
    return NULL;
}

/* The array that an address outside all of them was meant for: the one that ends or begins next to
 * it; dynamic memory keeps to itself. */
struct shared_array *shared_near(struct collect *c, uint64_t region)
{
    struct shared_array *best = NULL;
    uint64_t least = UINT64_MAX;
    bool dynamic = region >= SPOOL_DYNAMIC - MAX_REGION;
    for (uint32_t i = 0; i < c->shared.count; i++) {
        struct shared_array *a = &c->shared.arrays[i];
        if (a->array->dynamic != dynamic) continue;
        uint64_t behind = region - a->region - a->bytes, ahead = a->region - region;
        uint64_t distance = behind < ahead ? behind : ahead; /* the other one wraps around */
        if (distance < least) {
            least = distance;
            best = a;
        }
    }
    return best;
}

void shared_written(struct shared_array *a, int64_t offset, uint32_t width)
{
    if (!a->unwritten || offset < 0 || offset + width > a->bytes) return;
    uint8_t *bytes = a->written + offset;
    for (uint32_t i = 0; i < width; i++) {
        a->unwritten -= !bytes[i];
        bytes[i] = 1;
    }
}
