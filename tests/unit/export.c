/* Every format is read back by a program that knows nothing of how it was written: a terminal
 * (libvterm) for ans and cast, an XML-like scan for svg and html, the PNG decoder of cairo,
 * pdftotext, jansson. */
#include "analysis/analysis.h"
#include "analysis/lines.h"
#include "base/mem.h"
#include "base/str.h"
#include "export/cast.h"
#include "export/csv.h"
#include "export/export.h"
#include "export/perfetto.h"
#include "export/text.h"
#include "support/folder.h"
#include "support/replay.h"
#include "support/synthetic.h"
#include "trace/builder.h"

#include <fcntl.h>
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#ifdef SYNCSTEP_HAVE_PANGOCAIRO
#include <cairo.h>
#endif

static const struct theme *a_theme(void)
{
    int index = theme_find("dark");
    assert_true(index >= 0);
    return &theme_table[index];
}

static struct export_look a_look(void)
{
    return (struct export_look){.theme = a_theme(), .scale = 1, .title = "a <title>"};
}

/* Every style, the glyphs of the repertoire, markup characters, double width, a combining mark. */
static struct canvas *a_canvas(void)
{
    struct canvas *canvas = canvas_create(40, 12);
    for (int style = 0; style < STYLE_COUNT; style++)
        canvas_put(canvas, style, 0, (enum style)style, (uint32_t)('A' + style % 26));
    canvas_box(canvas, (struct rect){0, 1, 20, 4}, "box");
    canvas_text(canvas, 2, 2, STYLE_ACTIVE, "\xe2\x96\xa0 \xe2\x96\x88\xe2\x96\x91\xe2\x96\x92 x");
    canvas_text(canvas, 2, 6, STYLE_NORMAL, "a < b && c > \"d\"");
    canvas_text(canvas, 2, 7, STYLE_COMMENT, "\xe4\xbd\xa0\xe5\xa5\xbd cafe\xcc\x81 end");
    canvas_fill(canvas, (struct rect){0, 8, 40, 1}, STYLE_BAR, 0x2588);
    canvas_hline(canvas, 0, 9, 40, STYLE_RULE);
    return canvas;
}

static char *written(const struct canvas *canvas, const char *name)
{
    struct error err = {""};
    struct export_look look = a_look();
    if (export_file(canvas, &look, folder_file(name), &err) != 0) fail_msg("%s", err.text);
    return folder_read(name).text;
}

/* ---- a terminal as reader ---- */

static void ans_gives_the_canvas_back(void **state)
{
    (void)state;
    struct canvas *canvas = a_canvas();
    char *text = written(canvas, "a.ans");
    struct replay replay;
    replay_open(&replay, canvas->columns, canvas->rows + 1);
    replay_lines(&replay, text);
    replay_shows(&replay, canvas, a_theme());
    replay_close(&replay);
    free(text);
    canvas_destroy(canvas);
}

static void cast_replays_to_the_last_frame(void **state)
{
    (void)state;
    struct canvas *first = a_canvas(), *last = canvas_create(40, 12);
    canvas_text(last, 3, 3, STYLE_RACE, "the \xe4\xbd\xa0 last frame");
    canvas_text(last, 0, 7, STYLE_NORMAL, "x\xe4\xbd\xa0");
    FILE *out = fopen(folder_file("a.cast"), "w");
    struct export_look look = a_look();
    struct cast cast;
    struct error err;
    cast_begin(&cast, out, 40, 12, &look);
    cast_frame(&cast, first, 0.5);
    cast_frame(&cast, last, 0.5);
    assert_int_equal(cast_end(&cast, &err), 0);
    fclose(out);

    struct str text = folder_read("a.cast");
    struct replay replay;
    replay_open(&replay, 40, 12);
    replay_cast(&replay, text.text, -1);
    replay_shows(&replay, last, a_theme());
    replay_close(&replay);
    str_fini(&text);
    canvas_destroy(first);
    canvas_destroy(last);
}

/* ---- markup ---- */

static void tags_balance(const char *text)
{
    char open[64][32];
    int depth = 0;
    for (const char *p = text; (p = strchr(p, '<')); p++) {
        if (p[1] == '?' || p[1] == '!') continue;
        char name[32];
        size_t length = strcspn(p + 1 + (p[1] == '/'), " />\n");
        assert_true(length < sizeof name);
        memcpy(name, p + 1 + (p[1] == '/'), length);
        name[length] = 0;
        const char *end = strchr(p, '>');
        assert_non_null(end);
        if (p[1] == '/') {
            assert_true(depth > 0);
            assert_string_equal(name, open[--depth]);
        } else if (end[-1] != '/') {
            assert_true(depth < 64);
            memcpy(open[depth++], name, length + 1);
        }
    }
    assert_int_equal(depth, 0);
}

