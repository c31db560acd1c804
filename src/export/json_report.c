#include "export/json_report.h"

#include "analysis/findings.h"
#include "analysis/finish.h"
#include "analysis/lines.h"

#include <jansson.h>
#include <string.h>

/* ---- Small things -------------------------------------------------------------------------- */

static void put(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value ? value : json_null());
}

static void put_number(json_t *object, const char *key, uint64_t value)
{
    put(object, key, json_integer((json_int_t)value));
}

static void put_text(json_t *object, const char *key, const char *text)
{
    put(object, key, text ? json_string(text) : json_null());
}

/* Indices that may be unknown. */
static void put_index(json_t *object, const char *key, uint32_t value)
{
    put(object, key, value == TRACE_NONE ? json_null() : json_integer(value));
}

static json_t *numbers(const uint32_t *values, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, json_integer(values[i]));
    return array;
}

static json_t *pair(uint32_t a, uint32_t b)
{
    const uint32_t values[] = {a, b};
    return numbers(values, 2);
}

static const char *file_name(const struct trace *trace, uint32_t source)
{
    return source < trace->source_count ? trace->sources[source].name : NULL;
}

/* ---- Lines ------------------------------------------------------------------------------------
 */

static const char *const cost_names[LINE_CLASS_COUNT] = {
    [LINE_GLOBAL_LOAD] = "sectors",    [LINE_GLOBAL_STORE] = "sectors",
    [LINE_SHARED_LOAD] = "wavefronts", [LINE_SHARED_STORE] = "wavefronts",
    [LINE_CONSTANT_LOAD] = "passes",
};

static void put_classes(json_t *object, const struct line_total *total)
{
    char key[64];
    for (int i = 0; i < LINE_CLASS_COUNT; i++) {
        const struct line_tally *tally = &total->classes[i];
        const char *name = line_class_name((enum line_class)i);
        snprintf(key, sizeof key, "%s_requests", name);
        put_number(object, key, tally->requests);
        if (cost_names[i]) {
            snprintf(key, sizeof key, "%s_%s", name, cost_names[i]);
            put_number(object, key,
                       i == LINE_CONSTANT_LOAD   ? tally->pieces
                       : cost_names[i][0] == 's' ? tally->sectors
                                                 : tally->passes);
        }
        snprintf(key, sizeof key, "%s_accesses", name);
        put_number(object, key, tally->accesses);
    }
    put(object, "lanes_per_request", json_real(line_lanes(total)));
    put_number(object, "dropped_accesses", total->dropped);
    put_number(object, "all_accesses", line_accesses(total) + total->dropped);
}

static json_t *lines_array(struct analysis *analysis, uint32_t launch)
{
    const struct trace *trace = analysis_trace(analysis);
    const struct line_table *table = lines_of_launch(analysis, launch);
    json_t *array = json_array();
    for (uint32_t i = 0; i < table->count; i++) {
        const struct line_total *total = &table->lines[i];
        if (!line_requests(total) && !total->dropped) continue;
        json_t *line = json_object();
        put_text(line, "file", file_name(trace, total->source));
        put_number(line, "line", total->line);
        put_classes(line, total);
        put(line, "joined_by_ptxas", json_boolean(total->joined));
        json_array_append_new(array, line);
    }
    return array;
}

/* ---- Launches -----------------------------------------------------------------------------------
 */

static const char *object_name(const struct trace *trace, const struct trace_launch *launch,
                               const struct race *race)
{
    return race->space == TRACE_SHARED ? launch->arrays[race->object].name
                                       : trace_allocation_name(trace, launch, race->object);
}

static const char *const scope_names[RACE_SCOPE_COUNT] = {
    [RACE_WITHIN_WARP] = "warp",
    [RACE_BETWEEN_WARPS] = "block",
    [RACE_BETWEEN_BLOCKS] = "grid",
};

