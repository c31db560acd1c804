#include "export/svg.h"

#include "base/str.h"
#include "export/markup.h"
#include "export/shapes.h"

#include <errno.h>
#include <string.h>

static void rectangle(void *user, double x, double y, double width, double height, uint32_t color)
{
    str_addf(user, "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"#%06x\"/>\n", x, y,
             width, height, color);
}

static void line(void *user, double x1, double y1, double x2, double y2, double thickness,
                 uint32_t color)
{
    str_addf(user,
             "<line x1=\"%g\" y1=\"%g\" x2=\"%g\" y2=\"%g\" stroke=\"#%06x\" stroke-width=\"%g\" "
             "shape-rendering=\"auto\"/>\n",
             x1, y1, x2, y2, color, thickness);
}

static void text(void *user, int x, int y, int cells, const char *utf8, uint32_t color,
                 uint32_t background, uint8_t attributes, bool hidden)
{
    struct str *out = user;
    (void)background;
    str_addf(out, "<text x=\"%d\" y=\"%g\" textLength=\"%d\"", x * SHAPES_CELL_WIDTH,
             y * SHAPES_CELL_HEIGHT + SHAPES_BASELINE, cells * SHAPES_CELL_WIDTH);
    if (hidden)
        str_adds(out, " fill-opacity=\"0\"");
    else
        str_addf(out, " fill=\"#%06x\"", color);
    if (attributes & THEME_BOLD && !hidden) str_adds(out, " font-weight=\"bold\"");
    if (attributes & THEME_UNDERLINE && !hidden) str_adds(out, " text-decoration=\"underline\"");
    str_addc(out, '>');
    markup_add(out, utf8);
    str_adds(out, "</text>\n");
}

int export_svg(const struct canvas *const *pages, int count, const struct export_look *look,
               FILE *out, struct error *err)
{
    (void)count;
    const struct canvas *canvas = pages[0];
    int width = canvas->columns * SHAPES_CELL_WIDTH, height = canvas->rows * SHAPES_CELL_HEIGHT;
    struct str svg;
    str_init(&svg);
    str_addf(&svg,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
             "viewBox=\"0 0 %d %d\" shape-rendering=\"crispEdges\" xml:space=\"preserve\" "
             "font-family=\"" SHAPES_FONTS "\" font-size=\"%.3f\">\n",
             width * look->scale, height * look->scale, width, height, SHAPES_FONT_SIZE);
    const struct shapes_sink sink = {&svg, rectangle, line, text};
    shapes_draw(canvas, look->theme, &sink);
    str_adds(&svg, "</svg>\n");
    int failed = fwrite(svg.text, 1, svg.length, out) != svg.length;
    int status = failed ? error_set(err, "cannot write: %s", strerror(errno)) : 0;
    str_fini(&svg);
    return status;
}
