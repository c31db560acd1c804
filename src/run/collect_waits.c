/* Where the host's code asks again until the device is ready, as its text tells. */
#include "run/collect_diagnostics.h"

#include "base/ctext.h"

#include <ctype.h>
#include <string.h>

/* The word between two places of the text, or NULL. */
static const char *find_word(const char *from, const char *to, const char *word, size_t length)
{
    for (const char *at = from; at < to; at++) {
        at = memmem(at, (size_t)(to - at), word, length);
        if (!at) return NULL;
        if ((at == from || !ctext_is_name(at[-1])) && !ctext_is_name(at[length])) return at;
    }
    return NULL;
}

static bool has_word(const char *from, const char *to, const char *word)
{
    return find_word(from, to, word, strlen(word)) != NULL;
}

bool diagnostics_in_a_loop(struct collect *c, const struct trace_diagnostic *d)
{
    size_t length;
    const char *at = collect_line(c, d, &length);
    return has_word(at, at + length, "while");
}

/* Behind the bracket that closes the one at `open`; `to` where none does. */
static const char *behind_brackets(const char *open, const char *to)
{
    int depth = 0;
    for (const char *at = open; at < to; at++) {
        depth += (*at == '(') - (*at == ')');
        if (!depth) return at + 1;
    }
    return to;
}

/* A while, further down in the function, that asks for the name. */
static bool loops_on(const char *from, const char *to, const char *name, size_t length)
{
    for (const char *at = from; (at = find_word(at, to, "while", strlen("while"))) != NULL; at++) {
        const char *open = at + strcspn(at, "(");
        if (open < to && find_word(open, behind_brackets(open, to), name, length)) return true;
    }
    return false;
}

static const char not_ready[] = "cudaErrorNotReady";

/* A statement, further down in the function, that has the name and what is not ready in it. */
static bool compares(const char *from, const char *to, const char *name, size_t length)
{
    for (const char *at = from; (at = find_word(at, to, not_ready, sizeof not_ready - 1)) != NULL;
         at++) {
        const char *first = at, *last = at + strcspn(at, ";{}");
        while (first > from && !strchr(";{}", first[-1]))
            first--;
        if (find_word(first, last, name, length)) return true;
    }
    return false;
}

/* What a call returns is kept under a name: its length, or 0; *name: where it stands. */
static size_t kept_as(const char *line, const char *call, const char **name)
{
    const char *end = call;
    while (end > line && (isspace((unsigned char)end[-1]) || end[-1] == ':'))
        end--;
    if (end == line || end[-1] != '=') return 0;
    do {
        end--;
    } while (end > line && isspace((unsigned char)end[-1]));
    *name = end;
    while (*name > line && ctext_is_name((*name)[-1]))
        (*name)--;
    return (size_t)(end - *name);
}

bool diagnostics_asks_again(struct collect *c, const struct trace_diagnostic *d, const char *call)
{
    size_t bytes;
    const char *line = collect_line(c, d, &bytes), *name;
    const char *end = line + bytes, *at = find_word(line, end, call, strlen(call));
    const char *close = strstr(line, "\n}"); /* of the function, as nearly everybody writes it */
    if (!close) close = line + strlen(line);
    if (!at) return false;
    const char *behind = behind_brackets(at + strcspn(at, "("), close);
    if (has_word(line, at, "while")) return true;
    size_t length = kept_as(line, at, &name);
    if (length)
        return loops_on(behind, close, name, length) || compares(behind, close, name, length);
    if (has_word(line, at, "switch")) return has_word(behind, close, not_ready);
    return has_word(line, at, "if") &&
           has_word(behind, behind + strcspn(behind, "{;\n"), not_ready);
}
