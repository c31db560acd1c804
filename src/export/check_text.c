#include "export/check_text.h"

#include "analysis/findings.h"
#include "base/ctext.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "canvas/canvas.h"
#include "export/wrap.h"

#include <stdlib.h>
#include <string.h>

/* ---- The lines concerned -------------------------------------------------------------------- */

enum { TAB = 8 };

static const char *source_line(const char *text, uint32_t line, size_t *length)
{
    text = ctext_line(text, line, length);
    return *length ? text : NULL;
}

/* Where the operand that ends before `end` starts: "a.b[i][j]". */
static size_t operand_start(const char *line, size_t end)
{
    size_t at = end;
    for (;;) {
        if (at && (line[at - 1] == ']' || line[at - 1] == ')')) {
            int depth = 0;
            do {
                at--;
                depth +=
                    (line[at] == ']' || line[at] == ')') - (line[at] == '[' || line[at] == '(');
            } while (at && depth);
        } else if (at && ctext_is_name(line[at - 1])) {
            while (at && ctext_is_name(line[at - 1]))
                at--;
        } else if (at && line[at - 1] == '.') {
            at--;
        } else if (at > 1 && line[at - 1] == '>' && line[at - 2] == '-') {
            at -= 2;
        } else {
            return at;
        }
    }
}

/* Compilers point at the bracket or the operator; people look for the start of the operand.
 * Columns from 1; 0 = first that is not blank. */
static uint32_t snap(const char *line, size_t length, uint32_t column)
{
    if (!column || column > length) return 0;
    size_t at = column - 1;
    if (strchr("])", line[at])) return (uint32_t)operand_start(line, at + 1) + 1;
    if (strchr("[(", line[at])) return (uint32_t)operand_start(line, at) + 1;
    if (!strchr("=+-*/%&|^<>", line[at])) return column;
    if (line[at] == '*' && (!at || !ctext_is_name(line[at - 1])) && at + 1 < length &&
        line[at + 1] != ' ')
        return column; /* *pointer */
    size_t end = at;
    while (end && strchr("=+-*/%&|^<> ", line[end - 1]))
        end--;
    return end ? (uint32_t)operand_start(line, end) + 1 : column;
}

/* The line with tabs as spaces; `at`: cell of the mark. */
static void expand(const char *line, size_t length, uint32_t column, struct str *out, int *at)
{
    int width = 0;
    *at = -1;
    column = snap(line, length, column);
    for (size_t i = 0; i < length;) {
        uint32_t glyph;
        int bytes = canvas_decode(line + i, &glyph);
        bool here = column ? i + 1 >= column : line[i] != ' ' && line[i] != '\t';
        if (here && *at < 0) *at = width;
        if (line[i] == '\t') {
            do {
                str_addc(out, ' ');
                width++;
            } while (width % TAB);
        } else {
            str_add(out, line + i, (size_t)bytes);
            width += canvas_glyph_width(glyph);
        }
        i += (size_t)bytes;
    }
    if (*at < 0) *at = 0;
}

struct mark {
    int at;
    const char *label;
};

/* A row of marks under a line; those that would overlap go on a row of their own. */
static void write_marks(FILE *out, const struct check_look *look, struct mark *marks, int count)
{
    const char *bar = look->ascii ? "|" : "│", *corner = look->ascii ? "^" : "└";
    if (count == 2 && marks[0].at > marks[1].at) {
        struct mark swap = marks[0];
        marks[0] = marks[1];
        marks[1] = swap;
    }
    bool labelled = false;
    for (int i = 0; i < count; i++)
        labelled |= *marks[i].label;
    if (!labelled) return;
    if (count == 2 && marks[0].at == marks[1].at) {
        fprintf(out, "      %s %*s%s %s, %s\n", bar, marks[0].at, "", corner, marks[0].label,
                marks[1].label);
        return;
    }
    int column = 0;
    for (int i = 0; i < count; i++) {
        if (column && marks[i].at <= column) {
            fputc('\n', out);
            column = 0;
        }
        if (!column) fprintf(out, "      %s ", bar);
        fprintf(out, "%*s%s %s", marks[i].at - column, "", corner, marks[i].label);
        column = marks[i].at + 2 + canvas_width(marks[i].label);
    }
    fputc('\n', out);
}

static bool write_line(FILE *out, const struct trace *trace, const struct check_look *look,
                       const struct finding_mark *marks, int count)
{
    struct mark cells[2];
    size_t length;
    if (marks->source >= trace->source_count) return false;
    const char *line = source_line(trace->sources[marks->source].text, marks->line, &length);
    if (!line) return false;
    struct str text;
    str_init(&text);
    for (int i = 0; i < count; i++) {
        str_clear(&text);
        expand(line, length, marks[i].column, &text, &cells[i].at);
        cells[i].label = marks[i].label;
    }
    fprintf(out, "%5u %s %s\n", marks->line, look->ascii ? "|" : "│", text.text);
    write_marks(out, look, cells, count);
    str_fini(&text);
    return true;
}

