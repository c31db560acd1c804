/* sweep.c - `syncstep sweep PROG.cu -D NAME=1,8,16`: one run per value, a table and bars.
 *
 * The define whose value has commas is swept. Beside a program NAME.cu may stand NAME.published:
 * its first line is the heading of a column, every other one a value and the published figure. */
#include "analysis/blocks.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/paths.h"
#include "base/str.h"
#include "cmd/cmd.h"
#include "cmd/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct published {
    char heading[64];
    char **values;
    double *figures;
    size_t count, capacity;
};

struct sweep_row {
    const char *value;
    bool good;
    double clocks, nanoseconds;
    uint64_t span;
    uint32_t blocks, multiprocessors, together, waves;
};

struct sweep {
    struct options *options;
    const char *program;
    size_t define; /* which of the defines is swept */
    char *name;    /* "NUM_BLOCKS" */
    char **values;
    size_t count;
    struct sweep_row *rows;
    char kernel[64], device[96];
    bool model;
    struct published published;
};

/* ---- What is asked for --------------------------------------------------------------------- */

static bool find_define(struct sweep *s)
{
    for (size_t i = 0; i < s->options->defines.count; i++) {
        const char *word = s->options->defines.words[i], *equals = strchr(word, '=');
        if (!equals || !strchr(equals, ',')) continue;
        s->define = i;
        s->name = mem_strndup(word, (size_t)(equals - word));
        for (const char *at = equals + 1;; at++) {
            const size_t length = strcspn(at, ",");
            s->values = mem_resize(s->values, s->count + 1, sizeof *s->values);
            s->values[s->count++] = mem_strndup(at, length);
            at += length;
            if (!*at) break;
        }
        return true;
    }
    return false;
}

static void read_published(struct sweep *s)
{
    struct published *p = &s->published;
    struct str path, text;
    char *rest = NULL;
    const char *dot = strrchr(s->program, '.');
    str_init(&path);
    str_init(&text);
    str_addf(&path, "%.*s.published", dot ? (int)(dot - s->program) : (int)strlen(s->program),
             s->program);
    char *line = str_read_file(&text, path.text) == 0 ? strtok_r(text.text, "\n", &rest) : NULL;
    if (line) snprintf(p->heading, sizeof p->heading, "%s", line);
    while (line && (line = strtok_r(NULL, "\n", &rest)) != NULL) {
        char value[64];
        double figure;
        if (sscanf(line, "%63s %lf", value, &figure) != 2) continue;
        if (p->count == p->capacity) {
            p->capacity = p->capacity ? 2 * p->capacity : 8;
            p->values = mem_resize(p->values, p->capacity, sizeof *p->values);
            p->figures = mem_resize(p->figures, p->capacity, sizeof *p->figures);
        }
        p->values[p->count] = mem_strdup(value);
        p->figures[p->count++] = figure;
    }
    str_fini(&path);
    str_fini(&text);
}

static double find_published(const struct published *p, const char *value)
{
    for (size_t i = 0; i < p->count; i++)
        if (strcmp(p->values[i], value) == 0) return p->figures[i];
    return 0;
}

/* ---- One run ------------------------------------------------------------------------------- */

static void measure(struct sweep *s, const struct trace *trace, struct sweep_row *row)
{
    const uint32_t number = s->options->launch_given ? (uint32_t)s->options->launch : 0;
    if (number >= trace->launch_count) return;
    const struct trace_launch *launch = &trace->launches[number];
    struct analysis *analysis = analysis_create(trace);
    const struct blocks *blocks = blocks_of_launch(analysis, number);
    row->good = blocks->count > 0;
    row->clocks = blocks->clocks;
    row->span = blocks->span;
    row->blocks = blocks->count;
    row->multiprocessors = blocks->multiprocessors;
    row->together = blocks->together;
    row->waves = blocks->waves;
    row->nanoseconds = launch->plain.count ? launch->plain.median : 0;
    s->model = trace->model_time;
    snprintf(s->kernel, sizeof s->kernel, "%s", launch->kernel);
    snprintf(s->device, sizeof s->device, "%s",
             trace->backend == TRACE_GPU ? trace->device.name : "emulator");
    analysis_destroy(analysis);
}