static void svg_and_html_are_well_formed(void **state)
{
    (void)state;
    struct canvas *canvas = a_canvas();
    char *svg = written(canvas, "a.svg"), *html = written(canvas, "a.html");
    tags_balance(svg);
    tags_balance(html);
    assert_non_null(strstr(svg, "a &lt; b &amp;&amp; c &gt;"));
    assert_non_null(strstr(html, "a &lt; b &amp;&amp; c &gt;"));
    assert_non_null(strstr(html, "<title>a &lt;title&gt;</title>"));
    assert_null(strstr(html, "http"));
    assert_non_null(strstr(svg, "width=\"400\" height=\"240\""));
    free(svg);
    free(html);
    canvas_destroy(canvas);
}

static void same_input_gives_same_bytes(void **state)
{
    (void)state;
    struct canvas *canvas = a_canvas();
    for (int i = 0; i < export_format_count; i++) {
        char one[32], two[32];
        struct error err = {""};
        struct export_look look = a_look();
        snprintf(one, sizeof one, "one.%s", export_formats[i].ending);
        snprintf(two, sizeof two, "two.%s", export_formats[i].ending);
        if (export_file(canvas, &look, folder_file(one), &err) != 0) {
            assert_non_null(strstr(err.text, "pangocairo")); /* built without it */
            continue;
        }
        assert_int_equal(export_file(canvas, &look, folder_file(two), &err), 0);
        struct str a = folder_read(one), b = folder_read(two);
        assert_true(a.length > 100);
        assert_int_equal(a.length, b.length);
        assert_memory_equal(a.text, b.text, a.length);
        str_fini(&a);
        str_fini(&b);
    }
    canvas_destroy(canvas);
}

#ifdef SYNCSTEP_HAVE_PANGOCAIRO
static void png_has_no_gaps(void **state)
{
    (void)state;
    const uint32_t bar = 0x2588;
    for (int scale = 1; scale <= 3; scale++) {
        struct canvas *canvas = canvas_create(12, 6);
        canvas_fill(canvas, (struct rect){1, 1, 4, 2}, STYLE_BAR, bar);
        canvas_hline(canvas, 6, 1, 5, STYLE_RULE);
        canvas_vline(canvas, 8, 2, 3, STYLE_RULE);
        struct export_look look = a_look();
        struct error err = {""};
        look.scale = scale;
        assert_int_equal(export_file(canvas, &look, folder_file("gap.png"), &err), 0);
        cairo_surface_t *png = cairo_image_surface_create_from_png(folder_file("gap.png"));
        assert_int_equal(cairo_image_surface_get_width(png), 120 * scale);
        assert_int_equal(cairo_image_surface_get_height(png), 120 * scale);
        const unsigned char *pixels = cairo_image_surface_get_data(png);
        int stride = cairo_image_surface_get_stride(png);
#define PIXEL(x, y) (*(const uint32_t *)(const void *)(pixels + (y)*stride + (x)*4) & 0xFFFFFF)
        uint32_t fg, bg, rule;
        theme_colors(look.theme, STYLE_BAR, &fg, &bg);
        theme_colors(look.theme, STYLE_RULE, &rule, &bg);
        for (int y = 20 * scale; y < 60 * scale; y++)
            for (int x = 10 * scale; x < 50 * scale; x++)
                assert_int_equal(PIXEL(x, y), fg);
        for (int x = 60 * scale; x < 110 * scale; x++)
            assert_int_equal(PIXEL(x, 30 * scale), rule); /* the line's middle never breaks */
        for (int y = 40 * scale; y < 100 * scale; y++)
            assert_int_equal(PIXEL(85 * scale, y), rule);
        cairo_surface_destroy(png);
        canvas_destroy(canvas);
    }
}

static void pdf_text_is_the_screen(void **state)
{
    (void)state;
    if (system("command -v pdftotext >/dev/null 2>&1") != 0) skip();
    struct canvas *canvas = canvas_create(40, 4);
    canvas_text(canvas, 0, 0, STYLE_STRONG, "slot   0    64   128");
    canvas_text(canvas, 0, 1, STYLE_NORMAL, "rd 0   31774 27125 25576");
    canvas_box(canvas, (struct rect){0, 2, 10, 2}, "");
    const struct canvas *pages[] = {canvas, canvas};
    struct export_look look = a_look();
    struct error err = {""};
    assert_int_equal(export_pages(pages, 2, &look, folder_file("a.pdf"), &err), 0);
    char command[600], line[256];
    snprintf(command, sizeof command, "pdftotext -layout '%s' -", folder_file("a.pdf"));
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    int slots = 0, corners = 0, pages_seen = 0;
    while (fgets(line, sizeof line, pipe)) {
        slots += strstr(line, "31774 27125 25576") != NULL;
        corners += strstr(line, "\xe2\x94\x8c\xe2\x94\x80") != NULL;
        pages_seen += strchr(line, '\f') != NULL;
    }
    assert_int_equal(pclose(pipe), 0);
    assert_int_equal(slots, 2);
    assert_int_equal(corners, 2);
    assert_int_equal(pages_seen, 2);
    canvas_destroy(canvas);
}
#endif

