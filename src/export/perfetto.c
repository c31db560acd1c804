#include "export/perfetto.h"

#include "base/mem.h"
#include "base/str.h"
#include "canvas/canvas.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct track {
    uint32_t sm;
    uint64_t free_at; /* end of the last block on it */
};

struct writer {
    const struct trace *trace;
    struct str json;
    struct track *tracks; /* of all multiprocessors, in the order they were first needed */
    size_t count, capacity;
    uint32_t *named; /* multiprocessors that have a name already */
    size_t named_count, named_capacity;
    bool comma;
};

static int by_start(const void *a, const void *b)
{
    const struct trace_timing *x = *(const struct trace_timing *const *)a;
    const struct trace_timing *y = *(const struct trace_timing *const *)b;
    if (x->start != y->start) return x->start < y->start ? -1 : 1;
    return x->block < y->block ? -1 : x->block > y->block;
}

static void begin_event(struct writer *writer)
{
    str_adds(&writer->json, writer->comma ? ",\n" : "\n");
    writer->comma = true;
}

static void name_process(struct writer *writer, uint32_t sm)
{
    for (size_t i = 0; i < writer->named_count; i++)
        if (writer->named[i] == sm) return;
    MEM_GROW(writer->named, writer->named_count, writer->named_capacity);
    writer->named[writer->named_count++] = sm;
    begin_event(writer);
    str_addf(&writer->json,
             "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%u,\"tid\":0,"
             "\"args\":{\"name\":\"SM %u\"}}",
             sm, sm);
    begin_event(writer); /* else "SM 10" comes before "SM 2" */
    str_addf(&writer->json,
             "{\"ph\":\"M\",\"name\":\"process_sort_index\",\"pid\":%u,\"tid\":0,"
             "\"args\":{\"sort_index\":%u}}",
             sm, sm);
}

/* The first track of this multiprocessor that is free at `start`; tid = its number there. */
static uint32_t take_track(struct writer *writer, uint32_t sm, uint64_t start, uint64_t end)
{
    uint32_t slot = 0;
    for (size_t i = 0; i < writer->count; i++) {
        if (writer->tracks[i].sm != sm) continue;
        if (writer->tracks[i].free_at <= start) {
            writer->tracks[i].free_at = end;
            return slot;
        }
        slot++;
    }
    MEM_GROW(writer->tracks, writer->count, writer->capacity);
    writer->tracks[writer->count++] = (struct track){sm, end};
    name_process(writer, sm);
    begin_event(writer);
    str_addf(&writer->json,
             "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%u,\"tid\":%u,"
             "\"args\":{\"name\":\"slot %u\"}}",
             sm, slot, slot);
    return slot;
}

/* A name may come from a foreign trace: what is not printable UTF-8 becomes '?'. */
static void add_kernel(struct str *json, const char *kernel)
{
    while (*kernel) {
        char bytes[5];
        uint32_t glyph;
        kernel += canvas_decode(kernel, &glyph);
        if (glyph == '"' || glyph == '\\') str_addc(json, '\\');
        str_add(json, bytes, (size_t)canvas_encode(glyph, bytes));
    }
}

static void add_block(struct writer *writer, const struct trace_launch *launch,
                      const struct trace_timing *timing, uint64_t base)
{
    uint64_t start = timing->start + base, end = timing->end + base;
    uint32_t slot = take_track(writer, timing->sm, start, end);
    begin_event(writer);
    str_addf(&writer->json,
             "{\"ph\":\"X\",\"name\":\"block %u\",\"pid\":%u,\"tid\":%u,\"ts\":%.3f,\"dur\":%.3f,"
             "\"args\":{\"kernel\":\"",
             timing->block, timing->sm, slot, (double)start / 1e3, (double)(end - start) / 1e3);
    add_kernel(&writer->json, launch->kernel);
    str_addf(&writer->json, "\",\"launch\":%u,\"clocks\":%llu,\"time\":\"%s\"}}", launch->ordinal,
             (unsigned long long)timing->clocks,
             writer->trace->model_time ? "model units / 1000" : "ns / 1000");
}

/* Blocks of a launch begin at `base`; returns where the next launch may begin. */
static uint64_t add_launch(struct writer *writer, const struct trace_launch *launch, uint64_t base)
{
    if (launch->timing_count == 0) return base;
    const struct trace_timing **order = mem_array(launch->timing_count, sizeof *order);
    uint64_t first = UINT64_MAX, last = 0;
    for (uint32_t i = 0; i < launch->timing_count; i++) {
        order[i] = &launch->timings[i];
        if (order[i]->start < first) first = order[i]->start;
        if (order[i]->end > last) last = order[i]->end;
    }
    qsort(order, launch->timing_count, sizeof *order, by_start);
    for (uint32_t i = 0; i < launch->timing_count; i++)
        add_block(writer, launch, order[i], base - first);
    free(order);
    return base + (last - first) + 1000;
}

int export_perfetto(const struct trace *trace, FILE *out, struct error *err)
{
    struct writer writer = {.trace = trace};
    uint64_t base = 0;
    str_init(&writer.json);
    str_adds(&writer.json, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
    for (uint32_t i = 0; i < trace->launch_count; i++)
        base = add_launch(&writer, &trace->launches[i], base);
    str_adds(&writer.json, "\n]}\n");
    int status = 0;
    if (writer.count == 0)
        status = error_set(err, "this trace has no block times");
    else if (fwrite(writer.json.text, 1, writer.json.length, out) != writer.json.length)
        status = error_set(err, "cannot write: %s", strerror(errno));
    str_fini(&writer.json);
    free(writer.tracks);
    free(writer.named);
    return status;
}
