/* ASCII twins of the glyphs that views use, for terminals and locales without UTF-8. */
#include "canvas/canvas.h"

#include <string.h>

static const struct {
    uint16_t glyph;
    char twin;
} twins[] = {
    /* Latin-1 and punctuation */
    {0xA0, ' '},
    {0xAB, '"'},
    {0xB0, 'o'},
    {0xB1, '~'},
    {0xB2, '2'},
    {0xB3, '3'},
    {0xB5, 'u'},
    {0xB7, '.'},
    {0xBB, '"'},
    {0xD7, 'x'},
    {0xF7, '/'},
    {0x3BC, 'u'},
    {0x2010, '-'},
    {0x2011, '-'},
    {0x2012, '-'},
    {0x2013, '-'},
    {0x2014, '-'},
    {0x2018, '\''},
    {0x2019, '\''},
    {0x201C, '"'},
    {0x201D, '"'},
    {0x201E, '"'},
    {0x2022, '+'},
    {0x2026, '~'},
    /* arrows and relations */
    {0x2190, '<'},
    {0x2191, '^'},
    {0x2192, '>'},
    {0x2193, 'v'},
    {0x2194, '-'},
    {0x2195, '|'},
    {0x2212, '-'},
    {0x221E, '8'},
    {0x2248, '~'},
    {0x2260, '#'},
    {0x2264, '<'},
    {0x2265, '>'},
    /* box drawing */
    {0x2500, '-'},
    {0x2501, '-'},
    {0x2502, '|'},
    {0x2503, '|'},
    {0x2504, '-'},
    {0x2506, '|'},
    {0x250C, '+'},
    {0x2510, '+'},
    {0x2514, '+'},
    {0x2518, '+'},
    {0x251C, '+'},
    {0x2524, '+'},
    {0x252C, '+'},
    {0x2534, '+'},
    {0x253C, '+'},
    {0x2550, '='},
    {0x2551, '|'},
    {0x2552, '+'},
    {0x2553, '+'},
    {0x2554, '+'},
    {0x2557, '+'},
    {0x255A, '+'},
    {0x255D, '+'},
    {0x2560, '+'},
    {0x2563, '+'},
    {0x2566, '+'},
    {0x2569, '+'},
    {0x256C, '+'},
    /* blocks and shapes */
    {0x2580, '#'},
    {0x2584, '#'},
    {0x2588, '#'},
    {0x258C, '#'},
    {0x2590, '#'},
    {0x2591, ':'},
    {0x2592, '%'},
    {0x2593, '%'},
    {0x25A0, '*'},
    {0x25A1, '.'},
    {0x25AA, '#'},
    {0x25AC, '='},
    {0x25B2, '^'},
    {0x25B6, '>'},
    {0x25BA, '>'},
    {0x25BC, 'v'},
    {0x25C0, '<'},
    {0x25C4, '<'},
    {0x25C6, '@'},
    {0x25CB, 'O'},
    {0x25CF, 'o'},
    {0x2713, 'v'},
    {0xFFFD, '?'},
};

uint32_t canvas_ascii_twin(uint32_t glyph)
{
    if (glyph < 0x7F) return glyph;
    for (size_t i = 0; i < sizeof twins / sizeof *twins; i++)
        if (twins[i].glyph == glyph) return (unsigned char)twins[i].twin;
    return '?';
}

static const char *arrow_word(uint32_t glyph)
{
    static const char *const words[] = {"Left", "Up", "Right", "Down"}; /* U+2190 and on */
    return glyph >= 0x2190 && glyph <= 0x2193 ? words[glyph - 0x2190] : NULL;
}

const char *canvas_spell_keys(const char *text, char *out, size_t size)
{
    size_t used = 0;
    out[0] = 0;
    while (*text) {
        uint32_t glyph;
        int bytes = canvas_decode(text, &glyph);
        const char *word = arrow_word(glyph);
        int length = word ? (int)strlen(word) : bytes;
        if (used + (size_t)length >= size) break;
        memcpy(out + used, word ? word : text, (size_t)length);
        out[used += (size_t)length] = 0;
        text += bytes;
    }
    return out;
}

const char *canvas_keys(const struct canvas *canvas, const char *text, char *out, size_t size)
{
    return canvas->ascii ? canvas_spell_keys(text, out, size) : text;
}
