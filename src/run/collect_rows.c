/* The requests of a round in the order in which they are told: warp by warp, and what a compiler
 * announced the wrong way round put right. */
#include "run/collect_impl.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

bool row_unpack(const struct spool_request *head, struct spooled *r)
{
    const uint8_t *at = (const uint8_t *)head;
    return spooled_next(&at, at + sizeof *head + (size_t)head->inlined * 8, r);
}

/* ---- In the order of the warps ------------------------------------------------------------ */

/* Only threads that the launch has. */
static bool exists(const struct collect *c, const struct spool_request *head)
{
    const uint32_t *block = c->launch->record->block;
    uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
    uint64_t first = head->warp * (uint64_t)TRACE_LANES;
    if (first >= threads) return false;
    return threads - first >= TRACE_LANES || !(head->mask >> (threads - first));
}

static void add_row(struct collect *c, size_t at, const struct spool_request *head)
{
    MEM_GROW(c->rows, at, c->row_capacity);
    c->rows[at] = (struct row){head, head};
}

/* Returns whether the rows came warp by warp already. */
static bool read_rows(struct collect *c, const struct spool_entry *entry, size_t *count,
                      size_t warps[32])
{
    const struct spool_requests *record = (const void *)entry->record;
    const uint8_t *at = (const uint8_t *)(record + 1);
    const uint8_t *end = (const uint8_t *)record + record->record.bytes;
    bool sorted = true;
    struct spooled r;
    for (uint32_t i = 0; i < record->count && spooled_next(&at, end, &r); i++) {
        if (!exists(c, r.head)) continue;
        sorted &= !*count || c->rows[*count - 1].head->warp <= r.head->warp;
        warps[r.head->warp]++;
        add_row(c, (*count)++, r.head);
    }
    return sorted;
}

/* Stable, by warp. */
static void sort_rows(struct collect *c, size_t count, const size_t warps[32])
{
    size_t starts[32], total = 0;
    struct row *sorted = mem_array(count, sizeof *sorted);
    for (int w = 0; w < 32; w++) {
        starts[w] = total;
        total += warps[w];
    }
    for (size_t i = 0; i < count; i++)
        sorted[starts[c->rows[i].head->warp]++] = c->rows[i];
    free(c->rows);
    c->rows = sorted;
    c->row_capacity = count;
}

/* ---- Copies of structs -------------------------------------------------------------------- */

enum { NEAR_CALL = 64 }; /* bytes of code between two call-outs of one statement */

static bool same_place(const struct collect *c, uint32_t a, uint32_t b)
{
    uint32_t one = c->resolver->site(c->resolver, a), two = c->resolver->site(c->resolver, b);
    struct trace_site first = *builder_site_at(c->builder, one);
    struct trace_site second = *builder_site_at(c->builder, two);
    return first.line && first.source == second.source && first.line == second.line &&
           first.column == second.column;
}

static bool into_struct(struct collect *c, const struct spool_request *head)
{
    uint32_t type = TRACE_NONE;
    if (head->width == 16) return true;
    if (head->space == TRACE_SHARED) {
        const struct shared_array *array = shared_find(c, head->address);
        if (array) type = array->array->type;
    } else {
        const struct memory_block *block = memory_find(c, head->address);
        if (block) type = block->type;
    }
    return type != TRACE_NONE && builder_type_at(c->builder, type)->kind == TRACE_STRUCT;
}

/* Rows at one site by the same lanes, from `first` on. */
static size_t run_length(const struct row *rows, size_t first, size_t count, enum trace_kind kind)
{
    size_t at = first;
    const struct spool_request *head = rows[first].head;
    while (at < count && rows[at].head->kind == kind && rows[at].head->site == head->site &&
           rows[at].head->mask == head->mask && rows[at].head->warp == head->warp)
        at++;
    return at - first;
}

static bool is_copy(struct collect *c, const struct row *stores, const struct row *loads, size_t n)
{
    const struct spool_request *store = stores->head, *load = loads->head;
    if (load->site <= store->site || load->site - store->site > NEAR_CALL ||
        load->mask != store->mask || load->warp != store->warp)
        return false;
    for (size_t i = 0; i < n; i++)
        if (stores[i].head->width != loads[i].head->width) return false;
    return into_struct(c, store) && same_place(c, store->site, load->site);
}

/* GCC announces the store of a copied struct, then the load, then copies: told as load and store,
 * and what was loaded is what was stored. Scalars are announced in order. */
static void mend_copies(struct collect *c, size_t count)
{
    struct row *rows = c->rows, moved[64];
    for (size_t i = 0; i + 1 < count; i++) {
        if (rows[i].head->kind != TRACE_STORE) continue;
        size_t n = run_length(rows, i, count, TRACE_STORE);
        if (i + 2 * n > count || n > sizeof moved / sizeof *moved ||
            rows[i + n].head->kind != TRACE_LOAD ||
            run_length(rows, i + n, count, TRACE_LOAD) < n ||
            !is_copy(c, rows + i, rows + i + n, n)) {
            i += n - 1;
            continue;
        }
        memcpy(moved, rows + i, n * sizeof *moved);
        memmove(rows + i, rows + i + n, n * sizeof *moved);
        for (size_t k = 0; k < n; k++) {
            const struct spool_request *load = rows[i + k].head;
            moved[k].values = load->flags & SPOOL_VALUES ? load : NULL;
        }
        memcpy(rows + i + n, moved, n * sizeof *moved);
        i += 2 * n - 1;
    }
}

size_t rows_gather(struct collect *c, const struct spool_entry *entries, size_t count)
{
    size_t rows = 0, warps[32] = {0};
    bool sorted = true;
    for (size_t i = 0; i < count; i++)
        sorted &= read_rows(c, &entries[i], &rows, warps);
    if (!sorted) sort_rows(c, rows, warps);
    if (!c->resolver->copies_reversed) return rows;
    mend_copies(c, rows);
    return rows_once(c, rows);
}