static json_t *races_array(struct analysis *analysis, uint32_t launch_index)
{
    const struct trace *trace = analysis_trace(analysis);
    const struct trace_launch *launch = &trace->launches[launch_index];
    const struct race_table *table = races_of_launch(analysis, launch_index);
    json_t *array = json_array();
    for (uint32_t i = 0; i < table->count; i++) {
        const struct race *race = &table->races[i];
        const struct race_side *a =
            race->kind == RACE_READ_WRITE ? race_reader(race) : &race->first;
        const struct race_side *b = a == &race->first ? &race->second : &race->first;
        const struct trace_site *x = &trace->sites[a->site], *y = &trace->sites[b->site];
        json_t *row = json_object();
        put_text(row, "kind", race_kind_name(race->kind));
        put_text(row, "severity", trace_severity_name(race->severity));
        put_text(row, "space", race->space == TRACE_SHARED ? "shared" : "global");
        put_text(row, "scope", scope_names[race->scope]);
        put_text(row, "array", object_name(trace, launch, race));
        put(row, "slot", json_integer(race->slot));
        put_number(row, "round", a->round);
        put_number(row, "block", launch->blocks[a->block].index);
        put(row, "blocks", pair(launch->blocks[a->block].index, launch->blocks[b->block].index));
        put(row, "threads", pair(a->thread, b->thread));
        put(row, "lines", pair(x->line, y->line));
        json_t *files = json_array();
        json_array_append_new(files, json_string(trace->sources[x->source].name));
        json_array_append_new(files, json_string(trace->sources[y->source].name));
        put(row, "files", files);
        put_number(row, "count", race->count);
        json_array_append_new(array, row);
    }
    return array;
}

static json_t *shared_array(const struct trace *trace, const struct trace_launch *launch)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < launch->array_count; i++) {
        const struct trace_array *a = &launch->arrays[i];
        json_t *row = json_object();
        put_text(row, "name", a->name);
        put_text(row, "type", a->type < trace->type_count ? trace->types[a->type].name : NULL);
        put(row, "dims", numbers(a->dims, a->dim_count));
        put_number(row, "count", a->count);
        put_number(row, "bytes", a->bytes);
        put(row, "dynamic", json_boolean(a->dynamic));
        json_array_append_new(array, row);
    }
    return array;
}

static json_t *time_object(const struct trace_time *time)
{
    if (!time->count) return json_null();
    json_t *object = json_object();
    put(object, "median_ns", json_real(time->median));
    put(object, "low_ns", json_real(time->low));
    put(object, "high_ns", json_real(time->high));
    put_number(object, "count", time->count);
    return object;
}

static json_t *times_object(const struct trace_launch *launch)
{
    if (!launch->plain.count && !launch->timed.count && !launch->probed.count) return json_null();
    json_t *object = json_object();
    put(object, "plain", time_object(&launch->plain));
    put(object, "timed", time_object(&launch->timed));
    put(object, "probed", time_object(&launch->probed));
    return object;
}

static json_t *finish_object(struct analysis *analysis, uint32_t index)
{
    const struct trace *trace = analysis_trace(analysis);
    const struct finish *f = finish_of_launch(analysis, index);
    if (!f) return json_null();
    json_t *object = json_object();
    put_text(object, "array",
             trace_allocation_name(trace, &trace->launches[f->writer], f->reading->allocation));
    put_number(object, "count", f->count);
    put_text(object, "file", file_name(trace, f->source));
    put_number(object, "line", f->line);
    put(object, "copy_line", f->copy_line ? json_integer(f->copy_line) : json_null());
    put_text(object, "sum", *f->sum ? f->sum : NULL);
    return object;
}

