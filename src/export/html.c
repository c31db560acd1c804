#include "export/html.h"

#include "base/str.h"
#include "export/markup.h"
#include "export/shapes.h"

#include <errno.h>
#include <string.h>

/* A class per style that occurs; s0 is STYLE_NORMAL. Double-width characters get a box of two
 * cells, whatever their font's advance is. */
static void add_css(struct str *html, const struct canvas *canvas, const struct theme *theme)
{
    bool used[STYLE_COUNT] = {false};
    for (int i = 0; i < canvas->columns * canvas->rows; i++)
        used[canvas->cells[i].style] = true;
    str_addf(html,
             "body{margin:0;background:#%06x}\n"
             "pre{margin:0;padding:1em;color:#%06x;font:16px/1.17 " SHAPES_FONTS "}\n"
             "i{font-style:normal;display:inline-block;width:2ch}\n",
             theme->background, theme->foreground);
    for (int style = 0; style < STYLE_COUNT; style++) {
        uint32_t fg, bg;
        const struct theme_pair *pair = &theme->pairs[style];
        theme_colors(theme, style, &fg, &bg);
        if (!used[style]) continue;
        str_addf(html, ".s%d{color:#%06x", style, fg);
        if (bg != theme->background) str_addf(html, ";background:#%06x", bg);
        if (pair->attributes & THEME_BOLD) str_adds(html, ";font-weight:bold");
        if (pair->attributes & THEME_UNDERLINE) str_adds(html, ";text-decoration:underline");
        str_adds(html, "}\n");
    }
}

static void add_glyph(struct str *html, const struct cell *cell)
{
    char bytes[10];
    int length = canvas_encode(cell->glyph, bytes);
    if (cell->mark) canvas_encode(cell->mark, bytes + length);
    if (cell->width == 2) str_adds(html, "<i>");
    markup_add(html, bytes);
    if (cell->width == 2) str_adds(html, "</i>");
}

static void add_row(struct str *html, const struct cell *row, int columns)
{
    int style = -1;
    for (int x = 0; x < columns; x++) {
        if (row[x].width == 0) continue;
        if (row[x].style != style) {
            if (style >= 0) str_adds(html, "</span>");
            style = row[x].style;
            str_addf(html, "<span class=\"s%d\">", style);
        }
        add_glyph(html, &row[x]);
    }
    if (style >= 0) str_adds(html, "</span>");
    str_addc(html, '\n');
}

int export_html(const struct canvas *const *pages, int count, const struct export_look *look,
                FILE *out, struct error *err)
{
    (void)count;
    const struct canvas *canvas = pages[0];
    struct str html;
    str_init(&html);
    str_adds(&html, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                    "<title>");
    markup_add(&html, look->title);
    str_adds(&html, "</title>\n<style>\n");
    add_css(&html, canvas, look->theme);
    str_adds(&html, "</style>\n</head>\n<body>\n<pre>");
    for (int y = 0; y < canvas->rows; y++)
        add_row(&html, &canvas->cells[y * canvas->columns], canvas->columns);
    str_adds(&html, "</pre>\n</body>\n</html>\n");
    int failed = fwrite(html.text, 1, html.length, out) != html.length;
    int status = failed ? error_set(err, "cannot write: %s", strerror(errno)) : 0;
    str_fini(&html);
    return status;
}