static void write_excerpt(FILE *out, const struct trace *trace, const struct check_look *look,
                          const struct finding *f)
{
    const struct finding_mark *m = f->marks;
    if (f->mark_count == 2 && m[0].source == m[1].source && m[0].line == m[1].line) {
        write_line(out, trace, look, m, 2);
        return;
    }
    bool swap = f->mark_count == 2 && m[0].source == m[1].source && m[0].line > m[1].line;
    for (uint32_t i = 0; i < f->mark_count; i++)
        write_line(out, trace, look, &m[swap ? 1 - i : i], 1);
}

/* ---- Findings ---------------------------------------------------------------------------------
 */

/* An unrolled loop without barriers is one mistake and many pairs of lines. Whether one barrier
 * mends all of them only the next run can tell. */
static bool same_cause(const struct finding *f, const struct finding *g)
{
    return f->race && g->race && f->severity == g->severity && f->launch == g->launch &&
           f->round == g->round && !strcmp(f->array, g->array) &&
           f->race->scope == g->race->scope && f->race->fence_missing == g->race->fence_missing;
}

/* Those after the first are told in one line each, and where there are many, all in one. */
enum { MANY = 4 };

struct followers {
    uint32_t before; /* of the same cause, in front of this one */
    uint32_t all;    /* of the same cause, without the first */
};

static struct followers count_followers(const struct finding_list *list, uint32_t index)
{
    struct followers count = {0};
    for (uint32_t i = 0; i < list->count; i++) {
        if (i == index || !same_cause(&list->findings[index], &list->findings[i])) continue;
        count.before += i < index;
        count.all++;
    }
    return count;
}

static void add_line(struct str *text, const struct trace *trace, uint32_t source, uint32_t line)
{
    if (source && source < trace->source_count) str_addf(text, "%s:", trace->sources[source].name);
    str_addf(text, "%u", line);
}

/* "5 and 7", the upper one first; "7" for a line that races with itself. */
static void add_pair(struct str *text, const struct trace *trace, const struct finding *f)
{
    bool one_file = f->source == f->other_source, swap = one_file && f->line < f->other_line;
    add_line(text, trace, swap ? f->source : f->other_source, swap ? f->line : f->other_line);
    if (one_file && f->line == f->other_line) return;
    str_adds(text, _(" and "));
    add_line(text, trace, swap ? f->other_source : f->source, swap ? f->other_line : f->line);
}

/* The lines of all that are of its cause, from this one on. */
static void add_lines(struct str *text, const struct trace *trace, const struct finding_list *list,
                      uint32_t index)
{
    for (uint32_t i = index; i < list->count; i++) {
        const struct finding *f = &list->findings[i];
        if (!same_cause(&list->findings[index], f)) continue;
        if (i > index) str_adds(text, _("; "));
        add_pair(text, trace, f);
    }
}

static void write_head(FILE *out, const struct trace *trace, const struct check_look *look,
                       const struct finding *f, const char *words)
{
    struct str text;
    str_init(&text);
    const char *file =
        f->source < trace->source_count ? trace->sources[f->source].name : trace->program;
    str_adds(&text, file);
    if (f->line) str_addf(&text, ":%u", f->line);
    str_addf(&text, _(": %s: %s"), _(trace_severity_name(f->severity)), words);
    wrap_write(out, look->columns, 0, 4, text.text);
    str_fini(&text);
}

/* One that is probably of the same cause as one above; or all of them. */
static void write_follower(FILE *out, const struct trace *trace, const struct check_look *look,
                           const struct finding_list *list, uint32_t index, bool all)
{
    const struct finding *f = &list->findings[index];
    struct str text;
    str_init(&text);
    if (all) {
        uint32_t count = count_followers(list, index).all;
        str_addf(&text, _("%u more races on %s in the same round, on lines "), count, f->array);
        add_lines(&text, trace, list, index);
    } else {
        str_adds(&text, f->headline);
    }
    write_head(out, trace, look, f, text.text);
    wrap_write(out, look->columns, 4, 4,
               _("Probably the same cause: mend what is above, then check again."));
    fputc('\n', out);
    str_fini(&text);
}

