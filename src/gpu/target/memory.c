#include "gpu/target/inside.h"

#include <stdlib.h>
#include <string.h>

struct symbol {
    const char *host, *name;
    size_t bytes;
    bool constant, resolved;
    struct symbol *next;
};

struct region *inside_regions;
static struct symbol *symbols, **last_symbol = &symbols;
static uint64_t next_id = 1;
static bool unknown;

static void *saved;
static size_t saved_bytes;

void memory_unknown(void)
{
    unknown = true;
}

bool memory_is_common(void)
{
    return unknown;
}

void memory_add(enum trace_allocation_kind kind, const void *address, size_t bytes,
                const size_t pitch[4], const char *name, const void *site)
{
    struct region *region = calloc(1, sizeof *region);
    if (!region) return;
    if (kind != TRACE_DEVICE && kind != TRACE_DEVICE_SYMBOL && kind != TRACE_CONSTANT_SYMBOL)
        unknown = true; /* the host can reach it as well: it is left alone */
    *region = (struct region){next_id++, (uint64_t)(uintptr_t)address, bytes, kind, inside_regions};
    inside_regions = region;
    struct spool_allocation record = {.id = region->id,
                                      .address = region->address,
                                      .bytes = bytes,
                                      .site = inside_site(site),
                                      .kind = (uint32_t)kind};
    if (pitch) {
        record.pitch = pitch[0];
        record.width = pitch[1];
        record.height = pitch[2];
        record.depth = pitch[3];
    }
    outbox_text(SPOOL_ALLOCATION, &record, sizeof record, name);
}

static void tell_free(const struct region *region, const void *site)
{
    struct spool_free *record = outbox_record(SPOOL_FREE, sizeof *record);
    if (record) {
        record->id = region->id;
        record->site = inside_site(site);
    }
    outbox_commit();
}

void memory_remove(const void *address, const void *site)
{
    for (struct region **at = &inside_regions; *at; at = &(*at)->next) {
        struct region *region = *at;
        if (region->address != (uint64_t)(uintptr_t)address) continue;
        tell_free(region, site);
        *at = region->next;
        free(region);
        return;
    }
}

void memory_forget(void)
{
    while (inside_regions) {
        struct region *next = inside_regions->next;
        tell_free(inside_regions, NULL);
        free(inside_regions);
        inside_regions = next;
    }
    for (struct symbol *s = symbols; s; s = s->next)
        s->resolved = false;
    saved = NULL;
    saved_bytes = 0;
}

const struct region *memory_find(uint64_t address)
{
    for (const struct region *r = inside_regions; r; r = r->next)
        if (address >= r->address && address - r->address < (r->bytes ? r->bytes : 1)) return r;
    return NULL;
}

void memory_symbol(const char *host, const char *name, size_t bytes, bool constant)
{
    struct symbol *symbol = calloc(1, sizeof *symbol);
    if (!symbol) return;
    *symbol = (struct symbol){.host = host, .name = name, .bytes = bytes, .constant = constant};
    *last_symbol = symbol;
    last_symbol = &symbol->next;
}

/* Where the program's own variables lie is known once its module is loaded. */
void memory_symbols_resolve(void)
{
    for (struct symbol *s = symbols; s; s = s->next) {
        void *address;
        if (s->resolved) continue;
        s->resolved = true;
        if (cudaGetSymbolAddress(&address, s->host) == cudaSuccess)
            memory_add(s->constant ? TRACE_CONSTANT_SYMBOL : TRACE_DEVICE_SYMBOL, address, s->bytes,
                       NULL, s->name, NULL);
    }
}

static bool is_saved(const struct region *region)
{
    return region->kind == TRACE_DEVICE || region->kind == TRACE_DEVICE_SYMBOL;
}

bool memory_save(void)
{
    size_t bytes = 0, left, all;
    if (unknown) return false;
    for (const struct region *r = inside_regions; r; r = r->next)
        bytes += is_saved(r) ? (r->bytes + 255) & ~(size_t)255 : 0;
    if (bytes > saved_bytes) {
        memory_release();
        if (cudaMemGetInfo(&left, &all) != cudaSuccess || bytes > left / 2 ||
            cudaMalloc(&saved, bytes) != cudaSuccess) {
            cudaGetLastError();
            saved = NULL;
            return false;
        }
        saved_bytes = bytes;
    }
    size_t at = 0;
    for (const struct region *r = inside_regions; r; r = r->next) {
        if (!is_saved(r)) continue;
        if (cudaMemcpy((char *)saved + at, (void *)(uintptr_t)r->address, r->bytes,
                       cudaMemcpyDeviceToDevice) != cudaSuccess)
            return false;
        at += (r->bytes + 255) & ~(size_t)255;
    }
    return true;
}

void memory_restore(cudaStream_t stream)
{
    size_t at = 0;
    for (const struct region *r = inside_regions; r; r = r->next) {
        if (!is_saved(r)) continue;
        cudaMemcpyAsync((void *)(uintptr_t)r->address, (char *)saved + at, r->bytes,
                        cudaMemcpyDeviceToDevice, stream);
        at += (r->bytes + 255) & ~(size_t)255;
    }
}

void memory_release(void)
{
    if (saved) cudaFree(saved);
    saved = NULL;
    saved_bytes = 0;
}
