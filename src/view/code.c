#include "view/code.h"

#include "base/str.h"

#include <ctype.h>
#include <string.h>

static const char *const keywords[] = {
    "__constant__",
    "__device__",
    "__forceinline__",
    "__global__",
    "__host__",
    "__launch_bounds__",
    "__managed__",
    "__restrict__",
    "__shared__",
    "__syncthreads",
    "__syncthreads_and",
    "__syncthreads_count",
    "__syncthreads_or",
    "__syncwarp",
    "auto",
    "blockDim",
    "blockIdx",
    "bool",
    "break",
    "case",
    "char",
    "class",
    "const",
    "constexpr",
    "continue",
    "default",
    "delete",
    "dim3",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "false",
    "float",
    "for",
    "goto",
    "gridDim",
    "if",
    "inline",
    "int",
    "long",
    "namespace",
    "new",
    "nullptr",
    "operator",
    "private",
    "public",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "template",
    "this",
    "threadIdx",
    "true",
    "typedef",
    "typename",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "warpSize",
    "while",
};

static bool is_keyword(const char *word, size_t length)
{
    size_t low = 0, high = sizeof keywords / sizeof *keywords;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strncmp(keywords[middle], word, length);
        if (order == 0 && keywords[middle][length]) order = 1;
        if (order == 0) return true;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

/* Length of the token at `s` and what it is; stays within the line. */
static size_t token(const char *s, bool *in_comment, enum style *style)
{
    const char *start = s;
    *style = STYLE_NORMAL;
    if (*in_comment) {
        const char *end = strstr(s, "*/");
        size_t line = strcspn(s, "\n");
        *style = STYLE_COMMENT;
        if (!end || (size_t)(end - s) >= line) return line;
        *in_comment = false;
        return (size_t)(end - s) + 2;
    }
    if (s[0] == '/' && s[1] == '/') {
        *style = STYLE_COMMENT;
        return strcspn(s, "\n");
    }
    if (s[0] == '/' && s[1] == '*') {
        *in_comment = true;
        *style = STYLE_COMMENT;
        return 2;
    }
    if (*s == '"' || *s == '\'') {
        char quote = *s++;
        while (*s && *s != '\n' && *s != quote)
            s += *s == '\\' && s[1] && s[1] != '\n' ? 2 : 1;
        *style = STYLE_LITERAL;
        return (size_t)(s - start) + (*s == quote);
    }
    if (isalpha((unsigned char)*s) || *s == '_') {
        while (isalnum((unsigned char)*s) || *s == '_')
            s++;
        if (is_keyword(start, (size_t)(s - start))) *style = STYLE_KEYWORD;
        return (size_t)(s - start);
    }
    if (isdigit((unsigned char)*s)) {
        while (isalnum((unsigned char)*s) || *s == '.' || *s == '\'')
            s++;
        *style = STYLE_LITERAL;
        return (size_t)(s - start);
    }
    if (*s == '#') {
        while (*++s == ' ')
            continue;
        while (isalpha((unsigned char)*s))
            s++;
        *style = STYLE_KEYWORD;
        return (size_t)(s - start);
    }
    uint32_t glyph;
    return (size_t)canvas_decode(s, &glyph);
}

const char *code_line(const char *text, uint32_t line, bool *in_comment)
{
    *in_comment = false;
    while (line > 1) {
        enum style style;
        while (*text && *text != '\n')
            text += token(text, in_comment, &style);
        if (!*text) return NULL;
        text++;
        line--;
    }
    return *text ? text : NULL;
}

uint32_t code_lines(const char *text)
{
    uint32_t lines = 0;
    for (; *text; text++)
        if (*text == '\n' || !text[1]) lines++;
    return lines;
}

static int draw_token(struct canvas *canvas, int start, int x, int y, int end, enum style style,
                      const char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        uint32_t glyph;
        int bytes = canvas_decode(text + i, &glyph);
        int width = canvas_glyph_width(glyph);
        if (text[i] == '\t') {
            x += 4 - (x - start) % 4;
        } else if (text[i] != '\r') {
            if (x + width > end) return x + width;
            canvas_put(canvas, x, y, style, glyph);
            x += width;
        }
        i += (size_t)bytes;
    }
    return x;
}

void code_function(const char *text, uint32_t line, uint32_t *first, uint32_t *last)
{
    *first = 1;
    *last = UINT32_MAX;
    for (uint32_t at = 1; *text; at++) {
        size_t length = strcspn(text, "\n");
        if (*text == '}' && at >= line) {
            *last = at;
            return;
        }
        if (*text == '}') *first = at + 1;
        text += length + (text[length] == '\n');
    }
}

int code_draw(struct canvas *canvas, int x, int y, int columns, const char *line, bool colored,
              bool *in_comment)
{
    int start = x, end = x + columns;
    while (*line && *line != '\n') {
        enum style style;
        size_t length = token(line, in_comment, &style);
        if (!colored && style != STYLE_COMMENT) style = STYLE_NORMAL;
        if (x <= end) x = draw_token(canvas, start, x, y, end, style, line, length);
        line += length;
    }
    if (x > end && columns > 0) {
        canvas_put(canvas, end - 1, y, STYLE_DIM, 0x2026);
        x = end;
    }
    return x;
}