static void write_finding(FILE *out, const struct trace *trace, const struct check_look *look,
                          const struct finding *f)
{
    struct str text;
    write_head(out, trace, look, f, f->headline);
    write_excerpt(out, trace, look, f);
    if (*f->because) wrap_write(out, look->columns, 4, 4, f->because);
    if (*f->also) wrap_write(out, look->columns, 4, 4, f->also);
    str_init(&text);
    if (*f->advice) {
        str_addf(&text, _("What to do: %s"), f->advice);
        wrap_write(out, look->columns, 4, 4, text.text);
    }
    fputc('\n', out);
    str_fini(&text);
}

static void write_findings(FILE *out, const struct trace *trace, const struct check_look *look,
                           const struct finding_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        struct followers count = count_followers(list, i);
        if (!count.before)
            write_finding(out, trace, look, &list->findings[i]);
        else if (count.all < MANY || count.before == 1)
            write_follower(out, trace, look, list, i, count.all >= MANY);
    }
}

/* ---- What was run -------------------------------------------------------------------------------
 */

enum { LAST_LINES = 3 };

/* Where the last `lines` lines of a text begin; *length without the line ends behind them. */
static const char *last_lines(const char *text, int lines, size_t *length)
{
    const char *end = text + strlen(text);
    while (end > text && (end[-1] == '\n' || end[-1] == '\r'))
        end--;
    const char *start = end;
    while (start > text && (start[-1] != '\n' || --lines))
        start--;
    *length = (size_t)(end - start);
    return start;
}

static void write_last(FILE *out, const char *text, int lines)
{
    size_t length, line;
    for (text = last_lines(text, lines, &length); length;) {
        const char *end = memchr(text, '\n', length);
        line = end ? (size_t)(end - text) : length;
        fprintf(out, "    %.*s\n", (int)line, text);
        line += end != NULL;
        text += line;
        length -= line;
    }
}

/* What it said on standard error is why it ended so, mostly; else its output may say. */
static void write_ending(FILE *out, const struct trace *trace)
{
    size_t printed, complained;
    last_lines(trace->output, 1, &printed);
    last_lines(trace->errors, 1, &complained);
    if (trace->timed_out)
        fprintf(out, "%s", _("The program did not end in time"));
    else
        fprintf(out, _("The program ended with status %d"), trace->exit_status);
    if (complained) {
        fprintf(out, "%s", _("; the end of its standard error:\n"));
        write_last(out, trace->errors, LAST_LINES);
    } else if (printed) {
        fprintf(out, "%s", _("; its last line of output:\n"));
        write_last(out, trace->output, 1);
    } else {
        fprintf(out, "%s", _(" and printed nothing.\n"));
    }
}

static void write_run(FILE *out, const struct trace *trace, const struct check_look *look)
{
    struct str text;
    str_init(&text);
    if (trace->backend == TRACE_GPU)
        str_addf(&text, "%s", trace->device.name);
    else
        str_addf(&text, _("emulator, thread order %s"), _(trace->schedule));
    str_addf(&text, trace->launch_count == 1 ? _(", %u launch") : _(", %u launches"),
             trace->launch_count);
    if (trace->launch_count == 1) {
        const struct trace_launch *launch = &trace->launches[0];
        uint32_t rounds = 0;
        for (uint32_t b = 0; b < launch->block_count; b++)
            if (launch->blocks[b].rounds > rounds) rounds = launch->blocks[b].rounds;
        uint64_t blocks = trace_grid_blocks(launch);
        char size[128];
        i18n_counted(size, sizeof size, _(", %llu {block|blocks} of %u {thread|threads}"),
                     (unsigned long long)blocks, trace_threads(launch));
        str_adds(&text, size);
        str_addf(&text, rounds == 1 ? _(", %u round") : _(", %u rounds"), rounds);
        if (launch->block_count < blocks)
            str_addf(
                &text,
                ONE_OR(launch->block_count, _("; looked at %u block"), _("; looked at %u blocks")),
                launch->block_count);
    }
    wrap_write(out, look->columns, 0, 4, text.text);
    str_fini(&text);
}

void check_text_write(struct analysis *analysis, const struct check_look *look, FILE *out)
{
    const struct trace *trace = analysis_trace(analysis);
    const struct finding_list *list = findings_get(analysis);
    if (!list->count) return;
    write_findings(out, trace, look, list);
    write_ending(out, trace);
    write_run(out, trace, look);
    char summary[128];
    findings_summary(list, summary, sizeof summary);
    struct str text;
    str_init(&text);
    str_addf(&text, _("%s (exit status %d). In the viewer: %s, then press !"), summary,
             findings_status(list), look->from_program ? "syncstep run" : "syncstep view");
    wrap_write(out, look->columns, 0, 4, text.text);
    str_fini(&text);
}
