/* How long one 160 x 45 screen takes in each format: the screen of a golden file, its words in all
 * the styles there are. usage: export GOLDEN.txt */
#include "base/mem.h"
#include "export/export.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COLUMNS = 160, ROWS = 45, TIMES = 21 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

int main(int argc, char **argv)
{
    char line[4096];
    FILE *golden = argc > 1 ? fopen(argv[1], "r") : NULL, *out = fopen("/dev/null", "w");
    struct canvas *canvas = canvas_create(COLUMNS, ROWS);
    struct export_look look = {.theme = &theme_table[0], .scale = 1, .title = "bench"};
    struct error err = {""};
    if (!golden || !out) return 1;
    for (int y = 0; y < ROWS && fgets(line, sizeof line, golden); y++) {
        canvas_text(canvas, 0, y, STYLE_NORMAL, line);
        for (int x = 0; x < COLUMNS; x += 8)
            canvas_restyle(canvas, (struct rect){x, y, 8, 1},
                           (enum style)((x / 8 + y) % STYLE_COUNT));
    }
    for (int f = 0; f < export_format_count; f++) {
        double times[TIMES];
        const struct canvas *page = canvas;
        for (int i = 0; i < TIMES; i++) {
            double start = now();
            if (export_formats[f].write(&page, 1, &look, out, &err) != 0) {
                printf("%s: %s\n", export_formats[f].ending, err.text);
                return 1;
            }
            times[i] = now() - start;
        }
        qsort(times, TIMES, sizeof *times, by_value);
        printf("%-5s %6.2f ms (median of %d)\n", export_formats[f].ending, times[TIMES / 2], TIMES);
    }
    canvas_destroy(canvas);
    return 0;
}
