#include "analysis/carry_text.h"

#include "base/ctext.h"

#include <ctype.h>
#include <string.h>

/* ---- Names ---------------------------------------------------------------------------------- */

/* The length of "r[1]", "v.x" that begins at `text` with a name of `length`. */
static size_t whole_name(const char *text, size_t length)
{
    if (text[length] == '[') {
        size_t digits = strspn(text + length + 1, "0123456789");
        return digits && text[length + 1 + digits] == ']' ? length + digits + 2 : length;
    }
    while (text[length] == '.' && ctext_is_name(text[length + 1]))
        for (length++; ctext_is_name(text[length]);)
            length++;
    return length;
}

bool carry_next_name(const char *text, size_t *at, char name[CARRY_NAME])
{
    while (text[*at]) {
        if (text[*at] == '[') {
            *at = (size_t)(ctext_behind(text + *at) - text);
            continue;
        }
        if (!ctext_is_name(text[*at])) {
            ++*at;
            continue;
        }
        size_t start = *at, length = 0;
        while (ctext_is_name(text[start + length]))
            length++;
        bool member = start > 0 && (text[start - 1] == '.' || text[start - 1] == '>') &&
                      (text[start - 1] == '.' || (start > 1 && text[start - 2] == '-'));
        length = whole_name(text + start, length);
        *at = start + length;
        if (member || isdigit((unsigned char)text[start]) || text[*at] == '(') continue;
        if (length >= CARRY_NAME) continue;
        memcpy(name, text + start, length);
        name[length] = '\0';
        return true;
    }
    return false;
}

bool carry_same_name(const char *a, const char *b)
{
    size_t length = strlen(a), other = strlen(b);
    if (length > other) return carry_same_name(b, a);
    return length && strncmp(a, b, length) == 0 && (b[length] == '\0' || b[length] == '.');
}

/* ---- Assignments ---------------------------------------------------------------------------- */

/* Past "if(...)", "for(...)", "else", "do". */
static const char *skip_heads(const char *text)
{
    static const char *const heads[] = {"if", "for", "while", "switch"};
    for (bool again = true; again;) {
        again = false;
        text += *text == ' ';
        for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
            size_t length = strlen(heads[i]);
            if (strncmp(text, heads[i], length) != 0 || text[length] != '(') continue;
            text = ctext_behind(text + length);
            again = true;
        }
        if ((strncmp(text, "else", 4) == 0 && !ctext_is_name(text[4])) ||
            (strncmp(text, "do", 2) == 0 && !ctext_is_name(text[2]))) {
            text += text[0] == 'e' ? 4 : 2;
            again = true;
        }
    }
    return text;
}

/* "const float v", "v", "r[1]", "p.x": the variable that is set. */
static void take_left(const char *left, size_t length, struct assignment *a)
{
    char text[256];
    size_t end = 0;
    while (end < length && left[end] != '[' && left[end] != '.' && left[end] != '(')
        end++;
    a->indexed = end < length && left[end] == '[';
    if (!length || length >= sizeof text || *left == '*' || (end < length && left[end] == '('))
        return;
    memcpy(text, left, length);
    text[length] = '\0';
    size_t start = end;
    while (start > 0 && ctext_is_name(text[start - 1]))
        start--;
    if (start == end || isdigit((unsigned char)text[start]) || strchr(text, '>')) return;
    a->declares = start > 0 && strncmp(text, "__shared__", 10) != 0;
    size_t whole = whole_name(text + start, end - start);
    if (start + whole != length || whole >= CARRY_NAME) return; /* "r[i]", "p.q[2].x" */
    memcpy(a->name, text + start, whole);
    a->name[whole] = '\0';
}

/* One declarator or assignment; "a = b = c" is two of them. */
static void take_part(const char *text, struct assignment a, struct arena *arena,
                      struct assignments *all)
{
    const char *equals = ctext_equals(text);
    if (!equals) {
        a.right = arena_strdup(arena, text);
        MEM_GROW(all->at, all->count, all->capacity);
        all->at[all->count++] = a;
        return;
    }
    for (; equals; text = equals + 1, equals = ctext_equals(text)) {
        struct assignment one = a;
        size_t length = (size_t)(equals - text);
        one.assigns = true;
        one.compound = length && strchr("+-*/%&|^<>", text[length - 1]);
        while (length && strchr("+-*/%&|^<>", text[length - 1]))
            length--;
        take_left(text, length, &one);
        one.right = arena_strdup(arena, equals + 1);
        one.compound |= *one.name && ctext_has_name(one.right, one.name);
        MEM_GROW(all->at, all->count, all->capacity);
        all->at[all->count++] = one;
    }
}

