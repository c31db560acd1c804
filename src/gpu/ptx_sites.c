/* The sites file: what the interposer and the collector know about an instrumented build.
 * Lines of tab-separated fields, names as nvcc mangled them, paths as it wrote them:
 *
 *   syncstep-sites 1
 *   kernel  NAME  prints(0|1)  BYTES,BYTES,…     parameters of an entry
 *   symbol  NAME  BYTES                          shared array; 0 = dynamic
 *   site    KIND  WIDTH  SPACE  FLAGS  OPCODE  FILE  LINE  COLUMN  FUNCTION  [FILE …]…
 *   skipped COUNT OPCODE FILE  LINE  COLUMN  FUNCTION
 *
 * Kernels, symbols and sites are numbered from 0 in the order of their lines. */
#include "gpu/ptx.h"

#include "base/str.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FIELDS = 256 };

static void write_frame(FILE *file, const struct gpu_frame *frame)
{
    fprintf(file, "\t%s\t%u\t%u\t%s", frame->file, frame->line, frame->column, frame->function);
}

int gpu_sites_write(const struct gpu_sites *sites, const char *path, struct error *err)
{
    FILE *file = fopen(path, "w");
    if (!file) return error_set(err, "%s: %s", path, strerror(errno));
    fputs("syncstep-sites 1\n", file);
    for (uint32_t i = 0; i < sites->kernel_count; i++) {
        const struct gpu_kernel *kernel = &sites->kernels[i];
        fprintf(file, "kernel\t%s\t%d\t", kernel->name, kernel->prints);
        for (uint32_t k = 0; k < kernel->parameter_count; k++)
            fprintf(file, "%s%u", k ? "," : "", kernel->parameter_bytes[k]);
        fputc('\n', file);
    }
    for (uint32_t i = 0; i < sites->symbol_count; i++)
        fprintf(file, "symbol\t%s\t%u\n", sites->symbols[i].name, sites->symbols[i].bytes);
    for (uint32_t i = 0; i < sites->site_count; i++) {
        const struct gpu_site *site = &sites->sites[i];
        fprintf(file, "site\t%u\t%u\t%u\t%u\t%s", site->kind, site->width, site->space, site->flags,
                site->opcode);
        for (uint32_t k = 0; k < site->frame_count; k++)
            write_frame(file, &site->frames[k]);
        fputc('\n', file);
    }
    for (uint32_t i = 0; i < sites->skipped_count; i++) {
        fprintf(file, "skipped\t%u\t%s", sites->skipped[i].count, sites->skipped[i].opcode);
        write_frame(file, &sites->skipped[i].frame);
        fputc('\n', file);
    }
    const int failed = ferror(file);
    if (fclose(file) != 0 || failed) return error_set(err, "%s: %s", path, strerror(errno));
    return 0;
}

/* ---- Reading ------------------------------------------------------------------------------- */

struct fields {
    char *items[MAX_FIELDS];
    uint32_t count;
};

static void split(char *line, struct fields *fields)
{
    while (line && fields->count < MAX_FIELDS) {
        fields->items[fields->count++] = line;
        char *tab = strchr(line, '\t');
        if (tab) *tab++ = '\0';
        line = tab;
    }
}

static uint32_t number(const char *text)
{
    return (uint32_t)strtoul(text, NULL, 10);
}

static struct gpu_frame read_frame(char **fields)
{
    return (struct gpu_frame){fields[0], number(fields[1]), number(fields[2]), fields[3]};
}

static void read_kernel(struct arena *arena, const struct fields *f, struct gpu_kernel *kernel)
{
    *kernel = (struct gpu_kernel){.name = f->items[1], .prints = number(f->items[2]) != 0};
    char *at = f->items[3];
    uint32_t count = *at ? 1 : 0;
    for (const char *c = at; *c; c++)
        count += *c == ',';
    kernel->parameter_count = count;
    kernel->parameter_bytes = arena_alloc(arena, count * sizeof *kernel->parameter_bytes + 1);
    for (uint32_t i = 0; i < count; i++) {
        kernel->parameter_bytes[i] = (uint32_t)strtoul(at, &at, 10);
        at += *at == ',';
    }
}

static void read_site(struct arena *arena, struct fields *f, struct gpu_site *site)
{
    const uint32_t frames = (f->count - 6) / 4;
    struct gpu_frame *all = arena_alloc(arena, frames * sizeof *all + 1);
    for (uint32_t i = 0; i < frames; i++)
        all[i] = read_frame(&f->items[6 + 4 * i]);
    *site = (struct gpu_site){.kind = (uint8_t)number(f->items[1]),
                              .width = (uint8_t)number(f->items[2]),
                              .space = (uint8_t)number(f->items[3]),
                              .flags = (uint8_t)number(f->items[4]),
                              .opcode = f->items[5],
                              .frames = all,
                              .frame_count = frames};
}

/* Appends what one line says; the tables have room for as many entries as there are lines. */
static bool read_line(struct arena *arena, char *line, struct gpu_sites *sites)
{
    struct fields f = {.count = 0};
    split(line, &f);
    if (strcmp(f.items[0], "kernel") == 0 && f.count == 4)
        read_kernel(arena, &f, &sites->kernels[sites->kernel_count++]);
    else if (strcmp(f.items[0], "symbol") == 0 && f.count == 3)
        sites->symbols[sites->symbol_count++] = (struct gpu_symbol){f.items[1], number(f.items[2])};
    else if (strcmp(f.items[0], "site") == 0 && f.count >= 10)
        read_site(arena, &f, &sites->sites[sites->site_count++]);
    else if (strcmp(f.items[0], "skipped") == 0 && f.count == 7)
        sites->skipped[sites->skipped_count++] = (struct gpu_skipped){
            .count = number(f.items[1]), .opcode = f.items[2], .frame = read_frame(&f.items[3])};
    else
        return f.items[0][0] == '\0';
    return true;
}

int gpu_sites_read(struct arena *arena, const char *path, struct gpu_sites *sites,
                   struct error *err)
{
    static const char head[] = "syncstep-sites 1\n";
    struct str text;
    *sites = (struct gpu_sites){0};
    str_init(&text);
    if (str_read_file(&text, path) != 0) {
        str_fini(&text);
        return error_set(err, "%s: %s", path, strerror(errno));
    }
    char *copy = arena_strndup(arena, text.text, text.length);
    str_fini(&text);
    if (strncmp(copy, head, sizeof head - 1) != 0)
        return error_set(err, "%s: not a sites file", path);
    size_t lines = 1;
    for (const char *c = copy; *c; c++)
        lines += *c == '\n';
    sites->sites = arena_alloc(arena, lines * sizeof *sites->sites);
    sites->kernels = arena_alloc(arena, lines * sizeof *sites->kernels);
    sites->symbols = arena_alloc(arena, lines * sizeof *sites->symbols);
    sites->skipped = arena_alloc(arena, lines * sizeof *sites->skipped);
    char *line = copy + sizeof head - 1;
    while (line) {
        char *end = strchr(line, '\n');
        if (end) *end++ = '\0';
        if (!read_line(arena, line, sites)) return error_set(err, "%s: damaged sites file", path);
        line = end;
    }
    return 0;
}
