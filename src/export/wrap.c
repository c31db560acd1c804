#include "export/wrap.h"

#include "base/str.h"
#include "canvas/canvas.h"
#include "canvas/text_close.h"

#include <string.h>

static int word_width(const char *word, size_t length)
{
    int width = 0;
    for (size_t i = 0; i < length;) {
        uint32_t glyph;
        i += (size_t)canvas_decode(word + i, &glyph);
        width += canvas_glyph_width(glyph);
    }
    return width;
}

void wrap_write(FILE *out, int columns, int first, int rest, const char *text)
{
    int column = fprintf(out, "%*s", first, ""), words = 0;
    struct str closed;
    str_init(&closed);
    text_add_closed(&closed, text);
    text = closed.text;
    while (*text) {
        size_t length = strcspn(text, " \n");
        int width = word_width(text, length);
        if (words && columns && column + 1 + width > columns) {
            column = fprintf(out, "\n%*s", rest, "") - 1;
            words = 0;
        }
        if (words) column += fprintf(out, " ");
        fwrite(text, 1, length, out);
        column += width;
        words++;
        text += length;
        text += strspn(text, " \n");
    }
    fputc('\n', out);
    str_fini(&closed);
}
