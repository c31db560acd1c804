/* ptxas joins scalar shared accesses into wide ones after the PTX was written, and probe calls keep
 * it from that: sites of a line are marked whose plain machine code has fewer shared loads (or
 * stores) than its PTX, or, as loops may have been unrolled, wider ones. What nvdisasm -g prints is
 * read: "//## File "F", line N [inlined at …]" in front of instructions like "LDS.128 R4, [R2]"
 * behind their address. */
#include "gpu/joined.h"

#include "base/mem.h"
#include "syncstep/trace.h"

#include <stdlib.h>
#include <string.h>

struct count { /* of one line of the person's */
    char *file;
    uint32_t line, loads, stores;
    uint32_t load_bytes, store_bytes; /* of the widest */
};

struct counts {
    struct count *items;
    size_t count, capacity;
};

static struct count *count_at(struct counts *counts, const char *file, size_t length, uint32_t line)
{
    for (size_t i = 0; i < counts->count; i++)
        if (counts->items[i].line == line && strlen(counts->items[i].file) == length &&
            memcmp(counts->items[i].file, file, length) == 0)
            return &counts->items[i];
    MEM_GROW(counts->items, counts->count, counts->capacity);
    counts->items[counts->count] = (struct count){.file = mem_strndup(file, length), .line = line};
    return &counts->items[counts->count++];
}

/* The first of the person's files that a position line names; *count unchanged if none. */
static bool read_position(struct counts *counts, const char *line, const char *end,
                          const struct gpu_joined *ask, size_t *position)
{
    for (const char *at = line; at < end;) {
        const char *open = memchr(at, '"', (size_t)(end - at));
        const char *close = open ? memchr(open + 1, '"', (size_t)(end - open - 1)) : NULL;
        if (!close) return false;
        const char *number = memmem(close, (size_t)(end - close), "line ", 5);
        if (!number) return false;
        char *path = mem_strndup(open + 1, (size_t)(close - open - 1));
        const bool own = ask->own(ask->context, path);
        free(path);
        at = close + 1;
        if (!own) continue;
        const uint32_t value = (uint32_t)strtoul(number + 5, NULL, 10);
        *position =
            (size_t)(count_at(counts, open + 1, (size_t)(close - open - 1), value) - counts->items);
        return true;
    }
    return false;
}

static void widen(uint32_t *most, uint32_t bytes)
{
    if (bytes > *most) *most = bytes;
}

/* "LDS.128 R4, [R2]": 16 bytes a lane. */
static uint32_t bytes_of(const char *opcode, const char *end)
{
    static const struct {
        const char *part;
        uint32_t bytes;
    } parts[] = {{".128", 16}, {".64", 8}, {".U16", 2}, {".S16", 2}, {".U8", 1}, {".S8", 1}};
    const char *stop = opcode + 1;
    while (stop < end && *stop != ' ')
        stop++;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (memmem(opcode, (size_t)(stop - opcode), parts[i].part, strlen(parts[i].part)))
            return parts[i].bytes;
    return 4;
}

static void count_instructions(const char *text, const struct gpu_joined *ask,
                               struct counts *counts)
{
    size_t position = SIZE_MAX;
    bool in_head = false, found = false;
    for (const char *line = text; *line;) {
        const char *end = strchrnul(line, '\n');
        const size_t length = (size_t)(end - line);
        if (memmem(line, length, "//## File", 9)) {
            if (!in_head) found = false; /* several lines: a chain, innermost first */
            in_head = true;
            if (!found) found = read_position(counts, line, end, ask, &position);
            if (!found) position = SIZE_MAX;
        } else {
            in_head = false;
            const char *code = memmem(line, length, "*/", 2);
            const char *load = code ? memmem(code, (size_t)(end - code), " LDS", 4) : NULL;
            const char *store = code ? memmem(code, (size_t)(end - code), " STS", 4) : NULL;
            struct count *c = position != SIZE_MAX ? &counts->items[position] : NULL;
            if (c && load) {
                c->loads++;
                widen(&c->load_bytes, bytes_of(load, end));
            } else if (c && store) {
                c->stores++;
                widen(&c->store_bytes, bytes_of(store, end));
            }
        }
        line = *end ? end + 1 : end;
    }
}

static const struct gpu_frame *own_frame(const struct gpu_site *site, const struct gpu_joined *ask)
{
    for (uint32_t i = 0; i < site->frame_count; i++)
        if (ask->own(ask->context, site->frames[i].file)) return &site->frames[i];
    return NULL;
}

void gpu_joined_mark(struct gpu_sites *sites, const char *disassembly, const struct gpu_joined *ask)
{
    struct counts plain = {0}, ptx = {0};
    count_instructions(disassembly, ask, &plain);
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < sites->site_count; i++) {
            struct gpu_site *site = &sites->sites[i];
            const struct gpu_frame *frame = own_frame(site, ask);
            const bool load = site->kind == TRACE_LOAD;
            if (site->space != PTX_SHARED || (!load && site->kind != TRACE_STORE) || !frame ||
                strncmp(site->opcode, "cp.", 3) == 0) /* an instruction of its own: LDGSTS */
                continue;
            const size_t length = strlen(frame->file);
            struct count *mine = count_at(&ptx, frame->file, length, frame->line);
            const struct count *theirs = count_at(&plain, frame->file, length, frame->line);
            if (pass == 0) {
                mine->loads += load;
                mine->stores += !load;
                widen(load ? &mine->load_bytes : &mine->store_bytes, site->width);
            } else if (load ? theirs->loads < mine->loads || theirs->load_bytes > mine->load_bytes
                            : theirs->stores < mine->stores ||
                                  theirs->store_bytes > mine->store_bytes) {
                site->flags |= GPU_SITE_JOINED;
            }
        }
    for (size_t i = 0; i < plain.count; i++)
        free(plain.items[i].file);
    for (size_t i = 0; i < ptx.count; i++)
        free(ptx.items[i].file);
    free(plain.items);
    free(ptx.items);
}
