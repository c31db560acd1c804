#include "support/screen.h"

#include "app/frame.h"
#include "app/show.h"
#include "base/mem.h"
#include "base/str.h"
#include "canvas/theme.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_rows(struct str *text, const struct canvas *canvas)
{
    for (int y = 0; y < canvas->rows; y++) {
        size_t end = text->length;
        for (int x = 0; x < canvas->columns; x++) {
            const struct cell *cell = &canvas->cells[y * canvas->columns + x];
            char bytes[5];
            if (cell->width == 0) continue;
            str_add(text, bytes, (size_t)canvas_encode(cell->glyph, bytes));
            if (cell->mark) str_add(text, bytes, (size_t)canvas_encode(cell->mark, bytes));
            if (cell->glyph != ' ') end = text->length;
        }
        text->length = end;
        str_addc(text, '\n');
    }
}

char *screen_text(const struct canvas *canvas)
{
    struct str text;
    str_init(&text);
    add_rows(&text, canvas);
    return str_take(&text);
}

char *screen_styles(const struct canvas *canvas)
{
    struct str text;
    str_init(&text);
    add_rows(&text, canvas);
    for (int y = 0; y < canvas->rows; y++) {
        for (int x = 0; x < canvas->columns; x++) {
            const struct cell *cell = &canvas->cells[y * canvas->columns + x];
            str_addc(&text, cell->style == STYLE_NORMAL ? '.' : (char)('A' + cell->style - 1));
        }
        str_addc(&text, '\n');
    }
    return str_take(&text);
}

bool screen_golden(const char *text, const char *name)
{
    char path[1024];
    struct str wanted;
    snprintf(path, sizeof path, "%s/tests/golden/%s.txt", SYNCSTEP_SOURCE_ROOT, name);
    if (getenv("UPDATE_GOLDEN")) {
        FILE *out = fopen(path, "w");
        if (!out) return false;
        fputs(text, out);
        return fclose(out) == 0;
    }
    str_init(&wanted);
    bool same = str_read_file(&wanted, path) == 0 && strcmp(wanted.text, text) == 0;
    if (!same) {
        int line = 1;
        for (const char *a = wanted.text, *b = text; *a && *a == *b; a++, b++)
            line += *a == '\n';
        fprintf(stderr, "%s differs from line %d on; now:\n%s", path, line, text);
    }
    str_fini(&wanted);
    return same;
}

/* A shape that fills its cell, in a style that some theme draws in reverse: one sees nothing. */
static bool hole(const struct cell *cell)
{
    if (!canvas_solid(cell->glyph)) return false;
    for (int t = 0; t < theme_count; t++) {
        const struct theme_pair *pair = &theme_table[t].pairs[cell->style];
        if ((pair->attributes | pair->plain) & THEME_REVERSE) return true;
    }
    return false;
}

bool screen_whole(const struct canvas *canvas)
{
    for (int y = 0; y < canvas->rows; y++)
        for (int x = 0; x < canvas->columns; x++) {
            const struct cell *cell = &canvas->cells[y * canvas->columns + x];
            if (cell->width == 2 && (x + 1 >= canvas->columns || cell[1].width != 0)) return false;
            if (cell->width == 0 && (x == 0 || cell[-1].width != 2)) return false;
            if (cell->width != 0 && (cell->glyph < 0x20 || cell->glyph == 0x7F)) return false;
            if (canvas->ascii && cell->glyph > 0x7E) return false;
            if (cell->style >= STYLE_COUNT || hole(cell)) return false;
        }
    return canvas->cursor_x < canvas->columns && canvas->cursor_y < canvas->rows;
}

void screen_open(struct screen *screen, int columns, int rows, struct trace *const *traces,
                 const char *const *titles, int count)
{
    screen->session = session_create("test", NULL);
    for (int i = 0; i < count; i++) {
        session_add(screen->session, titles[i]);
        session_give(screen->session, (uint32_t)i, traces[i]);
    }
    show_begin(&screen->state, screen->session, 0);
    screen->canvas = canvas_create(columns, rows);
    frame_prepare(&screen->state, columns, rows);
    screen_draw(screen);
}

void screen_close(struct screen *screen)
{
    state_fini(&screen->state);
    session_destroy(screen->session);
    canvas_destroy(screen->canvas);
}

void screen_resize(struct screen *screen, int columns, int rows)
{
    canvas_resize(screen->canvas, columns, rows);
    frame_prepare(&screen->state, columns, rows);
}

void screen_draw(struct screen *screen)
{
    frame_prepare(&screen->state, screen->canvas->columns, screen->canvas->rows);
    frame_draw(&screen->state, screen->canvas);
}

void screen_key(struct screen *screen, uint32_t key)
{
    state_key(&screen->state, key);
    frame_prepare(&screen->state, screen->canvas->columns, screen->canvas->rows);
}

void screen_keys(struct screen *screen, const char *text)
{
    while (*text) {
        uint32_t key = (unsigned char)*text;
        text += key < 0x20 ? 1 : canvas_decode(text, &key);
        screen_key(screen, key);
    }
}

bool screen_shows(struct screen *screen, const char *text)
{
    screen_draw(screen);
    char *shown = screen_text(screen->canvas);
    bool found = strstr(shown, text) != NULL;
    free(shown);
    return found;
}
