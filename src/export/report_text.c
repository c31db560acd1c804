#include "export/report_text.h"

#include "analysis/bandwidth.h"
#include "analysis/findings.h"
#include "analysis/finish.h"
#include "analysis/lines.h"
#include "base/ctext.h"
#include "base/i18n.h"

#include <string.h>

static void write_dims(FILE *out, const uint32_t dims[3])
{
    if (dims[2] > 1)
        fprintf(out, "(%u,%u,%u)", dims[0], dims[1], dims[2]);
    else if (dims[1] > 1)
        fprintf(out, "(%u,%u)", dims[0], dims[1]);
    else
        fprintf(out, "%u", dims[0]);
}

static void write_run(FILE *out, const struct trace *trace)
{
    fprintf(out, "%s  ", trace->program);
    if (trace->backend == TRACE_GPU)
        fprintf(out, "%s", trace->device.name);
    else
        fprintf(out, _("emulator, thread order %s"), _(trace->schedule));
    fprintf(out, _(", as %s, "), trace->as);
    if (trace->timed_out)
        fprintf(out, "%s\n", _("timed out"));
    else
        fprintf(out, _("exit status %d\n"), trace->exit_status);
    if (trace->launches_seen > trace->launch_count)
        fprintf(out,
                ONE_OR(trace->launch_count, _("%u of %u launches was recorded.\n"),
                       _("%u of %u launches were recorded.\n")),
                trace->launch_count, trace->launches_seen);
}

static void write_arrays(FILE *out, const struct trace *trace, const struct trace_launch *launch)
{
    for (uint32_t i = 0; i < launch->array_count; i++) {
        const struct trace_array *a = &launch->arrays[i];
        const char *type = a->type < trace->type_count ? trace->types[a->type].name : "";
        fprintf(out, _("  shared %s %s"), type, a->name);
        for (uint32_t d = 0; d < a->dim_count; d++)
            fprintf(out, "[%u]", a->dims[d]);
        fprintf(out, a->dynamic ? _("  %u bytes, dynamic\n") : _("  %u bytes\n"), a->bytes);
    }
}

/* The line's text without the blanks in front, cut to `columns` bytes of whole characters. */
static void write_excerpt(FILE *out, const struct trace *trace, const struct line_total *total,
                          int columns)
{
    size_t bytes;
    const char *text = ctext_line(trace->sources[total->source].text, total->line, &bytes);
    text += strspn(text, " \t");
    int length = (int)strcspn(text, "\n");
    if (length > columns) {
        length = columns;
        while (length && ((unsigned char)text[length] & 0xc0) == 0x80)
            length--;
    }
    fprintf(out, "  %.*s", length, text);
}

static void write_lines(FILE *out, struct analysis *analysis, uint32_t launch)
{
    const struct trace *trace = analysis_trace(analysis);
    const struct line_table *table = lines_of_launch(analysis, launch);
    fprintf(out, "  %-6s %10s %10s %10s %6s\n", _("line"), _("requests"), _("sectors"), _("passes"),
            _("lanes"));
    for (uint32_t i = 0; i < table->count; i++) {
        const struct line_total *total = &table->lines[i];
        if (!line_requests(total)) continue;
        char where[32];
        snprintf(where, sizeof where, "%u", total->line);
        fprintf(out, "  %-6s %10llu %10llu %10llu %6.1f", where,
                (unsigned long long)line_requests(total), (unsigned long long)line_sectors(total),
                (unsigned long long)line_passes(total), line_lanes(total));
        if (total->source) fprintf(out, "  %s:", trace->sources[total->source].name);
        write_excerpt(out, trace, total, 34);
        fputc('\n', out);
    }
    fprintf(out, "  %-6s %10llu %10llu %10llu %6.1f\n", _("all"),
            (unsigned long long)line_requests(&table->total),
            (unsigned long long)line_sectors(&table->total),
            (unsigned long long)line_passes(&table->total), line_lanes(&table->total));
    if (!table->total.dropped) return;
    fprintf(out,
            _("  These lines are of the %u recorded blocks of %llu, %llu accesses; all blocks make "
              "%llu.\n  --blocks all records every block.\n"),
            trace->launches[launch].block_count,
            (unsigned long long)trace_grid_blocks(&trace->launches[launch]),
            (unsigned long long)line_accesses(&table->total),
            (unsigned long long)(line_accesses(&table->total) + table->total.dropped));
}

static void write_bandwidth(FILE *out, struct analysis *analysis, uint32_t launch)
{
    const struct bandwidth *b = bandwidth_of_launch(analysis, launch);
    if (!b->read && !b->written) return;
    fprintf(out, _("  global memory: %llu bytes read, %llu written, each counted once"),
            (unsigned long long)b->read, (unsigned long long)b->written);
    if (b->timed) {
        fprintf(out, _("; %.1f us"), b->nanoseconds / 1e3);
        if (b->bytes_per_second > 0)
            fprintf(out, b->complete || b->counted ? ", %.1f GB/s" : _(", about %.1f GB/s"),
                    b->bytes_per_second / 1e9);
        if (b->share > 0) fprintf(out, _(", %.2f %% of peak"), 100 * b->share);
    }
    fputc('\n', out);
}

static void write_finish(FILE *out, struct analysis *analysis, uint32_t launch)
{
    char text[512];
    const struct finish *finish = finish_of_launch(analysis, launch);
    if (!finish) return;
    finish_sentence(analysis, finish, text, sizeof text);
    fprintf(out, "  %s\n", text);
}

static void write_launch(FILE *out, struct analysis *analysis, uint32_t index)
{
    const struct trace *trace = analysis_trace(analysis);
    const struct trace_launch *launch = &trace->launches[index];
    uint32_t rounds = 0;
    for (uint32_t b = 0; b < launch->block_count; b++)
        if (launch->blocks[b].rounds > rounds) rounds = launch->blocks[b].rounds;
    fprintf(out, "\n%s<<<", launch->kernel);
    write_dims(out, launch->grid);
    fputs(", ", out);
    write_dims(out, launch->block);
    fprintf(out,
            rounds == 1 ? _(">>>  %u round, %llu accesses") : _(">>>  %u rounds, %llu accesses"),
            rounds, (unsigned long long)launch->accesses);
    if (*launch->error) fprintf(out, "  %s", launch->error);
    if (!launch->complete)
        fprintf(out, _("  (%u of %llu blocks recorded)"), launch->block_count,
                (unsigned long long)trace_grid_blocks(launch));
    fputc('\n', out);
    write_arrays(out, trace, launch);
    if (launch->request_count || launch->dropped_count) write_lines(out, analysis, index);
    write_bandwidth(out, analysis, index);
    write_finish(out, analysis, index);
}

void report_text_write(struct analysis *analysis, FILE *out)
{
    const struct trace *trace = analysis_trace(analysis);
    const struct finding_list *list = findings_get(analysis);
    write_run(out, trace);
    for (uint32_t i = 0; i < trace->launch_count; i++)
        write_launch(out, analysis, i);
    char summary[128];
    findings_summary(list, summary, sizeof summary);
    fprintf(out, "\n%s\n", summary);
    for (uint32_t i = 0; i < list->count; i++) {
        const struct finding *f = &list->findings[i];
        const char *file =
            f->source < trace->source_count ? trace->sources[f->source].name : trace->program;
        fprintf(out, "  %s", file);
        if (f->line) fprintf(out, ":%u", f->line);
        fprintf(out, _(": %s: %s\n"), _(trace_severity_name(f->severity)), f->headline);
    }
}