int code_width(const char *line)
{
    int x = 0;
    while (*line && *line != '\n') {
        uint32_t glyph;
        const char *at = line;
        line += canvas_decode(line, &glyph);
        x += *at == '\t' ? 4 - x % 4 : *at == '\r' ? 0 : canvas_glyph_width(glyph);
    }
    return x;
}

size_t code_break(const char *line, int columns)
{
    static const char behind[] = " \t,;+-*/=<>&|)]";
    size_t blank = 0, sign = 0, i = 0;
    int x = 0;
    size_t indent = strspn(line, " \t");
    while (line[i] && line[i] != '\n') {
        uint32_t glyph;
        size_t next = i + (size_t)canvas_decode(line + i, &glyph);
        x += line[i] == '\t' ? 4 - x % 4 : canvas_glyph_width(glyph);
        if (x > columns) break;
        if (line[i] == ' ' && i > indent) blank = next;
        if (i > indent && strchr(behind, line[i])) sign = next;
        i = next;
    }
    if (!line[i] || line[i] == '\n') return i;
    /* a blank near the beginning would leave most of the row empty */
    return blank * 2 > i ? blank : sign > indent ? sign : i;
}

/* ---- The opening comment --------------------------------------------------------------------- */

/* A comment line without its leader: spaces, "*", "//". Its indentation behind that counts. */
static const char *without_leader(const char *line, size_t length, size_t *rest)
{
    size_t i = 0;
    while (i < length && (line[i] == ' ' || line[i] == '\t'))
        i++;
    if (i + 1 < length && line[i] == '/' && line[i + 1] == '/')
        i += 2;
    else if (i < length && line[i] == '*')
        i++;
    if (i < length && line[i] == ' ') i++;
    while (length > i && (line[length - 1] == ' ' || line[length - 1] == '\r'))
        length--;
    *rest = length - i;
    return line + i;
}

/* "Watch: ..." or "看点：...": a line that begins with a label of one word stays a line of its own;
 * what begins small is the middle of a sentence. */
static bool has_label(const char *line, size_t length)
{
    enum { LONGEST = 6 }; /* characters of a label without an alphabet */
    static const char wide_colon[] = "：";
    size_t word = 0, at = 0;
    while (word < length && isalpha((unsigned char)line[word]))
        word++;
    if (word > 0)
        return isupper((unsigned char)line[0]) && word + 1 < length && line[word] == ':' &&
               line[word + 1] == ' ';
    for (int i = 0; i <= LONGEST && at < length; i++) {
        uint32_t glyph;
        if (length - at >= sizeof wide_colon - 1 &&
            memcmp(line + at, wide_colon, sizeof wide_colon - 1) == 0)
            return i > 0;
        at += (size_t)canvas_decode(line + at, &glyph);
        if (canvas_glyph_width(glyph) < 2) return false;
    }
    return false;
}

static bool is_wide(const char *character)
{
    uint32_t glyph;
    canvas_decode(character, &glyph);
    return canvas_glyph_width(glyph) == 2;
}

/* Writing without blanks between words needs none where lines are joined, either. */
static bool joins_with_blank(const struct str *out, const char *line)
{
    size_t last = out->length - 1;
    while (last > 0 && ((unsigned char)out->text[last] & 0xC0) == 0x80)
        last--;
    return !is_wide(out->text + last) && !is_wide(line);
}

static void join_line(struct str *out, const char *line, size_t length)
{
    bool starts = out->length == 0 || out->text[out->length - 1] == '\n';
    if (length == 0) {
        if (!starts) str_addc(out, '\n');
        if (out->length) str_addc(out, '\n');
        return;
    }
    bool item = length > 1 && (line[0] == '-' || line[0] == '*') && line[1] == ' ';
    bool alone = line[0] == ' ' || item || has_label(line, length);
    if (!starts && alone)
        str_addc(out, '\n');
    else if (!starts && joins_with_blank(out, line))
        str_addc(out, ' ');
    str_add(out, line, length);
}

void code_join_lines(struct str *out, const char *lines)
{
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        join_line(out, lines, length);
        lines += length + (lines[length] == '\n');
    }
}

char *code_opening_comment(const char *text)
{
    struct str out;
    str_init(&out);
    text += strspn(text, " \t\r\n");
    bool block = strncmp(text, "/*", 2) == 0;
    if (block) text += 2 + strspn(text + 2, "*");
    const char *end = block ? strstr(text, "*/") : NULL;
    while (*text &&
           (block ? end && text < end : strncmp(text + strspn(text, " \t"), "//", 2) == 0)) {
        size_t length = strcspn(text, "\n"), rest;
        if (end && (size_t)(end - text) < length) length = (size_t)(end - text);
        const char *line = without_leader(text, length, &rest);
        join_line(&out, line, rest);
        text += length;
        if (*text == '\n') text++;
    }
    while (out.length && out.text[out.length - 1] == '\n')
        out.text[--out.length] = 0;
    return str_take(&out);
}
