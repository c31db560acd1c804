#include "trace/text.h"

#include <stdint.h>
#include <string.h>

/* Length of the valid UTF-8 sequence at s (at most n bytes), 0 if it is none. */
static size_t sequence(const unsigned char *s, size_t n, uint32_t *code)
{
    size_t length = s[0] < 0x80 ? 1 : s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if ((s[0] >= 0x80 && s[0] < 0xc2) || s[0] > 0xf4 || length > n) return 0;
    *code = length == 1 ? s[0] : s[0] & (0xffu >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if ((s[i] & 0xc0) != 0x80) return 0;
        *code = *code << 6 | (s[i] & 0x3f);
    }
    if (length > 1 && *code < least[length]) return 0;
    if (*code > 0x10ffff || (*code >= 0xd800 && *code < 0xe000)) return 0;
    return length;
}

static bool printable(uint32_t code)
{
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return false;
    if (code == 0x2028 || code == 0x2029) return false; /* separators: a line break to some */
    if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) return false;
    return code != 0x200e && code != 0x200f && code != 0x061c && code != 0xfeff;
}

static size_t put(char *to, const char *bytes, size_t count)
{
    if (to) memcpy(to, bytes, count);
    return count;
}

/* Writes to `to`, or only counts if it is NULL. */
static size_t convert(char *to, const unsigned char *s, size_t length, bool lines)
{
    size_t out = 0;
    for (size_t i = 0; i < length;) {
        uint32_t code = 0;
        size_t n = sequence(s + i, length - i, &code);
        if (code == '\r' && n && i + 1 < length && s[i + 1] == '\n') {
            i++;
            continue;
        }
        const char *bytes = (const char *)s + i;
        size_t count = n;
        if (n && (code == '\n' || code == '\t')) {
            if (!lines) bytes = " ";
        } else if (!n || !printable(code)) {
            bytes = "\xef\xbf\xbd";
            count = 3;
        }
        out += put(to ? to + out : NULL, bytes, count);
        i += n ? n : 1;
    }
    return out;
}

const char *text_printable(struct arena *arena, const char *text, size_t length, bool lines)
{
    const unsigned char *s = (const unsigned char *)text;
    size_t size = convert(NULL, s, length, lines);
    char *copy = arena_alloc(arena, size + 1);
    convert(copy, s, length, lines);
    return copy;
}