/* ---- files ---- */

static void failures_leave_what_was_there(void **state)
{
    (void)state;
    struct canvas *canvas = a_canvas();
    struct export_look look = a_look();
    struct error err = {""};
    assert_int_equal(export_file(canvas, &look, folder_file("a.gif"), &err), -1);
    assert_non_null(strstr(err.text, ".svg"));
    assert_int_equal(export_file(canvas, &look, folder_file("no/such/a.txt"), &err), -1);
    assert_non_null(strstr(err.text, "No such file"));
    assert_int_equal(export_file(canvas, &look, "/dev/full/a.txt", &err), -1);

    struct export_out out;
    free(written(canvas, "kept.txt"));
    struct stat before, after;
    assert_int_equal(stat(folder_file("kept.txt"), &before), 0);
    assert_int_equal(export_open(&out, folder_file("kept.txt"), &err), 0);
    fputs("half", out.file);
    assert_int_equal(export_close(&out, false, &err), 0);
    assert_int_equal(stat(folder_file("kept.txt"), &after), 0);
    assert_int_equal(before.st_size, after.st_size);
    assert_int_equal(before.st_ino, after.st_ino);

    /* A link stays a link, and a pipe a pipe: what is there is not replaced. */
    char pipe_path[256];
    assert_int_equal(symlink("kept.txt", folder_file("link.txt")), 0);
    assert_int_equal(export_file(canvas, &look, folder_file("link.txt"), &err), 0);
    assert_int_equal(lstat(folder_file("link.txt"), &after), 0);
    assert_true(S_ISLNK(after.st_mode));
    snprintf(pipe_path, sizeof pipe_path, "%s", folder_file("pipe.txt"));
    assert_int_equal(mkfifo(pipe_path, 0600), 0);
    int reader = open(pipe_path, O_RDONLY | O_NONBLOCK);
    assert_int_equal(export_file(canvas, &look, pipe_path, &err), 0);
    char byte;
    assert_int_equal(read(reader, &byte, 1), 1);
    close(reader);
    assert_int_equal(lstat(pipe_path, &after), 0);
    assert_true(S_ISFIFO(after.st_mode));
    assert_int_equal(symlink("/dev/full", folder_file("full.txt")), 0);
    assert_int_equal(export_file(canvas, &look, folder_file("full.txt"), &err), -1);
    assert_non_null(strstr(err.text, "No space left"));
    assert_int_equal(
        unlink(folder_file("link.txt")) | unlink(pipe_path) | unlink(folder_file("full.txt")), 0);
    canvas_destroy(canvas);
}

/* ---- tables ---- */

static struct trace *timed_trace(void)
{
    struct trace_builder *builder = builder_create();
    struct trace *trace = builder_trace(builder), *finished;
    trace->program = "p.cu";
    builder_source(builder, &(struct trace_source){.name = "p.cu", .text = "", .own = true});
    builder_launch_begin(builder, &(struct trace_launch){.kernel = "k\"1\"\\\x01\xff\n",
                                                         .grid = {6, 1, 1},
                                                         .block = {32, 1, 1},
                                                         .source = 0,
                                                         .line = 1,
                                                         .error = ""});
    const struct trace_timing times[] = {{0, 0, 1000, 1500, 5}, {1, 1, 1000, 1400, 4},
                                         {2, 0, 1100, 1600, 5}, {3, 0, 1500, 1900, 4},
                                         {4, 1, 1400, 1800, 4}, {5, 0, 1600, 1700, 1}};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        builder_timing(builder, &times[i]);
    builder_launch_end(builder);
    struct error err = {""};
    if (builder_finish(builder, &finished, &err) != 0) fail_msg("%s", err.text);
    return finished;
}