static int run_value(struct sweep *s, size_t i, struct error *err)
{
    struct trace *trace = NULL;
    struct str define;
    const char *old = s->options->defines.words[s->define];
    str_init(&define);
    str_addf(&define, "%s=%s", s->name, s->values[i]);
    s->options->defines.words[s->define] = define.text;
    s->rows[i].value = s->values[i];
    if (isatty(STDERR_FILENO)) fprintf(stderr, "\r%s=%s ...   ", s->name, s->values[i]);
    const int status = load_trace(s->program, s->options, NULL, &trace, err);
    s->options->defines.words[s->define] = old;
    if (status == 0) {
        measure(s, trace, &s->rows[i]);
        trace_destroy(trace);
    } else {
        const char *value = s->values[i];
        const size_t length = strlen(value);
        struct error why = *err;
        /* a full stop that was copied with the command makes the number another type */
        if (strspn(value, "0123456789") + 1 == length && value[length - 1] == '.')
            error_set(err, "sweep: the value %s ends with a full stop. With it:\n%s", define.text,
                      why.text);
    }
    str_fini(&define);
    return status;
}

/* ---- The table ----------------------------------------------------------------------------- */

static void print_bar(double value, double most)
{
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    int parts = most > 0 ? (int)(value / most * 24 * 8 + 0.5) : 0;
    for (; parts >= 8; parts -= 8)
        fputs("█", stdout);
    puts(eighths[parts]);
}

static void print_table(const struct sweep *s)
{
    double most = 0;
    for (size_t i = 0; i < s->count; i++)
        if (s->rows[i].clocks > most) most = s->rows[i].clocks;
    printf("%s  %s  %s\n", path_name(s->program), s->kernel, s->device);
    if (s->model) puts("Clocks are those of the emulator's cost model, never times.");
    printf("\n%12s %10s %9s %10s %6s %8s %6s", s->name, "clocks", s->model ? "span" : "span ns",
           s->model ? "" : "kernel µs", "SMs", "together", "waves");
    if (s->published.count) printf("  %s", s->published.heading);
    putchar('\n');
    for (size_t i = 0; i < s->count; i++) {
        const struct sweep_row *row = &s->rows[i];
        const double figure = find_published(&s->published, row->value);
        if (!row->good) {
            printf("%12s  no times of blocks\n", row->value);
            continue;
        }
        printf("%12s %10.0f %9llu ", row->value, row->clocks, (unsigned long long)row->span);
        if (row->nanoseconds > 0)
            printf("%9.2f ", row->nanoseconds / 1e3);
        else
            printf("%9s ", "");
        printf("%6u %8u %6u", row->multiprocessors, row->together, row->waves);
        if (figure > 0) printf("  %*.0f", (int)strlen(s->published.heading), figure);
        putchar('\n');
    }
    puts("\naverage clocks of a block");
    for (size_t i = 0; i < s->count; i++) {
        printf("%12s ", s->rows[i].value);
        print_bar(s->rows[i].clocks, most);
    }
}

static void free_values(struct sweep *s)
{
    for (size_t i = 0; i < s->count; i++)
        free(s->values[i]);
    free(s->values);
    free(s->name);
}

static int sweep(struct options *options)
{
    struct sweep s = {.options = options};
    struct error err;
    if (options->words.count != 1)
        return cmd_fail(CMD_USAGE, "sweep needs one program (syncstep sweep --help)");
    s.program = options->words.words[0];
    if (load_check(s.program, options, &err)) return cmd_fail(CMD_USAGE, "%s", err.text);
    if (load_is_trace(s.program)) return cmd_fail(CMD_USAGE, "%s: sweep runs a program", s.program);
    if (!find_define(&s))
        return cmd_fail(CMD_USAGE, "sweep needs a define with several values: -D NAME=1,8,16");
    for (size_t i = 0; i < s.count; i++)
        if (!*s.values[i]) {
            int status = cmd_fail(CMD_USAGE, "sweep: value %zu of -D %s is empty", i + 1,
                                  options->defines.words[s.define]);
            free_values(&s);
            return status;
        }
    s.rows = mem_array(s.count, sizeof *s.rows);
    read_published(&s);
    int status = 0;
    for (size_t i = 0; i < s.count && status == 0; i++)
        status = run_value(&s, i, &err);
    if (isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
    if (status == 0)
        print_table(&s);
    else
        status = cmd_fail_error(CMD_FAILED, &err);
    free_values(&s);
    for (size_t i = 0; i < s.published.count; i++)
        free(s.published.values[i]);
    free(s.published.values);
    free(s.published.figures);
    free(s.rows);
    return status;
}

const struct command command_sweep = {
    .name = "sweep",
    .usage = "PROG.cu -D NAME=1,8,16",
    .summary = N_("one run per value: times of blocks as a table"),
    .groups = OPTIONS_BUILD | OPTIONS_RECORD,
    .run = sweep,
};