/* ---- Text ----------------------------------------------------------------------------------- */

/* Where the function around a line begins and ends: a bracket in the first column ends one. */
static const char *around(const char *text, uint32_t line, uint32_t *first, uint32_t *last,
                          const char **end)
{
    const char *start = text;
    uint32_t number = 1;
    *first = 1;
    *end = NULL;
    for (const char *at = text; at && *at; number++) {
        const char *next = strchr(at, '\n');
        next = next ? next + 1 : at + strlen(at);
        if (*at == '}' && number < line) {
            start = next;
            *first = number + 1;
        }
        if (*at == '}' && number >= line) {
            *end = next;
            *last = number;
            return start;
        }
        at = next;
    }
    *end = text + strlen(text);
    *last = UINT32_MAX;
    return start;
}

struct reader {
    char *text; /* of the present statement, and where its characters stand */
    uint32_t *lines, *columns;
    size_t used;
    uint32_t line, column;
    int depth;
    bool blank;
    struct assignment now;
};

/* A whole statement without blanks: its parts between commas. */
static void take_statement(struct reader *r, struct arena *arena, struct assignments *all)
{
    char *part = (char *)skip_heads(r->text);
    for (char *at = part;; at++) {
        if (*at == '(' || *at == '[' || *at == '{') at = (char *)ctext_behind(at) - 1;
        if (*at && *at != ',') continue;
        bool last = !*at;
        *at = '\0';
        r->now.line = r->lines[part - r->text];
        r->now.column = r->columns[part - r->text];
        if (*part) take_part(part, r->now, arena, all);
        if (last) return;
        part = at + 1;
    }
}

static void flush(struct reader *r, struct arena *arena, struct assignments *all)
{
    r->text[r->used] = '\0';
    r->now.last = r->line;
    if (r->used) take_statement(r, arena, all);
    r->used = 0;
    r->depth = 0;
}

/* Is the statement so far one word that stands alone on its line: a macro? */
static bool is_macro(const struct reader *r)
{
    static const char *const words[] = {"else",     "do",     "return",   "const",  "static",
                                        "unsigned", "signed", "volatile", "struct", "extern"};
    if (!r->used) return false;
    for (size_t i = 0; i < r->used; i++)
        if (!ctext_is_name(r->text[i])) return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == r->used && strncmp(r->text, words[i], r->used) == 0) return false;
    return true;
}

static void put(struct reader *r, char c)
{
    r->lines[r->used] = r->line;
    r->columns[r->used] = r->column;
    r->text[r->used++] = c;
}

static void take_char(struct reader *r, char c, struct arena *arena, struct assignments *all)
{
    bool opens = c == '(' || c == '[' || (c == '{' && r->used && r->text[r->used - 1] == '=') ||
                 (c == '{' && r->depth > 0);
    bool closes = c == ')' || c == ']' || (c == '}' && r->depth > 0);
    if (r->depth <= 0 && !opens && !closes && strchr(";{}", c)) {
        flush(r, arena, all);
        return;
    }
    if (!r->used) r->now = (struct assignment){.first = r->line};
    if (r->blank && r->used && ctext_is_name(r->text[r->used - 1]) && ctext_is_name(c)) put(r, ' ');
    r->depth += opens ? 1 : closes ? -1 : 0;
    put(r, c);
    r->blank = false;
}

/* Counts lines and columns. */
static const char *pass(struct reader *r, const char *at, const char *to)
{
    for (; at < to; at++) {
        r->line += *at == '\n';
        r->column = *at == '\n' ? 1 : r->column + 1;
    }
    return to;
}

void carry_read(const char *text, uint32_t line, struct arena *arena, struct assignments *all,
                uint32_t *first, uint32_t *last)
{
    const char *end;
    const char *at = around(text, line, first, last, &end);
    size_t length = 1;
    bool line_start = true;
    struct reader r = {.line = *first, .column = 1};
    const size_t most = 2 * (size_t)(end - at) + 2;
    r.text = arena_alloc(arena, most);
    r.lines = arena_alloc(arena, most * sizeof *r.lines);
    r.columns = arena_alloc(arena, most * sizeof *r.columns);
    for (const char *next; at < end; at = pass(&r, next, next + length)) {
        next = ctext_next(at, end, &line_start);
        if (memchr(at, '\n', (size_t)(next - at)) && is_macro(&r)) flush(&r, arena, all);
        r.blank |= next > at;
        pass(&r, at, next);
        if (next == end) break;
        const bool literal = *next == '"' || *next == '\'';
        length = literal ? ctext_quoted(next) : 1;
        r.blank |= literal;
        if (!literal) take_char(&r, *next, arena, all);
    }
    flush(&r, arena, all);
}
