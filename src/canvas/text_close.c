#include "canvas/text_close.h"

#include "canvas/canvas.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static bool is_wide(const char *at)
{
    uint32_t glyph;
    canvas_decode(at, &glyph);
    return canvas_glyph_width(glyph) == 2;
}

static bool is_ideograph(const char *at)
{
    uint32_t glyph;
    canvas_decode(at, &glyph);
    return glyph >= 0x4E00 && glyph <= 0x9FFF;
}

static bool is_one_of(const char *const *marks, const char *at)
{
    for (; *marks; marks++)
        if (strncmp(at, *marks, strlen(*marks)) == 0) return true;
    return false;
}

/* A full stop behind a mark that has ended the sentence: "What is wrong here?." where a title with
 * a mark of its own stands last in a sentence. Not behind a key's name: "press ?." */
static bool is_second_stop(const char *word, const char *before, const char *from)
{
    static const char *const ends[] = {".", "?", "!", "。", "？", "！", NULL};
    static const char *const stops[] = {".", "。", NULL};
    if (!word || !(isalnum((unsigned char)*word) || is_ideograph(word))) return false;
    if (!is_one_of(ends, before) || !is_one_of(stops, from)) return false;
    const char *behind = from + (*from == '.' ? 1 : strlen(stops[1]));
    return !*behind || *behind == ' ' || *behind == '\n' || is_wide(behind);
}

void text_add_closed(struct str *out, const char *text)
{
    static const char *const after[] = {"。", "；", "，", "：", "！", "？", "、", "（", "）", NULL};
    static const char *const ahead[] = {"。", "；", "，", "：", "、", "（", "）", NULL};
    const char *before = NULL, *word = NULL; /* the glyph before, and the one before that */
    for (const char *from = text; *from;) {
        uint32_t glyph;
        const size_t length = (size_t)canvas_decode(from, &glyph);
        const bool single = before && *from == ' ' && from[1] && from[1] != ' ' && *before != ' ';
        if (single && ((is_wide(before) && is_wide(from + 1)) || is_one_of(after, before) ||
                       is_one_of(ahead, from + 1))) {
            from += length;
            continue;
        }
        if (is_second_stop(word, before, from)) {
            from += length;
            continue;
        }
        if (before && ((is_ideograph(before) && isalnum((unsigned char)*from)) ||
                       (isalnum((unsigned char)*before) && is_ideograph(from))))
            str_addc(out, ' ');
        str_add(out, from, length);
        word = before;
        before = from;
        from += length;
    }
}

void text_close_up(char *text, size_t size)
{
    struct str out;
    str_init(&out);
    text_add_closed(&out, text);
    if (out.length < size) memcpy(text, out.text, out.length + 1);
    str_fini(&out);
}
