#include "export/csv.h"

#include "analysis/lines.h"
#include "analysis/request.h"
#include "analysis/round.h"
#include "export/export.h"

#include <errno.h>
#include <string.h>

enum { CSV_BUFFER = 1 << 16, CSV_ROOM = 4096 };

/* Rows are put together in a buffer: printf for every number would cost most of the time. */
struct csv_out {
    FILE *file;
    size_t used;
    int failure; /* errno, 0 = none */
    char buffer[CSV_BUFFER];
};

static void flush(struct csv_out *out)
{
    if (out->used && fwrite(out->buffer, 1, out->used, out->file) != out->used)
        out->failure = errno;
    out->used = 0;
}

static void room(struct csv_out *out, size_t bytes)
{
    if (out->used + bytes > CSV_BUFFER) flush(out);
}

static void number(struct csv_out *out, uint64_t value)
{
    char digits[20];
    int count = 0;
    do
        digits[count++] = (char)('0' + value % 10);
    while (value /= 10);
    room(out, CSV_ROOM);
    while (count)
        out->buffer[out->used++] = digits[--count];
    out->buffer[out->used++] = ',';
}

static void signed_number(struct csv_out *out, int64_t value)
{
    room(out, CSV_ROOM);
    if (value < 0) out->buffer[out->used++] = '-';
    number(out, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

static void word(struct csv_out *out, const char *text)
{
    room(out, CSV_ROOM);
    bool quote = strpbrk(text, ",\"\r\n") != NULL;
    if (quote) out->buffer[out->used++] = '"';
    for (size_t n = 0; *text && n < CSV_ROOM / 2 - 4; text++, n++) {
        if (*text == '"') out->buffer[out->used++] = '"';
        out->buffer[out->used++] = *text;
    }
    if (quote) out->buffer[out->used++] = '"';
    out->buffer[out->used++] = ',';
}

static void end_row(struct csv_out *out)
{
    out->buffer[out->used - 1] = '\n'; /* instead of the last comma */
}

static const char *const spaces[] = {"shared", "global", "constant", ""};

static const char *object_name(const struct trace *trace, const struct trace_launch *launch,
                               const struct trace_request *request)
{
    if (request->object == TRACE_NONE) return "";
    if (request->space == TRACE_SHARED) return launch->arrays[request->object].name;
    return trace_allocation_name(trace, launch, request->object);
}

/* Where a request stands: what is common to the rows of a block's round. */
struct place {
    uint32_t launch, block, round;
};

typedef void (*visit)(struct analysis *analysis, struct csv_out *out, struct place place,
                      const struct trace_round *round);

static void each_round(struct analysis *analysis, struct csv_out *out, visit visitor)
{
    const struct trace *trace = analysis_trace(analysis);
    for (uint32_t l = 0; l < trace->launch_count; l++) {
        const struct trace_launch *launch = &trace->launches[l];
        for (uint32_t b = 0; b < launch->block_count; b++) {
            for (uint32_t r = 0; r < launch->blocks[b].rounds; r++)
                visitor(analysis, out, (struct place){l, b, r}, trace_block_round(launch, b, r));
            export_progress((int)b + 1, (int)launch->block_count);
        }
    }
}

static void put_place(struct csv_out *out, const struct trace_launch *launch, struct place place)
{
    number(out, launch->ordinal);
    number(out, launch->blocks[place.block].index);
    number(out, place.round);
}

static void put_site(struct csv_out *out, const struct trace *trace, uint32_t site)
{
    word(out, trace->sources[trace->sites[site].source].name);
    number(out, trace->sites[site].line);
}

/* Threads and warps as everywhere: round_counts. */
static void round_row(struct analysis *analysis, struct csv_out *out, struct place place,
                      const struct trace_round *round)
{
    const struct trace_launch *launch = &analysis_trace(analysis)->launches[place.launch];
    const struct round_counts *counts = round_counts(analysis, place.launch, place.block);
    uint64_t accesses = 0, requests = 0;
    for (uint32_t i = 0; i < round->count; i++) {
        const struct trace_request *request = &launch->requests[round->first + i];
        if (!request_is_access(request)) continue;
        requests += !request_is_part(launch, request);
        accesses += (uint64_t)__builtin_popcount(request->mask);
    }
    put_place(out, launch, place);
    number(out, requests);
    number(out, accesses);
    number(out, counts ? counts[place.round].threads : 0);
    number(out, counts ? counts[place.round].warps : 0);
    end_row(out);
}

static void request_rows(struct analysis *analysis, struct csv_out *out, struct place place,
                         const struct trace_round *round)
{
    const struct trace *trace = analysis_trace(analysis);
    const struct trace_launch *launch = &trace->launches[place.launch];
    uint32_t order = 0;
    for (uint32_t i = 0; i < round->count; i++) {
        const struct trace_request *request = &launch->requests[round->first + i];
        struct request_cost cost;
        if (!i || request->warp != request[-1].warp)
            order = 0;
        else if (!request_is_part(launch, request))
            order++;
        request_cost(trace, launch, request, NULL, &cost);
        put_place(out, launch, place);
        number(out, request->warp);
        number(out, order);
        word(out, trace_kind_name(request->kind));
        word(out, spaces[request->space]);
        word(out, object_name(trace, launch, request));
        put_site(out, trace, request->site);
        number(out, request->mask);
        number(out, (uint64_t)__builtin_popcount(request->mask));
        number(out, request->width);
        signed_number(out, request->offset);
        if (request->flags & TRACE_SCATTERED)
            word(out, "");
        else
            signed_number(out, request->stride);
        number(out, cost.sectors);
        number(out, cost.passes);
        end_row(out);
    }
}

static void access_rows(struct analysis *analysis, struct csv_out *out, struct place place,
                        const struct trace_round *round)
{
    const struct trace *trace = analysis_trace(analysis);
    const struct trace_launch *launch = &trace->launches[place.launch];
    uint32_t order = 0;
    for (uint32_t i = 0; i < round->count; i++) {
        const struct trace_request *request = &launch->requests[round->first + i];
        int64_t offsets[TRACE_LANES];
        if (!i || request->warp != request[-1].warp)
            order = 0;
        else if (!request_is_part(launch, request))
            order++;
        if (!request_is_access(request)) continue;
        trace_request_offsets(launch, request, offsets);
        for (uint32_t lane = 0; lane < TRACE_LANES; lane++) {
            if (!(request->mask >> lane & 1)) continue;
            put_place(out, launch, place);
            number(out, request->warp * TRACE_LANES + lane);
            number(out, order);
            word(out, trace_kind_name(request->kind));
            word(out, spaces[request->space]);
            word(out, object_name(trace, launch, request));
            signed_number(out, offsets[lane]);
            number(out, request->width);
            put_site(out, trace, request->site);
            end_row(out);
        }
    }
}

static void rounds(struct analysis *analysis, struct csv_out *out)
{
    each_round(analysis, out, round_row);
}

static void requests(struct analysis *analysis, struct csv_out *out)
{
    each_round(analysis, out, request_rows);
}

static void accesses(struct analysis *analysis, struct csv_out *out)
{
    each_round(analysis, out, access_rows);
}

static void blocks(struct analysis *analysis, struct csv_out *out)
{
    const struct trace *trace = analysis_trace(analysis);
    for (uint32_t l = 0; l < trace->launch_count; l++) {
        const struct trace_launch *launch = &trace->launches[l];
        for (uint32_t i = 0; i < launch->timing_count; i++) {
            const struct trace_timing *timing = &launch->timings[i];
            number(out, launch->ordinal);
            number(out, timing->block);
            number(out, timing->sm);
            number(out, timing->start);
            number(out, timing->end);
            number(out, timing->clocks);
            word(out, trace->model_time ? "model" : "ns");
            end_row(out);
        }
    }
}

static void lines(struct analysis *analysis, struct csv_out *out)
{
    const struct trace *trace = analysis_trace(analysis);
    for (uint32_t l = 0; l < trace->launch_count; l++) {
        const struct line_table *table = lines_of_launch(analysis, l);
        for (uint32_t i = 0; i < table->count; i++) {
            const struct line_total *line = &table->lines[i];
            for (int class = 0; class < LINE_CLASS_COUNT; class ++) {
                const struct line_tally *tally = &line->classes[class];
                if (!tally->requests) continue;
                number(out, trace->launches[l].ordinal);
                word(out, trace->sources[line->source].name);
                number(out, line->line);
                word(out, line_class_name(class));
                number(out, tally->requests);
                number(out, tally->accesses);
                number(out, tally->sectors);
                number(out, tally->passes);
                end_row(out);
            }
        }
    }
}

const struct csv_table csv_tables[] = {
    {"rounds", "launch,block,round,requests,accesses,threads,warps", rounds},
    {"accesses", "launch,block,round,thread,order,kind,space,object,offset,width,source,line",
     accesses},
    {"requests",
     "launch,block,round,warp,order,kind,space,object,source,line,mask,lanes,width,offset,stride,"
     "sectors,passes",
     requests},
    {"blocks", "launch,block,sm,start,end,clocks,unit", blocks},
    {"lines", "launch,source,line,class,requests,accesses,sectors,passes", lines},
};

const int csv_table_count = sizeof csv_tables / sizeof *csv_tables;

int csv_write(struct analysis *analysis, const struct csv_table *table, FILE *file,
              struct error *err)
{
    struct csv_out out;
    out.file = file;
    out.used = 0;
    out.failure = 0;
    fprintf(file, "%s\n", table->columns);
    table->write(analysis, &out);
    flush(&out);
    if (!out.failure && fflush(file) != 0) out.failure = errno;
    if (out.failure) return error_set(err, "cannot write: %s", strerror(out.failure));
    return 0;
}
