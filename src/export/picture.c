#include "export/picture.h"

#ifndef SYNCSTEP_HAVE_PANGOCAIRO

static int missing(const char *format, struct error *err)
{
    return error_set(err, "%s needs pangocairo: install libpango1.0-dev and build again", format);
}

int export_png(const struct canvas *const *pages, int count, const struct export_look *look,
               FILE *out, struct error *err)
{
    (void)pages, (void)count, (void)look, (void)out;
    return missing("png", err);
}

int export_pdf(const struct canvas *const *pages, int count, const struct export_look *look,
               FILE *out, struct error *err)
{
    (void)pages, (void)count, (void)look, (void)out;
    return missing("pdf", err);
}

#else

#include "export/shapes.h"

#include <cairo-pdf.h>
#include <errno.h>
#include <png.h>
#include <pango/pangocairo.h>
#include <string.h>

struct drawing {
    cairo_t *cairo;
    PangoLayout *layout;
    PangoFontDescription *plain, *bold;
    bool keep_hidden; /* pdf: text under the geometry, in the colour of the background */
};

static void set_color(cairo_t *cairo, uint32_t color)
{
    cairo_set_source_rgb(cairo, (color >> 16 & 255) / 255.0, (color >> 8 & 255) / 255.0,
                         (color & 255) / 255.0);
}

static void rectangle(void *user, double x, double y, double width, double height, uint32_t color)
{
    struct drawing *drawing = user;
    set_color(drawing->cairo, color);
    cairo_rectangle(drawing->cairo, x, y, width, height);
    cairo_fill(drawing->cairo);
}

static void line(void *user, double x1, double y1, double x2, double y2, double thickness,
                 uint32_t color)
{
    cairo_t *cairo = ((struct drawing *)user)->cairo;
    set_color(cairo, color);
    cairo_set_line_width(cairo, thickness);
    cairo_move_to(cairo, x1, y1);
    cairo_line_to(cairo, x2, y2);
    cairo_stroke(cairo);
}

static void text(void *user, int x, int y, int cells, const char *utf8, uint32_t color,
                 uint32_t background, uint8_t attributes, bool hidden)
{
    struct drawing *drawing = user;
    if (hidden && !drawing->keep_hidden) return;
    bool bold = attributes & THEME_BOLD && !hidden;
    double left = x * SHAPES_CELL_WIDTH, base = y * SHAPES_CELL_HEIGHT + SHAPES_BASELINE;
    pango_layout_set_font_description(drawing->layout, bold ? drawing->bold : drawing->plain);
    pango_layout_set_text(drawing->layout, utf8, -1);
    set_color(drawing->cairo, hidden ? background : color);
    cairo_save(drawing->cairo);
    cairo_translate(drawing->cairo, left, base);
    /* a glyph from another font is wider or narrower than its cells: fit it */
    int width, wanted = cells * SHAPES_CELL_WIDTH * PANGO_SCALE;
    pango_layout_get_size(drawing->layout, &width, NULL);
    if (width > wanted + cells * PANGO_SCALE / 4)
        cairo_scale(drawing->cairo, (double)wanted / width, 1);
    cairo_move_to(drawing->cairo, 0, 0);
    PangoLayoutLine *first = pango_layout_get_line_readonly(drawing->layout, 0);
    pango_cairo_show_layout_line(drawing->cairo, first);
    cairo_restore(drawing->cairo);
    if (attributes & THEME_UNDERLINE && !hidden)
        rectangle(user, left, base + 2, cells * SHAPES_CELL_WIDTH, 1, color);
}

static PangoFontDescription *font(bool bold)
{
    PangoFontDescription *font = pango_font_description_from_string(SHAPES_FONTS);
    pango_font_description_set_absolute_size(font, SHAPES_FONT_SIZE * PANGO_SCALE);
    if (bold) pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD);
    return font;
}

static void drawing_init(struct drawing *drawing, cairo_surface_t *surface, bool keep_hidden)
{
    *drawing = (struct drawing){.cairo = cairo_create(surface), .keep_hidden = keep_hidden};
    drawing->layout = pango_cairo_create_layout(drawing->cairo);
    /* sizes that do not depend on the machine: no hinting of metrics, no sub-pixel colours */
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    pango_cairo_context_set_font_options(pango_layout_get_context(drawing->layout), options);
    cairo_font_options_destroy(options);
    drawing->plain = font(false);
    drawing->bold = font(true);
}

static void drawing_fini(struct drawing *drawing)
{
    pango_font_description_free(drawing->plain);
    pango_font_description_free(drawing->bold);
    g_object_unref(drawing->layout);
    cairo_destroy(drawing->cairo);
}