static void perfetto_tracks_do_not_overlap(void **state)
{
    (void)state;
    struct trace *trace = timed_trace();
    struct error err = {""};
    FILE *out = fopen(folder_file("a.json"), "w");
    assert_int_equal(export_perfetto(trace, out, &err), 0);
    fclose(out);
    json_t *json = json_load_file(folder_file("a.json"), 0, NULL);
    assert_non_null(json);
    json_t *events = json_object_get(json, "traceEvents"), *a, *b;
    size_t i, j;
    int blocks = 0;
    json_array_foreach(events, i, a)
    {
        const char *phase = json_string_value(json_object_get(a, "ph"));
        assert_true(json_is_integer(json_object_get(a, "pid")));
        assert_true(json_is_integer(json_object_get(a, "tid")));
        if (strcmp(phase, "X")) continue;
        blocks++;
        double start = json_number_value(json_object_get(a, "ts"));
        double end = start + json_number_value(json_object_get(a, "dur"));
        json_array_foreach(events, j, b)
        {
            if (j <= i || strcmp(json_string_value(json_object_get(b, "ph")), "X")) continue;
            if (json_integer_value(json_object_get(a, "pid")) !=
                    json_integer_value(json_object_get(b, "pid")) ||
                json_integer_value(json_object_get(a, "tid")) !=
                    json_integer_value(json_object_get(b, "tid")))
                continue;
            double other = json_number_value(json_object_get(b, "ts"));
            double other_end = other + json_number_value(json_object_get(b, "dur"));
            assert_true(other >= end - 1e-9 || other_end <= start + 1e-9);
        }
    }
    assert_int_equal(blocks, 6);
    json_decref(json);
    trace_destroy(trace);
}

static const struct csv_table *table_named(const char *name)
{
    for (int i = 0; i < csv_table_count; i++)
        if (!strcmp(csv_tables[i].name, name)) return &csv_tables[i];
    fail_msg("no table %s", name);
    return NULL;
}

static FILE *table_file(struct analysis *analysis, const char *name)
{
    struct error err = {""};
    FILE *file = fopen(folder_file("t.csv"), "w+");
    assert_non_null(file);
    if (csv_write(analysis, table_named(name), file, &err) != 0) fail_msg("%s", err.text);
    rewind(file);
    return file;
}

static void csv_read_back_equals_the_analysis(void **state)
{
    (void)state;
    struct trace *trace = synthetic_tree(4096, 4, 64, false);
    struct analysis *analysis = analysis_create(trace);
    const struct trace_launch *launch = &trace->launches[0];
    char line[512];

    FILE *file = table_file(analysis, "accesses");
    uint64_t rows = 0;
    while (fgets(line, sizeof line, file))
        rows++;
    fclose(file);
    assert_int_equal(rows - 1, launch->accesses);

    file = table_file(analysis, "requests");
    uint64_t sectors = 0, passes = 0, lanes = 0;
    assert_non_null(fgets(line, sizeof line, file));
    while (fgets(line, sizeof line, file)) {
        const char *last = strrchr(line, ','), *before = last;
        while (*--before != ',')
            continue;
        passes += strtoull(last + 1, NULL, 10);
        sectors += strtoull(before + 1, NULL, 10);
        const char *field = line;
        for (int i = 0; i < 11; i++)
            field = strchr(field, ',') + 1;
        if (strstr(line, ",load,") || strstr(line, ",store,")) lanes += strtoull(field, NULL, 10);
    }
    fclose(file);
    const struct line_total *total = &lines_of_launch(analysis, 0)->total;
    assert_int_equal(sectors, line_sectors(total));
    assert_int_equal(passes, line_passes(total));
    assert_int_equal(lanes, line_accesses(total));

    file = table_file(analysis, "lines");
    sectors = 0;
    assert_non_null(fgets(line, sizeof line, file));
    while (fgets(line, sizeof line, file)) {
        char *last = strrchr(line, ',');
        *last = 0;
        sectors += strtoull(strrchr(line, ',') + 1, NULL, 10);
    }
    fclose(file);
    assert_int_equal(sectors, line_sectors(total));

    file = table_file(analysis, "rounds");
    rows = 0;
    while (fgets(line, sizeof line, file))
        rows++;
    fclose(file);
    assert_int_equal(rows - 1, launch->round_count);
    analysis_destroy(analysis);
    trace_destroy(trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ans_gives_the_canvas_back),
        cmocka_unit_test(cast_replays_to_the_last_frame),
        cmocka_unit_test(svg_and_html_are_well_formed),
        cmocka_unit_test(same_input_gives_same_bytes),
#ifdef SYNCSTEP_HAVE_PANGOCAIRO
        cmocka_unit_test(png_has_no_gaps),
        cmocka_unit_test(pdf_text_is_the_screen),
#endif
        cmocka_unit_test(failures_leave_what_was_there),
        cmocka_unit_test(perfetto_tracks_do_not_overlap),
        cmocka_unit_test(csv_read_back_equals_the_analysis),
    };
    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