static json_t *launch_object(struct analysis *analysis, uint32_t index, bool findings_only)
{
    const struct trace *trace = analysis_trace(analysis);
    const struct trace_launch *launch = &trace->launches[index];
    uint32_t rounds = 0;
    for (uint32_t b = 0; b < launch->block_count; b++)
        if (launch->blocks[b].rounds > rounds) rounds = launch->blocks[b].rounds;
    json_t *object = json_object();
    put_text(object, "kernel", launch->kernel);
    put_number(object, "ordinal", launch->ordinal);
    put(object, "parent", launch->parent ? json_integer(launch->parent - 1) : json_null());
    put(object, "grid", numbers(launch->grid, 3));
    put(object, "block", numbers(launch->block, 3));
    put_number(object, "rounds", rounds);
    put(object, "complete", json_boolean(launch->complete));
    put_text(object, "error", *launch->error ? launch->error : NULL);
    if (!findings_only) {
        json_t *totals = json_object();
        put_classes(totals, &lines_of_launch(analysis, index)->total);
        put_number(object, "accesses", launch->accesses);
        put_number(object, "blocks", trace_grid_blocks(launch));
        put_number(object, "recorded_blocks", launch->block_count);
        put(object, "shared", shared_array(trace, launch));
        put(object, "totals", totals);
        put(object, "lines", lines_array(analysis, index));
        put(object, "times", times_object(launch));
        put(object, "final_addition", finish_object(analysis, index));
    }
    put(object, "races", races_array(analysis, index));
    return object;
}

/* ---- Diagnostics
 * ----------------------------------------------------------------------------------- */

static json_t *diagnostic_object(const struct trace *trace, const struct finding *f)
{
    json_t *object = json_object();
    put_text(object, "kind", trace_fault_name(f->fault));
    put_text(object, "severity", trace_severity_name(f->severity));
    put_text(object, "message", f->headline);
    put_text(object, "explanation", *f->because ? f->because : NULL);
    put_text(object, "also", *f->also ? f->also : NULL);
    put_text(object, "advice", *f->advice ? f->advice : NULL);
    put_text(object, "file", file_name(trace, f->source));
    put(object, "line", f->line ? json_integer(f->line) : json_null());
    put_text(object, "array", *f->array ? f->array : NULL);
    put(object, "index", f->has_index ? json_integer(f->index) : json_null());
    if (f->dimension) put(object, "dimension", json_integer(f->dimension));
    put_index(object, "launch", f->launch);
    put_index(object, "block", f->block);
    put_index(object, "round", f->round);
    put_index(object, "thread", f->thread);
    put_number(object, "count", f->count);
    if (f->other_line) put(object, "lines", pair(f->line, f->other_line));
    if (f->race) {
        put(object, "threads", pair(f->thread, f->other_thread));
        put(object, "blocks", pair(f->block, f->other_block));
    }
    return object;
}

/* ---- The whole
 * ---------------------------------------------------------------------------------------- */

static json_t *report_object(struct analysis *analysis, bool findings_only)
{
    const struct trace *trace = analysis_trace(analysis);
    const struct finding_list *list = findings_get(analysis);
    json_t *report = json_object(), *launches = json_array(), *diagnostics = json_array();
    put_number(report, "schema", JSON_REPORT_SCHEMA);
    put_text(report, "program", trace->program);
    put_text(report, "backend", trace->backend == TRACE_GPU ? "gpu" : "emulator");
    put_text(report, "as", trace->as);
    put(report, "exit_status", trace->timed_out ? json_null() : json_integer(trace->exit_status));
    put(report, "timed_out", json_boolean(trace->timed_out));
    if (!findings_only) {
        put_text(report, "stdout", trace->output);
        put_text(report, "stderr", trace->errors);
        put_text(report, "device", trace->device.name);
        put_text(report, "compiler", trace->compiler);
        put_number(report, "launches_seen", trace->launches_seen);
    }
    for (uint32_t i = 0; i < trace->launch_count; i++)
        json_array_append_new(launches, launch_object(analysis, i, findings_only));
    for (uint32_t i = 0; i < list->count; i++)
        json_array_append_new(diagnostics, diagnostic_object(trace, &list->findings[i]));
    put(report, "launches", launches);
    put(report, "diagnostics", diagnostics);
    return report;
}

int json_report_write(struct analysis *analysis, bool findings_only, FILE *out, struct error *err)
{
    json_t *report = report_object(analysis, findings_only);
    int failed = json_dumpf(report, out, JSON_INDENT(2));
    json_decref(report);
    if (failed || fputc('\n', out) == EOF || fflush(out))
        return error_set(err, "cannot write the report");
    return 0;
}