static void draw(struct drawing *drawing, const struct canvas *canvas, const struct theme *theme)
{
    const struct shapes_sink sink = {drawing, rectangle, line, text};
    shapes_draw(canvas, theme, &sink);
}

/* Where bytes go, and why they did not. */
struct sink {
    FILE *out;
    int failure; /* errno of the first write that failed, 0 = none */
};

static cairo_status_t write_bytes(void *user, const unsigned char *bytes, unsigned length)
{
    struct sink *sink = user;
    if (fwrite(bytes, 1, length, sink->out) == length) return CAIRO_STATUS_SUCCESS;
    if (!sink->failure) sink->failure = errno;
    return CAIRO_STATUS_WRITE_ERROR;
}

static int result(cairo_status_t status, struct sink *sink, struct error *err)
{
    if (!sink->failure && fflush(sink->out) != 0) sink->failure = errno;
    if (sink->failure) return error_set(err, "cannot write: %s", strerror(sink->failure));
    if (status == CAIRO_STATUS_SUCCESS) return 0;
    return error_set(err, "cannot draw: %s", cairo_status_to_string(status));
}

/* A screen has few colours in long runs: no filter and a low level make it small at a fifth of the
 * time that cairo's own writer takes. */
enum { PNG_LEVEL = 3 };

static void put_png(png_structp png, png_bytep bytes, size_t length)
{
    if (write_bytes(png_get_io_ptr(png), bytes, (unsigned)length) != CAIRO_STATUS_SUCCESS)
        png_error(png, "write");
}

/* libpng would say it on stderr, too. */
static void silent_error(png_structp png, png_const_charp text)
{
    (void)text;
    longjmp(png_jmpbuf(png), 1);
}

static void write_png(cairo_surface_t *surface, struct sink *sink)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, silent_error, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    int width = cairo_image_surface_get_width(surface);
    int height = cairo_image_surface_get_height(surface);
    int stride = cairo_image_surface_get_stride(surface);
    unsigned char *pixels = cairo_image_surface_get_data(surface);
    if (!info || setjmp(png_jmpbuf(png))) {
        if (!sink->failure) sink->failure = ENOMEM;
        png_destroy_write_struct(&png, &info);
        return;
    }
    png_set_write_fn(png, sink, put_png, NULL);
    png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, 8, PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_compression_level(png, PNG_LEVEL);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    png_write_info(png, info);
    png_set_bgr(png); /* cairo's pixels are native 32-bit xRGB */
    png_set_filler(png, 0, PNG_FILLER_AFTER);
    for (int y = 0; y < height; y++)
        png_write_row(png, pixels + (size_t)y * (size_t)stride);
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
}

int export_png(const struct canvas *const *pages, int count, const struct export_look *look,
               FILE *out, struct error *err)
{
    (void)count;
    const struct canvas *canvas = pages[0];
    struct sink sink = {out, 0};
    cairo_surface_t *surface = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, canvas->columns * SHAPES_CELL_WIDTH * look->scale,
        canvas->rows * SHAPES_CELL_HEIGHT * look->scale);
    cairo_status_t status = cairo_surface_status(surface);
    if (status == CAIRO_STATUS_SUCCESS) {
        struct drawing drawing;
        drawing_init(&drawing, surface, false);
        cairo_scale(drawing.cairo, look->scale, look->scale);
        draw(&drawing, canvas, look->theme);
        drawing_fini(&drawing);
        cairo_surface_flush(surface);
        write_png(surface, &sink);
    }
    cairo_surface_destroy(surface);
    return result(status, &sink, err);
}

/* Points per canvas unit: a cell of 10 units is 6 points wide, text is 10 points high. */
static const double PDF_SCALE = 0.6;

int export_pdf(const struct canvas *const *pages, int count, const struct export_look *look,
               FILE *out, struct error *err)
{
    struct sink sink = {out, 0};
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(write_bytes, &sink, 1, 1);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, look->title);
    /* the same input gives the same bytes: the date is fixed */
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
    struct drawing drawing;
    drawing_init(&drawing, surface, true);
    for (int i = 0; i < count; i++) {
        export_progress(i, count);
        cairo_pdf_surface_set_size(surface, pages[i]->columns * SHAPES_CELL_WIDTH * PDF_SCALE,
                                   pages[i]->rows * SHAPES_CELL_HEIGHT * PDF_SCALE);
        cairo_save(drawing.cairo);
        cairo_scale(drawing.cairo, PDF_SCALE, PDF_SCALE);
        draw(&drawing, pages[i], look->theme);
        cairo_restore(drawing.cairo);
        cairo_show_page(drawing.cairo);
    }
    drawing_fini(&drawing);
    cairo_surface_finish(surface);
    cairo_status_t status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    export_progress(count, count);
    return result(status, &sink, err);
}

#endif
